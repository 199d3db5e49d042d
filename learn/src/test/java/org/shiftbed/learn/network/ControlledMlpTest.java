package org.shiftbed.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.base.Seed;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.algorithm.SeededDraws;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** The perceptron of the controlled study ({@code controlled-shifts.md} 3.1). */
class ControlledMlpTest {
    private static final ImageShape SHAPE = new ImageShape(2, 3, 4);
    private static final int WIDTH = 256;
    private static final int LAYERS = 4;

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    private static Network create() {
        return Networks.require("mlp-4x256", "test")
                .create(new NetworkFactory.Request(
                        SHAPE,
                        0,
                        new HyperparameterValues(Map.of("mlp_depth", 9L, "mlp_width", 7L, "mlp_dropout", 0.5)),
                        Precision.FLOAT64,
                        "cpu",
                        new SeededDraws(Seed.of("test", "network"))));
    }

    @Test
    void rowsOfTablesAreTakenAsPicturesAre() {
        assertThat(Networks.require("mlp-4x256", "test").takesVectors()).isTrue();
    }

    private static Tensor state(Network network, int layer, String kind) {
        String name = "hidden." + layer + "." + kind;
        return Objects.requireNonNull(network.state().get(name), name);
    }

    private static double[] draws(SplittableRandom random, int count, double scale) {
        return random.doubles(count, -scale, scale).toArray();
    }

    @Test
    void itIsFourLayersOf256WithTheirReluWhateverOtherPerceptronsAreTold() {
        SplittableRandom random = new SplittableRandom(11);
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard();
                Network network = create()) {
            int in = SHAPE.bytes();
            assertThat(network.state()).hasSize(2 * LAYERS);
            assertThat(network.parameterCount()).isEqualTo(in * 256L + 256 + 3 * 65_792);
            int rows = 3;
            double[] pictures = random.doubles((long) rows * in).toArray();
            double[] expected = pictures.clone();
            int from = in;
            for (int layer = 0; layer < LAYERS; layer++) {
                double[] weight = draws(random, WIDTH * from, 2 / Math.sqrt(from));
                double[] bias = draws(random, WIDTH, 0.5);
                state(network, layer, "weight").copy_(Tensors.of(weight, WIDTH, from));
                state(network, layer, "bias").copy_(Tensors.of(bias, WIDTH));
                expected = rectified(expected, rows, weight, bias);
                from = WIDTH;
            }
            Tensor features = network.forward(Tensors.of(pictures, rows, 2, 3, 4));
            assertThat(features.shape()).containsExactly(rows, WIDTH);
            assertThat(Tensors.toDoubles(features)).containsExactly(expected, within(1e-12));
        }
    }

    /** max(0, W h + b) of each row, by loops. */
    private static double[] rectified(double[] h, int rows, double[] weight, double[] bias) {
        int in = h.length / rows;
        double[] out = new double[rows * bias.length];
        for (int row = 0; row < rows; row++) {
            for (int unit = 0; unit < bias.length; unit++) {
                double sum = bias[unit];
                for (int i = 0; i < in; i++) {
                    sum += weight[unit * in + i] * h[row * in + i];
                }
                out[row * bias.length + unit] = Math.max(0, sum);
            }
        }
        return out;
    }

    /** A layer gives -1, the next one turns its sign: 1 arrives at the end unless there is a ReLU between; after the last layer, -1. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void eachHiddenLayerIsFollowedByARelu(int negative) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard();
                Network network = create()) {
            for (int layer = 0; layer < LAYERS; layer++) {
                state(network, layer, "weight").zero_();
                state(network, layer, "bias").fill_(new Scalar(layer == negative ? -1.0 : 0.0));
                if (layer > negative) {
                    torch.eye_out(state(network, layer, "weight"), WIDTH);
                    if (layer == negative + 1) {
                        state(network, layer, "weight").neg_();
                    }
                }
            }
            double[] features = Tensors.toDoubles(network.forward(Tensors.of(new double[24], 1, 2, 3, 4)));
            assertThat(features).containsOnly(0.0);
        }
    }
}
