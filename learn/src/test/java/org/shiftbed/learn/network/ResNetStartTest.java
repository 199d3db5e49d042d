package org.shiftbed.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.base.Seed;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.algorithm.SeededDraws;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** What residual networks start from ({@code controlled-shifts.md} 3.1). */
class ResNetStartTest {
    private static final ImageShape SHAPE = new ImageShape(3, 64, 64);
    /** Deviation of a standard normal cut at two: sqrt(1 - 4 phi(2) / (2 Phi(2) - 1)). */
    private static final double CUT = 0.8796256610342398;

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    private static Network create(String name, Map<String, Object> hyperparameters) {
        torch.manual_seed(4);
        return Networks.require(name, "test")
                .create(new NetworkFactory.Request(
                        SHAPE,
                        0,
                        new HyperparameterValues(hyperparameters),
                        Precision.FLOAT32,
                        "cpu",
                        new SeededDraws(Seed.of("test", "start"))));
    }

    private static double[] values(Network network, String key) {
        return Tensors.toDoubles(Objects.requireNonNull(network.state().get("network." + key), key));
    }

    private static double deviation(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        return Math.sqrt(Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum() / values.length);
    }

    /** Fan-in: channels in times k^2; fan-out: channels out times k^2. */
    @ParameterizedTest
    @CsvSource({
        "resnet18, conv1.weight, 147, 3136",
        "resnet18, layer3.0.conv1.weight, 1152, 2304",
        "resnet50, layer2.1.conv2.weight, 1152, 1152",
        "resnet50, layer3.0.downsample.0.weight, 512, 1024",
    })
    void convolutionsHaveTheDeviationOfTheirStart(String name, String key, int fanIn, int fanOut) {
        try (PointerScope scope = new PointerScope();
                Network release = create(name, Map.of("init", "release"));
                Network kaiming = create(name, Map.of("init", "kaiming"))) {
            double[] cut = values(release, key);
            double unit = 1 / Math.sqrt(fanIn);
            // Four standard errors of a deviation of so many numbers.
            double error = 4 / Math.sqrt(2.0 * cut.length);
            assertThat(deviation(cut)).isCloseTo(CUT * unit, within(error * CUT * unit));
            assertThat(Arrays.stream(cut).map(Math::abs).max().orElseThrow())
                    .isLessThanOrEqualTo(2 * unit * (1 + 1e-6))
                    .isGreaterThan(1.9 * unit);
            double[] wide = values(kaiming, key);
            double he = Math.sqrt(2.0 / fanOut);
            assertThat(deviation(wide)).isCloseTo(he, within(error * he));
            assertThat(Arrays.stream(wide).map(Math::abs).max().orElseThrow()).isGreaterThan(3 * he);
        }
    }

    @Test
    void blocksOfThreeConvolutionsStartAsTheirShortcutAndOthersDoNot() {
        try (PointerScope scope = new PointerScope();
                Network deep = create("resnet50", Map.of("init", "release"));
                Network shallow = create("resnet18", Map.of("init", "release"));
                Network kaiming = create("resnet50", Map.of("init", "kaiming"))) {
            assertThat(values(deep, "layer1.0.bn3.weight")).hasSize(256).containsOnly(0.0);
            assertThat(values(deep, "layer4.2.bn3.weight")).containsOnly(0.0);
            assertThat(values(deep, "layer1.0.bn2.weight")).containsOnly(1.0);
            assertThat(values(deep, "layer1.0.downsample.1.weight")).containsOnly(1.0);
            assertThat(values(shallow, "layer1.0.bn2.weight")).containsOnly(1.0);
            assertThat(values(kaiming, "layer1.0.bn3.weight")).containsOnly(1.0);
        }
    }

    @Test
    void withoutAWordItIsTorchsToTheBit() {
        try (PointerScope scope = new PointerScope();
                Network none = create("resnet18", Map.of());
                Network torchs = create("resnet18", Map.of("init", "torch"))) {
            for (String key : none.state().keySet()) {
                assertThat(values(torchs, key.substring("network.".length())))
                        .as(key)
                        .isEqualTo(values(none, key.substring("network.".length())));
            }
            double[] uniform = values(none, "layer3.0.conv1.weight");
            assertThat(deviation(uniform)).isCloseTo(1 / Math.sqrt(3 * 1152.0), within(2e-4));
            assertThatThrownBy(() -> create("resnet18", Map.of("init", "orthogonal")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("hyperparameter 'init' must be release, kaiming or torch, got orthogonal");
        }
    }

    /** A head of hidden layers would never learn from zeros; networks that do not read the word keep their head. */
    @ParameterizedTest
    @CsvSource({
        "ERM, resnet18, release, false, true",
        "JTT, resnet18, release, false, true",
        "ERM, resnet18, kaiming, false, false",
        "ERM, resnet18, release, true, false",
        "SagNet, resnet18, release, false, false",
        "ERM, small-cnn, release, false, false"
    })
    void aLinearClassifierStartsAtZero(String algorithm, String network, String init, boolean hidden, boolean zero) {
        Map<String, Object> values = new LinkedHashMap<>(Algorithms.require(algorithm, "test")
                .space(new AlgorithmFactory.SpaceContext("", true, "controlled"))
                .defaults());
        values.put("init", init);
        values.put("nonlinear_classifier", hidden);
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard();
                Algorithm made = Algorithms.create(
                        algorithm,
                        new AlgorithmFactory.Context(
                                SHAPE,
                                0,
                                3,
                                2,
                                "controlled",
                                Set.of(),
                                values,
                                network,
                                Precision.FLOAT32,
                                "cpu",
                                new SeededDraws(Seed.of("test", "head"))))) {
            made.train(false);
            Tensor logits = made.predict(torch.rand(2, 3, 64, 64));
            assertThat(Arrays.stream(Tensors.toDoubles(logits)).allMatch(value -> value == 0))
                    .isEqualTo(zero);
        }
    }
}
