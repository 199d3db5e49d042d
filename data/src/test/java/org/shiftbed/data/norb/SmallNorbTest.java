package org.shiftbed.data.norb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Datasets;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.OfficialPart;
import org.shiftbed.data.OfficialParts;

class SmallNorbTest {
    private static final int PIXELS = 96 * 96;
    private static final int TRAINED = 5;
    private static final int TESTED = 3;

    @TempDir
    Path folder;

    private SmallNorb.Half training;
    private SmallNorb.Half test;

    private static byte pixel(boolean tested, int picture, int camera, int place) {
        return (byte) (picture * 50 + camera * 25 + place % 7 + (tested ? 100 : 0));
    }

    @BeforeEach
    void files() throws IOException {
        training = half("training", TRAINED, false, false);
        test = half("testing", TESTED, true, true);
    }

    private SmallNorb.Half half(String name, int count, boolean tested, boolean gzipped) throws IOException {
        byte[] pictures = new byte[count * 2 * PIXELS];
        for (int i = 0; i < pictures.length; i++) {
            pictures[i] = pixel(tested, i / (2 * PIXELS), i / PIXELS % 2, i % PIXELS);
        }
        int[] categories = new int[count];
        int[] info = new int[4 * count];
        for (int i = 0; i < count; i++) {
            categories[i] = (i + (tested ? 2 : 0)) % 5;
            info[4 * i] = tested ? i : 4 + i;
            info[4 * i + 1] = i + 2;
            info[4 * i + 2] = 34 - 2 * i;
            info[4 * i + 3] = (i + 1) % 6;
        }
        return new SmallNorb.Half(
                write(name + "-dat", NorbFiles.matrix(0x1E3D4C55, new int[] {count, 2, 96, 96}, pictures), gzipped),
                write(
                        name + "-cat",
                        NorbFiles.matrix(0x1E3D4C54, new int[] {count}, NorbFiles.ints(categories)),
                        gzipped),
                write(
                        name + "-info",
                        NorbFiles.matrix(0x1E3D4C54, new int[] {count, 4}, NorbFiles.ints(info)),
                        gzipped));
    }

    private Path write(String name, byte[] bytes, boolean gzipped) throws IOException {
        String group =
                name.startsWith("training") ? "smallnorb-5x46789x9x18x6x2x96x96-" : "smallnorb-5x01235x9x18x6x2x96x96-";
        return Files.write(
                folder.resolve(group + name + ".mat" + (gzipped ? ".gz" : "")),
                gzipped ? NorbFiles.gzipped(bytes) : bytes);
    }

    @Test
    void trainingComesBeforeTheTestAndOneCameraIsShown() {
        for (int camera = 0; camera < 2; camera++) {
            try (Dataset data = SmallNorb.open(training, test, camera, folder.resolve("cache"))) {
                assertThat(data.shape()).isEqualTo(new ImageShape(1, 96, 96));
                assertThat(data.size()).isEqualTo(TRAINED + TESTED);
                assertThat(data.label()).isEqualTo("category");
                int[] rows = {7, 0, 4};
                ByteBuffer bytes = ByteBuffer.allocate(3 * PIXELS);
                data.read(rows, 0, 3, bytes);
                for (int i = 0; i < 3 * PIXELS; i++) {
                    int row = rows[i / PIXELS];
                    boolean tested = row >= TRAINED;
                    assertThat(bytes.get(i)).isEqualTo(pixel(tested, tested ? row - TRAINED : row, camera, i % PIXELS));
                }
            }
        }
    }

    @Test
    void attributesAreInTheUnitsOfTheCameraAndTheTestIsOfficial() {
        try (Dataset data = SmallNorb.open(training, test, 0, folder.resolve("cache"))) {
            AttributeTable table = data.attributes();
            assertThat(table.attribute("category").values())
                    .containsExactly("four-legged animal", "human figure", "airplane", "truck", "car");
            assertThat(table.column("category")).containsExactly(0, 1, 2, 3, 4, 2, 3, 4);
            assertThat(table.column("instance")).containsExactly(4, 5, 6, 7, 8, 0, 1, 2);
            assertThat(table.attribute("azimuth").values())
                    .hasSize(18)
                    .startsWith("0", "20")
                    .endsWith("340");
            assertThat(table.column("azimuth")).containsExactly(17, 16, 15, 14, 13, 17, 16, 15);
            assertThat(table.attribute("elevation").values())
                    .hasSize(9)
                    .startsWith("30", "35")
                    .endsWith("70");
            assertThat(table.column("lighting")).containsExactly(1, 2, 3, 4, 5, 1, 2, 3);
            OfficialParts parts = Objects.requireNonNull(table.parts());
            assertThat(parts.of(4)).isEqualTo(OfficialPart.TRAIN);
            assertThat(parts.of(5)).isEqualTo(OfficialPart.TEST);
            // 5 * 10000 / 24300, rounded down.
            assertThat(parts.heldOut()).isEqualTo(2);
        }
    }

    @Test
    void theRegisteredDataSetFindsTheFilesUnderTheirOfficialNames() {
        Map<String, Object> parameters = new TreeMap<>(Datasets.resolve("SmallNORB", Map.of(), "test"));
        assertThat(parameters).containsEntry("camera", "left");
        assertThatThrownBy(() -> Datasets.open("SmallNORB", parameters, new DataSource(folder.resolve("no"), 0)))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith("SmallNORB: found no smallnorb-5x46789x9x18x6x2x96x96-training-dat.mat or ")
                .hasMessageContaining("fetch it with `shiftbed data get SmallNORB`, or by hand from cs.nyu.edu")
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> Datasets.open("SmallNORB", parameters, new DataSource(null, 0)))
                .hasMessageContaining("say where it lies with --data-dir or the environment variable SHIFTBED_DATA");
    }

    @Test
    void filesThatDoNotFitOneAnotherAreRefused() throws IOException {
        write("training-info", NorbFiles.matrix(0x1E3D4C54, new int[] {4, 4}, new byte[64]), false);
        assertRefused(
                "describes 4 pictures, and smallnorb-5x46789x9x18x6x2x96x96-training-cat.mat names the category of 5");
        int[] info = new int[20];
        info[6] = 33;
        write("training-info", NorbFiles.matrix(0x1E3D4C54, new int[] {5, 4}, NorbFiles.ints(info)), false);
        assertRefused("picture 1: azimuth lies in 0..34 in steps of 2, got 33");
        write("training-info", NorbFiles.matrix(0x1E3D4C54, new int[] {5, 3}, new byte[60]), false);
        assertRefused("must have the shape (n, 4), got [5, 3]");
        write("training-cat", NorbFiles.matrix(0x1E3D4C54, new int[] {5}, NorbFiles.ints(0, 1, 2, 3, 5)), false);
        assertRefused("picture 4: a category lies in 0..4, got 5");
        files();
        write("training-dat", NorbFiles.matrix(0x1E3D4C55, new int[] {5, 96, 96}, new byte[5 * PIXELS]), false);
        assertRefused("must have the shape [5, 2, 96, 96]");
    }

    private void assertRefused(String problem) {
        assertThatThrownBy(() -> SmallNorb.open(training, test, 0, folder.resolve("cache")))
                .isInstanceOf(UserError.class)
                .hasMessageContaining(problem)
                .hasMessageNotContaining("\n");
    }
}
