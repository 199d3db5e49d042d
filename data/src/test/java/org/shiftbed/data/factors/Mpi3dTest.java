package org.shiftbed.data.factors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.npz.NumpyFiles;

class Mpi3dTest {
    private static final List<String> FACTORS = List.of(
            "object_color",
            "object_shape",
            "object_size",
            "camera_height",
            "background_color",
            "horizontal_axis",
            "vertical_axis");

    @TempDir
    Path folder;

    /** All pictures, of one pixel each, which spells the row in three bytes. */
    private Path file(int rows) {
        byte[] pixels = new byte[3 * rows];
        for (int row = 0; row < rows; row++) {
            pixels[3 * row] = (byte) row;
            pixels[3 * row + 1] = (byte) (row >> 8);
            pixels[3 * row + 2] = (byte) (row >> 16);
        }
        byte[] images = NumpyFiles.npy("|u1", false, "(" + rows + ", 1, 1, 3)", pixels);
        return NumpyFiles.npz(folder.resolve(rows + ".npz"), NumpyFiles.Kept.DEFLATED, Map.of("images", images));
    }

    @Test
    void theRowTellsTheFactorsTheLastOneFastest() {
        int[] sizes = {6, 6, 2, 3, 3, 40, 40};
        try (Dataset data = Mpi3d.open(file(1_036_800), 1, folder.resolve("cache"))) {
            AttributeTable table = data.attributes();
            assertThat(data.size()).isEqualTo(1_036_800);
            assertThat(data.label()).isEqualTo("object_shape");
            assertThat(table.attribute("object_color").values())
                    .containsExactly("white", "green", "red", "blue", "brown", "olive");
            for (int row : new int[] {0, 1, 41, 12_345, 777_777, 1_036_799}) {
                int index = 0;
                for (int f = 0; f < sizes.length; f++) {
                    index = index * sizes[f] + table.code(row, FACTORS.get(f));
                }
                assertThat(index).isEqualTo(row);
                ByteBuffer pixel = ByteBuffer.allocate(3);
                data.read(new int[] {row}, 0, 1, pixel);
                assertThat(pixel.array()).containsExactly(row, row >> 8, row >> 16);
            }
            assertThat(table.groups()[777_777]).isEqualTo(777_777);
        }
    }

    @Test
    void theCompetitionsFilesHaveFourColoursAndFourShapes() {
        try (Dataset data = Mpi3d.open(file(460_800), 1, folder.resolve("cache"))) {
            assertThat(data.attributes().attribute("object_color").values())
                    .containsExactly("green", "red", "blue", "brown");
            assertThat(data.attributes().attribute("object_shape").values())
                    .containsExactly("cone", "cube", "hexagonal", "sphere");
            // (colour 4 + shape) 2*3*3*40*40
            assertThat(data.attributes().code(6 * 28_800, "object_color")).isEqualTo(1);
            assertThat(data.attributes().code(6 * 28_800, "object_shape")).isEqualTo(2);
        }
    }

    @Test
    void anotherNumberOrAnotherShapeOfPicturesIsRefused() {
        Path few = file(1000);
        assertThatThrownBy(() -> Mpi3d.open(few, 1, folder))
                .isInstanceOf(UserError.class)
                .hasMessage(few
                        + ", array 'images': must hold 1036800 pictures (6 colours and shapes) or 460800 (4 of each),"
                        + " got shape (1000, 1, 1, 3)");
        Path small = file(460_800);
        assertThatThrownBy(() -> Mpi3d.open(small, 64, folder))
                .isInstanceOf(UserError.class)
                .hasMessage(small + ", array 'images': must have the shape (460800, 64, 64, 3), got (460800, 1, 1, 3)");
    }

    @Test
    void channelsThatLieTogetherComeApart() {
        byte[] target = new byte[6];
        ChannelsFirst.of(new byte[] {1, 2, 3, 4, 5, 6}, 2, 3, target);
        assertThat(target).containsExactly(1, 4, 2, 5, 3, 6);
    }
}
