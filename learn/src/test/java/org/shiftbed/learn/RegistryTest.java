package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.base.UserError;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;

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

    @ParameterizedTest
    @CsvSource({
        "DOMAINBED, 2, 28, mnist-cnn",
        "DOMAINBED, 3, 32, wide-resnet",
        "DOMAINBED, 3, 224, resnet50",
        "DOMAINBED, 3, 64, resnet18",
        "CONTROLLED, 3, 32, small-cnn",
        "CONTROLLED, 3, 64, small-cnn",
        "CONTROLLED, 3, 96, resnet18",
        "CONTROLLED, 3, 224, resnet18",
    })
    void shapesChooseTheNetworkAsTheProtocolSays(Protocol protocol, int channels, int side, String network) {
        assertThat(Networks.defaultFor(new ImageShape(channels, side, side), protocol))
                .isEqualTo(network);
        assertThat(Networks.names()).contains(network);
    }

    /** D09: the reference replaces whatever residual network was asked for by the AugMix one, which is on by default. */
    @ParameterizedTest
    @CsvSource({
        "true, true, resnet50, resnet18",
        "true, false, resnet18, resnet18",
        "false, true, resnet50, resnet50",
        "false, false, resnet50, resnet50",
    })
    void augMixWeightsOverrideTheSmallerBackboneWhereTheLayerIsStrict(
            boolean resnet18, boolean augMix, String strict, String fixed) {
        Map<String, Object> given = Map.of("resnet18", resnet18, "resnet50_augmix", augMix);
        assertThat(backbone(given, Set.of("network", "data"))).isEqualTo(strict);
        assertThat(backbone(given, Set.of("algorithm", "data"))).isEqualTo(fixed);
    }

    @Test
    void aTransformerIsDinov2AndNoOther() {
        assertThat(backbone(Map.of("vit", true, "dinov2", true, "resnet18", true), Set.of("network")))
                .isEqualTo("dinov2");
        assertThat(backbone(Map.of("vit", false, "dinov2", true), Set.of("network")))
                .isEqualTo("resnet50");
        assertThatThrownBy(() -> backbone(Map.of("vit", true), Set.of()))
                .isInstanceOf(UserError.class)
                .hasMessage(
                        "vit: true needs dinov2: true, the protocol has no other transformer; add it, or name one, as in"
                                + " network: vit-b16");
    }

    private static String backbone(Map<String, Object> hyperparameters, Set<String> strict) {
        return Networks.defaultFor(
                new ImageShape(3, 224, 224), Protocol.DOMAINBED, new HyperparameterValues(hyperparameters), strict);
    }
}
