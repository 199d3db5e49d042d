package org.shiftbed.learn.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.golden.Npz;
import org.shiftbed.learn.golden.PeerScript;
import org.shiftbed.learn.golden.RecordedDraws;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** Networks against torch on this machine: logits, loss and every gradient of a training pass, moved statistics, evaluation. */
@Tag("peer")
class TorchNetworkPeerTest {
    @TempDir
    static Path folder;

    private static Npz arrays;

    @BeforeAll
    static void record() throws Exception {
        Natives.load(1);
        PeerScript.run("torch_networks.py", folder);
        arrays = Npz.read(folder.resolve("networks.npz"));
    }

    @TestFactory
    Stream<DynamicTest> everyNetworkPassesAsInTorch() {
        List<String> cases = arrays.below("").keySet().stream()
                .map(name -> String.join("/", Arrays.asList(name.split("/", -1)).subList(0, 3)))
                .distinct()
                .toList();
        assertThat(cases)
                .as("small-cnn of four sizes and context-net in two precisions, wide-resnet")
                .hasSizeGreaterThanOrEqualTo(11);
        return cases.stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    try (PointerScope scope = new PointerScope()) {
                        compare(name);
                    }
                }));
    }

    private static Network network(String name, ImageShape shape, Precision precision) {
        if (name.equals("context-net")) {
            return new ContextNet(shape.channels(), new NamedTensors(precision, "cpu"));
        }
        return Networks.require(name, "test")
                .create(new NetworkFactory.Request(
                        shape, 0, new HyperparameterValues(Map.of()), precision, "cpu", new RecordedDraws()));
    }

    private static int width(Network network, ImageShape shape) {
        return network instanceof ContextNet ? shape.height() * shape.width() : network.features();
    }

    /** A context is one number a pixel. */
    private static Tensor features(Network network, Tensor x) {
        Tensor result = network.forward(x);
        return network instanceof ContextNet ? torch.flatten(result, 1, -1) : result;
    }

    private static void compare(String name) {
        Precision precision = name.endsWith("float64") ? Precision.FLOAT64 : Precision.FLOAT32;
        Tensor x = arrays.get(name + "/x").tensor().to(Tensors.type(precision));
        ImageShape shape = new ImageShape((int) x.size(1), (int) x.size(2), (int) x.size(3));
        int classes = (int) arrays.get(name + "/state/fc.bias").shape()[0];
        Difference difference = new Difference(precision == Precision.FLOAT64 ? 1e-9 : 1e-4);
        try (Network network = network(name.substring(0, name.indexOf('/')), shape, precision);
                Classifier head =
                        new Classifier(width(network, shape), classes, false, new NamedTensors(precision, "cpu"))) {
            Map<String, Tensor> state = new LinkedHashMap<>(network.state());
            head.state().forEach((key, tensor) -> state.put("fc." + key, tensor));
            Map<String, Tensor> first = new LinkedHashMap<>();
            arrays.below(name + "/state/").forEach((key, array) -> first.put(key, array.tensor()));
            Tensors.copyInto(state, first);

            Tensor logits = head.forward(features(network, x));
            Tensor loss =
                    torch.cross_entropy_loss(logits, arrays.get(name + "/y").tensor());
            loss.backward();
            difference.add(name + "/logits", logits);
            difference.add(name + "/loss", loss);
            arrays.below(name + "/grad/")
                    .keySet()
                    .forEach(key -> difference.add(
                            name + "/grad/" + key,
                            Objects.requireNonNull(state.get(key), key).grad()));
            arrays.below(name + "/after/")
                    .keySet()
                    .forEach(
                            key -> difference.add(name + "/after/" + key, Objects.requireNonNull(state.get(key), key)));
            network.train(false);
            try (NoGradGuard guard = new NoGradGuard()) {
                difference.add(name + "/evaluated", head.forward(features(network, x)));
            }
        }
        System.out.printf(Locale.ROOT, "%s: largest relative difference from torch %.1e%n", name, difference.largest);
    }

    /** Differences relative to the largest magnitude of an array. */
    private static final class Difference {
        private final double allowed;
        private double largest;

        Difference(double allowed) {
            this.allowed = allowed;
        }

        void add(String key, Tensor found) {
            double[] expected = arrays.get(key).values();
            double[] ours = Tensors.toDoubles(found);
            assertThat(ours).as(key).hasSameSizeAs(expected);
            double scale = Math.max(Arrays.stream(expected).map(Math::abs).max().orElse(0), 1e-3);
            for (int i = 0; i < ours.length; i++) {
                double off = Math.abs(ours[i] - expected[i]) / scale;
                if (!(off <= allowed)) {
                    throw new AssertionError(
                            String.format(Locale.ROOT, "%s [%d]: %s, in torch %s", key, i, ours[i], expected[i]));
                }
                largest = Math.max(largest, off);
            }
        }
    }
}
