package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.UserError;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** {@code stats: spatial} of SagNet ({@code controlled-shifts.md} 3.4), against plain loops over the numbers of the map. */
class SpatialSagNetTest {
    private static final int ROWS = 4;
    private static final int SIDE = 6;
    private static final int CHANNELS = 128;
    private static final int PLACES = 9;
    private static final double LAMBDA = 0.6;
    private static final double[] SHARES = {0.25, 0.5, 0.9, 0.0};
    private static final int[] STYLE = {1, 2, 3, 0};
    private static final int[] CONTENT = {3, 0, 1, 2};
    private static final long[] LABELS = {0, 2, 1, 1};

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    @Test
    void lossesAreThoseOfEachChannelsStatistics() {
        try (PointerScope scope = new PointerScope();
                ControlledSagNet made = sagNet("mnist-cnn", SIDE)) {
            Tensor x = pictures();
            double[] z;
            Map<String, double[]> weights = new HashMap<>();
            try (NoGradGuard guard = new NoGradGuard()) {
                z = Tensors.toDoubles(made.featurizer.forward(x));
                made.state().forEach((name, tensor) -> weights.put(name, Tensors.toDoubles(tensor)));
            }
            assertThat(z).hasSize(ROWS * CHANNELS * PLACES);
            Map<String, Double> found = made.update(List.of(new Minibatch(0, x, Tensors.of(LABELS, ROWS))));

            double[] content = new double[z.length];
            double[] mean = new double[ROWS * CHANNELS];
            double[] variance = new double[ROWS * CHANNELS];
            for (int g = 0; g < mean.length; g++) {
                double[] places = Arrays.copyOfRange(z, g * PLACES, (g + 1) * PLACES);
                mean[g] = Arrays.stream(places).sum() / PLACES;
                for (double place : places) {
                    variance[g] += (place - mean[g]) * (place - mean[g]) / PLACES;
                }
                for (int i = 0; i < PLACES; i++) {
                    content[g * PLACES + i] = (places[i] - mean[g]) / Math.sqrt(variance[g] + 1e-5);
                }
            }
            double nll = 0;
            double style = 0;
            for (int row = 0; row < ROWS; row++) {
                double[] ofContent = new double[CHANNELS * PLACES];
                double[] ofStyle = new double[CHANNELS * PLACES];
                for (int c = 0; c < CHANNELS; c++) {
                    int own = row * CHANNELS + c;
                    int other = STYLE[row] * CHANNELS + c;
                    double m = SHARES[row] * mean[own] + (1 - SHARES[row]) * mean[other];
                    double v = SHARES[row] * variance[own] + (1 - SHARES[row]) * variance[other];
                    for (int i = 0; i < PLACES; i++) {
                        ofContent[c * PLACES + i] = content[own * PLACES + i] * Math.sqrt(v + 1e-5) + m;
                        ofStyle[c * PLACES + i] =
                                content[(CONTENT[row] * CHANNELS + c) * PLACES + i] * Math.sqrt(variance[own] + 1e-5)
                                        + mean[own];
                    }
                }
                nll += crossEntropy(weights, "classifier.", ofContent, (int) LABELS[row]) / ROWS;
                style += crossEntropy(weights, "style.", ofStyle, (int) LABELS[row]) / ROWS;
            }
            assertThat(found.get("nll")).isCloseTo(nll, within(1e-10));
            assertThat(found.get("style")).isCloseTo(style, within(1e-10));
            assertThat(found.get("loss")).isCloseTo(nll - LAMBDA * style, within(1e-10));
            // The classes of an untrained model are not alike for the two heads, or the sums above could be swapped.
            assertThat(Math.abs(nll - style)).isGreaterThan(1e-4);
        }
    }

    /** The map is that which the network pools: its means are the features of the network with the same weights. */
    @Test
    void theMapIsWhatIsPooled() {
        for (String network : List.of("mnist-cnn", "wide-resnet", "resnet18-small")) {
            int side = network.equals("resnet18-small") ? 16 : 8;
            try (PointerScope scope = new PointerScope();
                    NoGradGuard guard = new NoGradGuard();
                    ControlledSagNet unpooled = sagNet(network, side);
                    ControlledSagNet pooled = create(network, side, Map.of())) {
                Map<String, Tensor> from = unpooled.featurizer.state();
                pooled.featurizer.state().forEach((name, tensor) -> tensor.copy_(Tensors.require(from, name)));
                unpooled.train(false);
                pooled.train(false);
                Tensor x = torch.rand(2, 3, side, side).to(torch.ScalarType.Double);
                double[] features = Tensors.toDoubles(pooled.featurizer.forward(x));
                double[] map = Tensors.toDoubles(unpooled.featurizer.forward(x));
                assertThat(unpooled.featurizer.channels()).isEqualTo(pooled.featurizer.features());
                int places = map.length / features.length;
                assertThat(places).as(network).isGreaterThan(1);
                for (int i = 0; i < features.length; i++) {
                    double mean =
                            Arrays.stream(map, i * places, (i + 1) * places).sum() / places;
                    assertThat(features[i]).isCloseTo(mean, within(1e-12));
                }
            }
        }
    }

    @Test
    void aNetworkWithoutAMapIsRefused() {
        try (PointerScope scope = new PointerScope()) {
            assertThatThrownBy(() -> sagNet("small-cnn", 16))
                    .isInstanceOf(UserError.class)
                    .hasMessage(
                            "algorithm SagNet: with stats: spatial works on a feature map of several places before it is"
                                    + " pooled, which network small-cnn does not have for pictures of 3x16x16; name one that has,"
                                    + " as in network: resnet18-small");
            // A map of one place has no variance.
            assertThatThrownBy(() -> sagNet("resnet18", 32))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("which network resnet18 does not have for pictures of 3x32x32");
        }
    }

    private static double crossEntropy(Map<String, double[]> weights, String head, double[] input, int label) {
        double[] h = input;
        for (int layer = 0; layer < 4; layer++) {
            double[] weight = Objects.requireNonNull(weights.get(head + 2 * layer + ".weight"));
            double[] bias = Objects.requireNonNull(weights.get(head + 2 * layer + ".bias"));
            double[] next = new double[bias.length];
            for (int out = 0; out < next.length; out++) {
                next[out] = bias[out];
                for (int in = 0; in < h.length; in++) {
                    next[out] += weight[out * h.length + in] * h[in];
                }
                next[out] = layer < 3 ? Math.max(0, next[out]) : next[out];
            }
            h = next;
        }
        double sum = Arrays.stream(h).map(Math::exp).sum();
        return Math.log(sum) - h[label];
    }

    private static Tensor pictures() {
        double[] numbers =
                new SplittableRandom(5).doubles((long) ROWS * 3 * SIDE * SIDE).toArray();
        return Tensors.of(numbers, ROWS, 3, SIDE, SIDE);
    }

    private static ControlledSagNet sagNet(String network, int side) {
        return create(network, side, Map.of("stats", "spatial"));
    }

    private static ControlledSagNet create(String network, int side, Map<String, Object> more) {
        Map<String, Object> values = new HashMap<>(Map.of("lr", 1e-3, "lambda", LAMBDA, "weight_decay", 0.0));
        values.putAll(more);
        return (ControlledSagNet) Algorithms.create(
                "SagNet",
                new AlgorithmFactory.Context(
                        new ImageShape(3, side, side),
                        0,
                        3,
                        1,
                        ControlledForms.NAME,
                        Set.of(),
                        values,
                        network,
                        Precision.FLOAT64,
                        "cpu",
                        new Given()));
    }

    /** The draws of one update. */
    private static final class Given implements RandomDraws {
        private final Deque<int[]> permutations = new ArrayDeque<>(List.of(STYLE, CONTENT));

        @Override
        public int[] permutation(int n) {
            return permutations.remove();
        }

        @Override
        public double[] uniform(int n) {
            return SHARES.clone();
        }

        @Override
        public double beta(double a, double b) {
            throw new AssertionError();
        }

        @Override
        public int integer(int low, int high) {
            throw new AssertionError();
        }

        @Override
        public double[] normal(int n) {
            throw new AssertionError();
        }
    }
}
