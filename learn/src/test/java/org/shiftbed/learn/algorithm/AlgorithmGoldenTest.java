package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.golden.GoldenRun;
import org.shiftbed.learn.torch.Natives;

/**
 * Replays every recorded run of a folder: first weights, updates, what they return, states after the first and the last, logits. The folder is given
 * by the system property {@code shiftbed.golden}; a file of an algorithm that is not registered is skipped by name.
 */
class AlgorithmGoldenTest {
    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    @TestFactory
    Stream<DynamicTest> everyRecordedRunIsReplayed() throws IOException {
        Path folder = Path.of(System.getProperty("shiftbed.golden", "src/test/resources/golden/algorithms"));
        List<Path> files;
        try (Stream<Path> list = Files.list(folder)) {
            files = list.filter(file -> file.toString().endsWith(".json"))
                    .filter(file -> !file.getFileName().toString().equals("MANIFEST.json"))
                    .sorted()
                    .toList();
        }
        assertThat(files).isNotEmpty();
        return files.stream()
                .flatMap(file -> Stream.of(Precision.values())
                        .map(precision -> DynamicTest.dynamicTest(file.getFileName() + " " + precision, () -> {
                            try (PointerScope scope = new PointerScope()) {
                                new Replay(GoldenRun.read(file), precision).run();
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        })));
    }
}
