package org.shiftbed.data.factors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shiftbed.base.UserError;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.hdf5.Hdf5Writer;

class Shapes3dTest {
    private static final int ROW = 64 * 64 * 3;

    @TempDir
    Path folder;

    private static byte value(int row, int y, int x, int channel) {
        return (byte) (row * 40 + channel * 7 + y * 3 + x);
    }

    private Path file(Hdf5Writer.Layout layout, double... labels) throws IOException {
        byte[] images = new byte[3 * ROW];
        for (int i = 0; i < images.length; i++) {
            images[i] = value(i / ROW, i / 192 % 64, i / 3 % 64, i % 3);
        }
        return Files.write(
                folder.resolve("3dshapes.h5"),
                new Hdf5Writer()
                        .bytes("images", new int[] {3, 64, 64, 3}, images, layout, 2, 32, 64, 1)
                        .doubles("labels", new int[] {labels.length / 6, 6}, labels)
                        .file());
    }

    private Dataset open(Path file) {
        return Shapes3d.open(file, folder.resolve("cache"));
    }

    @ParameterizedTest
    @EnumSource
    void picturesComeChannelByChannelAndClassesAreRanksOfValues(Hdf5Writer.Layout layout) throws IOException {
        double[] labels = {
            0.0, 0.9, 0.1, 0.75, 2, -30, -0.0, 0.5, 0.2, 1.25, 0, 30 - 60 / 14.0, 0.3, 0.5, 0.1, 0.75 + 0.5 / 7, 3, 30
        };
        try (Dataset data = open(file(layout, labels))) {
            assertThat(data.shape()).isEqualTo(new ImageShape(3, 64, 64));
            assertThat(data.label()).isEqualTo("shape");
            ByteBuffer bytes = ByteBuffer.allocate(2 * ROW);
            data.read(new int[] {2, 1}, 0, 2, bytes);
            for (int i = 0; i < 2 * ROW; i++) {
                int channel = i % ROW / 4096;
                assertThat(bytes.get(i)).isEqualTo(value(i < ROW ? 2 : 1, i % 4096 / 64, i % 64, channel));
            }
            AttributeTable table = data.attributes();
            assertThat(table.column("floor_hue")).containsExactly(0, 0, 1);
            assertThat(table.column("wall_hue")).containsExactly(1, 0, 0);
            assertThat(table.column("object_hue")).containsExactly(0, 1, 0);
            assertThat(table.column("scale")).containsExactly(0, 2, 1);
            assertThat(table.attribute("scale").values()).containsExactly("0.75", "0.821", "1.25");
            assertThat(table.attribute("shape").values()).containsExactly("cube", "sphere", "capsule");
            assertThat(table.column("shape")).containsExactly(1, 0, 2);
            assertThat(table.attribute("orientation").values()).containsExactly("-30.0", "25.714", "30.0");
        }
    }

    @Test
    void labelsThatDoNotFitAreRefused() throws IOException {
        Path few = file(Hdf5Writer.Layout.CONTIGUOUS, new double[12]);
        assertThatThrownBy(() -> open(few))
                .isInstanceOf(UserError.class)
                .hasMessage(few + ", array 'labels': must have the shape (3, 6), as there are 3 images, got [2, 6]");
        double[] bad = new double[18];
        bad[7] = Double.NaN;
        Path none = file(Hdf5Writer.Layout.CONTIGUOUS, bad);
        assertThatThrownBy(() -> open(none))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("array 'labels': row 1: wall_hue must be a number, got NaN");
    }
}
