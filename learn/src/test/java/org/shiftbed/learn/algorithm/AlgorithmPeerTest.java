package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.golden.GoldenRun;
import org.shiftbed.learn.golden.PeerScript;
import org.shiftbed.learn.torch.Natives;

/**
 * Five updates of the methods of the DomainBed suite, with and without the reference's defects, against a script that has the formulas alone: losses,
 * states and logits within 1e-9 in float64, and within ten times what rounding does to the script itself in float32.
 */
@Tag("peer")
class AlgorithmPeerTest {
    private static final double IN_DOUBLE = 1e-9;

    @TempDir
    static Path folder;

    @BeforeAll
    static void record() throws Exception {
        Natives.load(1);
        PeerScript.run("losses.py", folder);
    }

    @TestFactory
    Stream<DynamicTest> everyMethodUpdatesAsItsFormulasSay() throws IOException {
        List<Path> files;
        try (Stream<Path> list = Files.list(folder)) {
            files = list.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
        assertThat(files).as("cases of the script").hasSizeGreaterThan(60);
        return files.stream()
                .flatMap(file -> Stream.of(Precision.values())
                        .map(precision -> DynamicTest.dynamicTest(
                                file.getFileName() + " " + precision, () -> replay(file, precision))));
    }

    private static void replay(Path file, Precision precision) throws IOException {
        try (PointerScope scope = new PointerScope()) {
            Replay replay = new Replay(GoldenRun.read(file), precision);
            double largest = replay.run();
            System.out.printf(Locale.ROOT, "%s %s: largest difference %.1e%n", file.getFileName(), precision, largest);
            if (precision == Precision.FLOAT64) {
                assertThat(largest).as("largest difference in float64").isLessThan(IN_DOUBLE);
            }
        }
    }
}
