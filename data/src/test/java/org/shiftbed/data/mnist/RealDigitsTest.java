package org.shiftbed.data.mnist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Datasets;

/** On real files, where this machine has them; skipped elsewhere. */
class RealDigitsTest {
    private static Dataset open(String name, Path folder) {
        return Datasets.open(name, Datasets.resolve(name, Map.of(), "test"), new DataSource(folder, 0));
    }

    private static Path shared() {
        String given = System.getProperty("shiftbed.shared");
        return given == null ? Path.of("..", "..", "shared") : Path.of(given);
    }

    @Test
    void tenThousandDigitsMakeBothDataSets() {
        Path folder = shared().resolve("data/mnist-10k");
        assumeTrue(Files.isDirectory(folder), "no folder " + folder);
        try (Dataset coloured = open("ColoredMNIST", folder);
                Dataset parent = open("RotatedMNIST", shared().resolve("data"))) {
            assertThat(coloured.size()).isEqualTo(10_000);
            int[] sizes = new int[6];
            for (int domain : parent.attributes().column("domain")) {
                sizes[domain]++;
            }
            assertThat(sizes).containsExactly(1667, 1667, 1667, 1667, 1666, 1666);
        }
    }

    @Test
    void debiansFashionFolderMakesBothDataSets() {
        Path folder = Path.of("/usr/share/datasets/fashion-mnist");
        assumeTrue(Files.isDirectory(folder), "no folder " + folder);
        try (Dataset coloured = open("ColoredMNIST", folder)) {
            assertThat(coloured.size()).isEqualTo(70_000);
            int[] classes = new int[10];
            for (int digit : coloured.attributes().column("digit")) {
                classes[digit]++;
            }
            assertThat(classes).containsOnly(7000);
        }
    }
}
