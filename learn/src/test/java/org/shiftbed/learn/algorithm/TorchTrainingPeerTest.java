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

/** The eight methods on two networks against torch on this machine: losses, states and logits of five updates, within 1e-9 in float64. */
@Tag("peer")
class TorchTrainingPeerTest {
    @TempDir
    static Path folder;

    @BeforeAll
    static void record() throws Exception {
        Natives.load(1);
        PeerScript.run("torch_training.py", folder);
    }

    @TestFactory
    Stream<DynamicTest> everyMethodTrainsAsInTorch() throws IOException {
        List<Path> files;
        try (Stream<Path> list = Files.list(folder)) {
            files = list.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
        assertThat(files).as("two networks, eight methods").hasSize(16);
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
                    try (PointerScope scope = new PointerScope()) {
                        double largest = new Replay(GoldenRun.read(file), Precision.FLOAT64).run();
                        System.out.printf(
                                Locale.ROOT, "%s: largest difference from torch %.1e%n", file.getFileName(), largest);
                    }
                }));
    }
}
