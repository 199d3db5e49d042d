package org.shiftbed.learn.network;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.golden.RecordedMethod;
import org.shiftbed.learn.torch.Tensors;

/** The small networks of recorded trainings, registered for tests. */
public final class RecordedNetworks {
    private RecordedNetworks() {}

    /** Linear, ReLU, linear: 16 units, 8 features, none of them after a ReLU. */
    private static final class TwoLayers extends Network {
        private final LinearLayer first;
        private final LinearLayer second;

        TwoLayers(int inputs, NamedTensors tensors) {
            super(tensors);
            first = new LinearLayer(tensors, "0.", inputs, 16);
            second = new LinearLayer(tensors, "1.", 16, 8);
        }

        @Override
        public Tensor forward(Tensor x) {
            return second.forward(torch.relu(first.forward(x)));
        }

        @Override
        public int features() {
            return 8;
        }
    }

    /** Registers {@code recorded-two-layers}. */
    public static final class TwoLayersFactory implements NetworkFactory {
        @Override
        public String name() {
            return "recorded-two-layers";
        }

        @Override
        public String summary() {
            return "of recorded trainings";
        }

        @Override
        public @Nullable String refuses(ImageShape shape) {
            return null;
        }

        @Override
        public Network create(Request request) {
            return new TwoLayers(request.inputs(), new NamedTensors(request.precision(), request.device()));
        }
    }

    /** Two convolutions of stride 2, each with ReLU, and the mean over the map: 16 features. */
    private static final class Trunk extends Network {
        private final ConvLayer first;
        private final ConvLayer second;

        Trunk(NamedTensors tensors) {
            super(tensors);
            first = new ConvLayer(tensors, "0.", 3, 8, 3, 2, 1, true);
            second = new ConvLayer(tensors, "1.", 8, 16, 3, 2, 1, true);
        }

        @Override
        public Tensor forward(Tensor x) {
            return torch.relu(second.forward(torch.relu(first.forward(x))))
                    .mean(new long[] {2, 3}, false, new ScalarTypeOptional());
        }

        @Override
        public int features() {
            return 16;
        }
    }

    /** Registers {@code recorded-trunk}. */
    public static final class TrunkFactory implements NetworkFactory {
        @Override
        public String name() {
            return "recorded-trunk";
        }

        @Override
        public String summary() {
            return "of recorded trainings";
        }

        @Override
        public @Nullable String refuses(ImageShape shape) {
            return null;
        }

        @Override
        public Network create(Request request) {
            return new Trunk(new NamedTensors(request.precision(), request.device()));
        }
    }

    /** conv 3x3, BN, ReLU, conv 3x3 of stride 2, BN, ReLU, mean over the map, linear; features are the logits. */
    private static final class Normalised extends Network {
        private final ConvLayer first;
        private final BatchNormLayer firstNorm;
        private final ConvLayer second;
        private final BatchNormLayer secondNorm;
        private final LinearLayer last;

        Normalised(NamedTensors tensors) {
            super(tensors);
            first = new ConvLayer(tensors, "conv0.", 3, 6, 3, 1, 1, false);
            firstNorm = new BatchNormLayer(tensors, "bn0.", 6);
            second = new ConvLayer(tensors, "conv1.", 6, 10, 3, 2, 1, false);
            secondNorm = new BatchNormLayer(tensors, "bn1.", 10);
            last = new LinearLayer(tensors, "fc.", 10, 4);
        }

        @Override
        public Tensor forward(Tensor x) {
            Tensor h = torch.relu(firstNorm.forward(first.forward(x), training()));
            h = torch.relu(secondNorm.forward(second.forward(h), training()));
            return last.forward(h.mean(new long[] {2, 3}, false, new ScalarTypeOptional()));
        }

        @Override
        public int features() {
            return 4;
        }
    }

    /** Statistics of every value, the mixtures, and the logits of every row by those of its value. */
    public static void bnAdapt(RecordedMethod recorded) {
        double ratio = RecordedMethod.number(recorded.object("hparams"), "r");
        int batch = (int) RecordedMethod.number(recorded.object("hparams"), "batch");
        try (Normalised network = new Normalised(new NamedTensors(recorded.precision(), "cpu"))) {
            network.train(false);
            try (NoGradGuard guard = new NoGradGuard()) {
                network.state().forEach((name, tensor) -> {
                    if (recorded.has("init/" + name)) {
                        tensor.copy_(recorded.input("init/" + name));
                    }
                });
                Tensor x = recorded.input("x");
                int[] values = recorded.ints("u");
                recorded.close("source_logits", network.forward(x));
                double[] adapted = new double[values.length * 4];
                double[] nearlySource = new double[values.length * 4];
                AdaptedStatistics statistics = new AdaptedStatistics(network);
                for (int u = 0; u < 3; u++) {
                    int value = u;
                    long[] rows = IntStream.range(0, values.length)
                            .filter(i -> values[i] == value)
                            .asLongStream()
                            .toArray();
                    statistics.restore();
                    for (int from = 0; from + batch <= rows.length; from += batch) {
                        long[] own = Arrays.copyOfRange(rows, from, from + batch);
                        statistics.collect(x.index_select(0, Tensors.of(own, own.length)));
                    }
                    for (int layer = 0; layer < 2; layer++) {
                        String key = "u" + u + "/bn" + layer + "/";
                        if (recorded.has("target/" + key + "mean")) {
                            recorded.close("target/" + key + "mean", statistics.target(layer, false));
                            recorded.close("target/" + key + "var", statistics.target(layer, true));
                        }
                    }
                    statistics.mix(ratio);
                    for (int layer = 0; layer < 2; layer++) {
                        String key = "mixed/u" + u + "/bn" + layer + "/";
                        List<Tensor> running =
                                network.normalisations().get(layer).running();
                        recorded.close(key + "mean", running.get(0));
                        recorded.close(key + "var", running.get(1));
                    }
                    score(network, x, rows, adapted);
                    statistics.mix(1e9);
                    score(network, x, rows, nearlySource);
                }
                recorded.close("logits", adapted);
                recorded.close("variant_ratio_1e9/logits", nearlySource);
            }
        }
    }

    private static void score(Network network, Tensor x, long[] rows, double[] into) {
        double[] logits = Tensors.toDoubles(network.forward(x.index_select(0, Tensors.of(rows, rows.length))));
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(logits, 4 * i, into, (int) rows[i] * 4, 4);
        }
    }
}
