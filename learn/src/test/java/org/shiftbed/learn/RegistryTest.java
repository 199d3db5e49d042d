package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.algorithm.AlgorithmFactory;

class RegistryTest {
    /** Lists everything, in a process of its own. */
    static final class ListsEverything {
        private ListsEverything() {}

        public static void main(String[] args) {
            Algorithms.all()
                    .forEach(factory -> factory.space(new AlgorithmFactory.SpaceContext("sprites", true, "domainbed")));
            System.out.println(Algorithms.names() + " " + Networks.names());
        }
    }

    @Test
    void askingWhatThereIsLoadsNoNatives(@TempDir Path cache) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dorg.bytedeco.javacpp.cachedir=" + cache,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ListsEverything.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("ERM", "small-cnn");
        try (Stream<Path> unpacked = Files.list(cache)) {
            assertThat(unpacked).isEmpty();
        }
    }

    @Test
    void allEightAlgorithmsAreThere() {
        assertThat(Algorithms.names()).contains("ERM", "IRM", "VREx", "GroupDRO", "Mixup", "CORAL", "MMD", "DANN");
    }

    @Test
    void unknownNamesAreAnsweredWithTheNearest() {
        assertThatThrownBy(() -> Algorithms.require("CORALL", "study.yaml, line 3"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("study.yaml, line 3")
                .hasMessageContaining("did you mean 'CORAL'?");
        assertThatThrownBy(() -> Networks.require("small-cn", "study.yaml, line 4"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("did you mean 'small-cnn'?");
    }

    @Test
    void shapesChooseTheNetworkAsTheProtocolSays() {
        assertThat(Networks.defaultFor(new ImageShape(2, 28, 28), Protocol.DOMAINBED))
                .isEqualTo("mnist-cnn");
        assertThat(Networks.defaultFor(new ImageShape(3, 224, 224), Protocol.DOMAINBED))
                .isEqualTo("resnet18");
        assertThat(Networks.defaultFor(new ImageShape(3, 32, 32), Protocol.CONTROLLED))
                .isEqualTo("small-cnn");
        assertThat(Networks.defaultFor(new ImageShape(3, 96, 96), Protocol.CONTROLLED))
                .isEqualTo("resnet18");
        assertThat(List.of("mnist-cnn", "resnet18", "small-cnn")).allMatch(Networks.names()::contains);
    }
}
