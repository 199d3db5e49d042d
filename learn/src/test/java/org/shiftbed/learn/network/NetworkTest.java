package org.shiftbed.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
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
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.algorithm.SeededDraws;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

class NetworkTest {
    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    /** Counts by hand, from the layers. */
    @ParameterizedTest
    @CsvSource({
        "resnet18-small, 3, 32, 11168832",
        "resnet18-wide, 3, 32, 121292352",
        "mnist-cnn, 2, 28, 371136",
        "small-cnn, 3, 32, 41040",
        "small-cnn, 3, 16, 41040",
        "mlp, 1, 28, 332544",
        "mlp-4x256, 1, 28, 398336",
        "mlp-4x256, 3, 16, 394240",
        "wide-resnet, 3, 32, 691520",
    })
    void networksHaveTheirNumberOfParametersAndFeatures(String name, int channels, int side, long parameters) {
        try (PointerScope scope = new PointerScope()) {
            Network network = create(name, new ImageShape(channels, side, side), Precision.FLOAT32);
            assertThat(network.parameterCount()).isEqualTo(parameters);
            assertThat(network.forward(torch.rand(2, channels, side, side)).shape())
                    .containsExactly(2, network.features());
            network.close();
        }
    }

    /** Table 3 of {@code controlled-shifts} 3.1: trained numbers with a linear head of three classes. */
    @ParameterizedTest
    @CsvSource({
        "resnet18, 11178051, 512",
        "resnet50, 23514179, 2048",
        "resnet101, 42506307, 2048",
        "mlp-4x256, 3344131, 256",
        "vit-b16, 85662723, 768",
        "vit-f1, 4296707, 256",
    })
    void a11NetworksOfThePublishedTableHaveItsNumberOfParameters(String name, long parameters, int features) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            ImageShape shape = new ImageShape(3, 64, 64);
            Network network = create(name, shape, Precision.FLOAT32);
            Classifier head = new Classifier(network.features(), 3, false, new NamedTensors(Precision.FLOAT32, "cpu"));
            assertThat(network.parameterCount() + head.parameterCount()).isEqualTo(parameters);
            network.train(false);
            assertThat(network.features()).isEqualTo(features);
            assertThat(network.forward(torch.rand(2, 3, 64, 64)).shape()).containsExactly(2, features);
            head.close();
            network.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "resnet18, false, true",
        "resnet18, true, false",
        "wide-resnet, false, true",
        "wide-resnet, true, false",
        "vit-f1, false, false",
        "mnist-cnn, false, false",
    })
    void networksThatMixRowsSaySo(String name, boolean frozen, boolean mixes) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard();
                Network network = Networks.require(name, "test")
                        .create(request(
                                new ImageShape(3, 32, 32),
                                Precision.FLOAT64,
                                Map.of("freeze_bn", frozen, "vit_dropout", 0.0)))) {
            Tensor x = torch.rand(6, 3, 32, 32).to(torch.ScalarType.Double);
            network.train(true);
            double[] together = Tensors.toDoubles(network.forward(x).narrow(0, 0, 3));
            double[] apart = Tensors.toDoubles(network.forward(x.narrow(0, 0, 3)));
            double largest = 0;
            for (int i = 0; i < together.length; i++) {
                largest = Math.max(largest, Math.abs(together[i] - apart[i]));
            }
            assertThat(largest > 1e-9).isEqualTo(mixes);
            assertThat(network.mixesRows()).isEqualTo(mixes);
        }
    }

    @Test
    void firstWeightsAreUniformByFanInAndEqualInBothPrecisions() {
        try (PointerScope scope = new PointerScope()) {
            torch.manual_seed(5);
            Network single = create("mnist-cnn", new ImageShape(2, 28, 28), Precision.FLOAT32);
            torch.manual_seed(5);
            Network twice = create("mnist-cnn", new ImageShape(2, 28, 28), Precision.FLOAT64);
            single.state()
                    .forEach((key, tensor) ->
                            assertThat(values(twice, key)).as(key).isEqualTo(Tensors.toDoubles(tensor)));
            double[] weights = values(single, "conv2.weight");
            double bound = 1 / Math.sqrt(64 * 9);
            assertThat(Arrays.stream(weights)).allMatch(weight -> Math.abs(weight) <= bound);
            double square = Arrays.stream(weights).map(w -> w * w).average().orElseThrow();
            assertThat(square / (bound * bound)).isCloseTo(1.0 / 3, within(0.01));
            single.close();
            twice.close();
        }
    }

    @Test
    void dropoutKeepsTheMeanAndIsOffInEvaluation() {
        try (PointerScope scope = new PointerScope()) {
            Tensor ones = torch.ones(100, 100);
            double[] dropped = Tensors.toDoubles(Layers.dropout(ones, 0.25, new SeededDraws(Seed.of("dropout"))));
            assertThat(Arrays.stream(dropped)).allMatch(value -> value == 0 || Math.abs(value - 4.0 / 3) < 1e-6);
            assertThat(Arrays.stream(dropped).average().orElseThrow()).isCloseTo(1, within(0.03));
            Network network = NETWORK_WITH_DROPOUT.create(
                    request(new ImageShape(1, 4, 4), Precision.FLOAT32, Map.of("mlp_dropout", 0.5, "mlp_width", 16L)));
            Tensor x = torch.rand(3, 1, 4, 4);
            network.train(false);
            double[] first = Tensors.toDoubles(network.forward(x));
            assertThat(Tensors.toDoubles(network.forward(x))).isEqualTo(first);
            network.train(true);
            assertThat(Tensors.toDoubles(network.forward(x))).isNotEqualTo(first);
            network.close();
        }
    }

    @Test
    void smallCnnGivesARowTheSameFeaturesWhateverIsBesideIt() {
        try (PointerScope scope = new PointerScope()) {
            Network network = create("small-cnn", new ImageShape(3, 16, 16), Precision.FLOAT64);
            Tensor x = torch.rand(5, 3, 16, 16).to(torch.ScalarType.Double);
            double[] together = Tensors.toDoubles(network.forward(x).narrow(0, 2, 1));
            double[] alone = Tensors.toDoubles(network.forward(x.narrow(0, 2, 1)));
            assertThat(alone).containsExactly(together, within(1e-12));
            network.close();
        }
    }

    private static double[] values(Network network, String key) {
        return Tensors.toDoubles(Objects.requireNonNull(network.state().get(key), key));
    }

    private static final NetworkFactory NETWORK_WITH_DROPOUT = new Mlp.Factory();

    private static Network create(String name, ImageShape shape, Precision precision) {
        return Networks.require(name, "test").create(request(shape, precision, Map.of()));
    }

    private static NetworkFactory.Request request(
            ImageShape shape, Precision precision, Map<String, Object> hyperparameters) {
        return new NetworkFactory.Request(
                shape,
                0,
                new HyperparameterValues(hyperparameters),
                precision,
                "cpu",
                new SeededDraws(Seed.of("test", "network")));
    }
}
