package org.shiftbed.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.algorithm.Minibatch;
import org.shiftbed.learn.golden.Formula;
import org.shiftbed.learn.golden.RecordedDraws;
import org.shiftbed.learn.golden.Sums;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/**
 * Compares every network of a folder of recorded numbers, by name, with weights and inputs given by formula. The folder is given by the system
 * property {@code shiftbed.golden.networks}; networks that are not registered are skipped by name.
 */
class NetworkGoldenTest {
    /** Ours for those that are recorded under another name. */
    private static final Map<String, String> NAMES = Map.of("MNIST_CNN", "mnist-cnn", "vit_small", "vit-f1");

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    @TestFactory
    Stream<DynamicTest> everyRecordedNetworkIsReproduced() throws IOException {
        Path folder = Path.of(System.getProperty("shiftbed.golden.networks", "src/test/resources/golden/networks"));
        List<Path> files;
        try (Stream<Path> list = Files.list(folder)) {
            files = list.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
        assertThat(files).isNotEmpty();
        return files.stream()
                .flatMap(file -> Stream.of(Precision.values())
                        .map(precision -> DynamicTest.dynamicTest(file.getFileName() + " " + precision, () -> {
                            Map<String, Object> json = CanonicalJson.parseObject(Files.readString(file));
                            String recorded = (String) at(json, "network");
                            String name = NAMES.getOrDefault(recorded, recorded);
                            assumeTrue(Networks.names().contains(name), "network " + name + " is not registered");
                            try (PointerScope scope = new PointerScope()) {
                                if (json.containsKey("algorithm")) {
                                    comparesUpdates(json, name, precision);
                                } else {
                                    comparesPasses(json, name, precision);
                                }
                            }
                        })));
    }

    /** A network with a linear head: evaluation, then one pass in training mode with gradients and moved statistics, then evaluation. */
    private static void comparesPasses(Map<String, Object> json, String name, Precision precision) {
        int classes = ((Number) at(json, "num_classes")).intValue();
        long[] evalShape = wholes(at(json, "eval", "input_shape"));
        long[] trainShape = wholes(at(json, "train", "input_shape"));
        ImageShape shape = new ImageShape((int) evalShape[1], (int) evalShape[2], (int) evalShape[3]);
        Network network = Networks.require(name, "test")
                .create(new NetworkFactory.Request(
                        shape,
                        0,
                        new HyperparameterValues(Map.of("vit_dropout", 0.0)),
                        precision,
                        "cpu",
                        new RecordedDraws()));
        Classifier head = new Classifier(network.features(), classes, false, new NamedTensors(precision, "cpu"));
        Map<String, Tensor> state = new LinkedHashMap<>();
        network.state().forEach((key, tensor) -> state.put(key.replaceFirst("^network\\.", ""), tensor));
        String top = block(at(json, "kinds")).containsKey("fc.weight") ? "fc." : "heads.head.";
        head.state().forEach((key, tensor) -> state.put(top + key, tensor));
        fill(json, state, block(at(json, "parameters")));

        boolean exact = precision == Precision.FLOAT64;
        double share = exact ? 2e-8 : 3 * number(at(json, "f32_vs_f64", "grad_l2_max_rel")) + 1e-6;
        double spread = exact ? 1e-7 : 3 * number(at(json, "f32_vs_f64", "grad_sum_max_abs_over_l2")) + 1e-6;
        double lossDifference = exact ? 1e-7 : 10 * number(at(json, "f32_vs_f64", "train_loss")) + 1e-6;
        Formula formula = new Formula(block(at(json, "formula")));
        Tensor evalX = formula.input(0, evalShape).to(Tensors.type(precision));
        Tensor trainX = formula.input(0, trainShape).to(Tensors.type(precision));
        network.train(false);
        logits(json, "eval", "eval_logits", precision, head.forward(network.forward(evalX)));
        network.train(true);
        Tensor logits = head.forward(network.forward(trainX));
        logits(json, "train", "train_logits", precision, logits);
        long[] labels = wholes(at(json, "train", "labels"));
        Tensor loss = torch.cross_entropy_loss(logits, Tensors.of(labels, labels.length));
        Object expectedLoss = exact ? at(json, "float64_reference", "train_loss") : at(json, "train", "loss");
        assertThat(Math.abs(Tensors.item(loss) - number(expectedLoss))).isLessThan(lossDifference);
        loss.backward();
        double[] worst = {0};
        block(exact ? at(json, "float64_reference", "grads") : at(json, "train", "grads"))
                .forEach((key, sums) -> {
                    Sums found = Sums.of(Tensors.toDoubles(
                            Objects.requireNonNull(state.get(key), key).grad()));
                    Sums expected = Sums.read(sums);
                    worst[0] = Math.max(worst[0], Math.abs(found.l2() - expected.l2()) / (expected.l2() + 1e-9));
                    Sums.assertClose("gradient of " + key, found, expected, share, spread * expected.l2());
                });
        System.out.printf(
                Locale.ROOT, "%s %s: gradients off by at most %.1e of their length%n", name, precision, worst[0]);
        block(at(json, "train", "buffers_after_forward"))
                .forEach((key, sums) -> Sums.assertClose(
                        key,
                        Sums.of(Tensors.toDoubles(Objects.requireNonNull(state.get(key), key))),
                        Sums.read(sums),
                        3e-5));
        network.train(false);
        logits(
                json,
                "eval_after_train_forward",
                "eval_logits_after_train_forward",
                precision,
                head.forward(network.forward(evalX)));
        network.close();
        head.close();
    }

    /** A network under an algorithm: features, logits, loss and gradients of the first update, weights after it, logits after five. */
    private static void comparesUpdates(Map<String, Object> json, String name, Precision precision) {
        long[] input = wholes(at(json, "input_shape"));
        ImageShape shape = new ImageShape((int) input[0], (int) input[1], (int) input[2]);
        boolean exact = precision == Precision.FLOAT64;
        List<?> labels = (List<?>) at(json, "labels");
        Algorithm algorithm = Algorithms.require((String) at(json, "algorithm"), "test")
                .create(new AlgorithmFactory.Context(
                        shape,
                        0,
                        ((Number) at(json, "num_classes")).intValue(),
                        labels.size(),
                        "domainbed",
                        Set.of("algorithm"),
                        block(at(json, "hparams")),
                        name,
                        precision,
                        "cpu",
                        new RecordedDraws()));
        Map<String, Tensor> state = new LinkedHashMap<>(algorithm.state());
        state.keySet().removeIf(key -> key.startsWith("network."));
        fill(json, state, block(at(json, "init")));
        Formula formula = new Formula(block(at(json, "formula")));
        List<Minibatch> minibatches = new ArrayList<>();
        for (int e = 0; e < labels.size(); e++) {
            long[] y = wholes(labels.get(e));
            long from = (long) e * y.length * shape.bytes();
            Tensor x = formula.input(from, y.length, input[0], input[1], input[2]);
            minibatches.add(new Minibatch(e, x.to(Tensors.type(precision)), Tensors.of(y, y.length)));
        }
        Tensor all = Tensors.concatenate(minibatches.stream().map(Minibatch::x).toList());
        predicted(json, "logits_before", precision, algorithm, all);
        double share = exact ? 1e-7 : 1e-5;
        // Optimisers keep gradients to themselves; these are of the same loss, left where autograd leaves them.
        Tensor y = Tensors.concatenate(minibatches.stream().map(Minibatch::y).toList());
        torch.cross_entropy_loss(algorithm.predict(all), y).backward();
        block(exact ? at(json, "float64_reference", "grads") : at(json, "grads"))
                .forEach((key, sums) -> Sums.assertClose(
                        "gradient of " + key,
                        Sums.of(Tensors.toDoubles(
                                Objects.requireNonNull(state.get(key), key).grad())),
                        Sums.read(sums),
                        share));
        Map<String, Double> first = algorithm.update(minibatches);
        Object loss = exact ? at(json, "float64_reference", "loss") : at(json, "loss");
        assertThat(Math.abs(Objects.requireNonNull(first.get("loss")) - number(loss)))
                .isLessThan(exact ? 2e-9 : 1e-6);
        block(exact ? at(json, "float64_reference", "after1") : at(json, "after1"))
                .forEach((key, sums) -> Sums.assertClose(
                        key + " after 1",
                        Sums.of(Tensors.toDoubles(Objects.requireNonNull(state.get(key), key))),
                        Sums.read(sums),
                        share));
        predicted(json, "logits_after1", precision, algorithm, all);
        for (int update = 2; update <= 5; update++) {
            algorithm.update(minibatches);
        }
        predicted(json, "logits_after5", precision, algorithm, all);
        algorithm.close();
    }

    private static void predicted(
            Map<String, Object> json, String key, Precision precision, Algorithm algorithm, Tensor x) {
        boolean exact = precision == Precision.FLOAT64;
        try (NoGradGuard guard = new NoGradGuard()) {
            Object expected = exact ? at(json, "float64_reference", key) : at(json, key);
            close(key, Tensors.toDoubles(algorithm.predict(x)), flat(expected), exact ? 1e-7 : 2e-5);
        }
    }

    private static void logits(Map<String, Object> json, String block, String key, Precision precision, Tensor found) {
        boolean exact = precision == Precision.FLOAT64;
        Object expected = exact ? at(json, "float64_reference", key) : at(json, block, "logits");
        double tolerance = exact ? 1e-6 : 10 * number(at(json, "f32_vs_f64", key));
        close(key, Tensors.toDoubles(found), flat(expected), tolerance);
    }

    /** Sets every parameter by formula, checks its recorded sums, and that no parameter is left out. */
    private static void fill(Map<String, Object> json, Map<String, Tensor> state, Map<String, Object> recorded) {
        Formula formula = new Formula(block(at(json, "formula")));
        Map<String, Object> kinds = block(at(json, "kinds"));
        List<String> trained = state.keySet().stream()
                .filter(key -> !key.matches(".*(running_mean|running_var|num_batches_tracked)"))
                .toList();
        assertThat(trained).containsExactlyInAnyOrderElementsOf(kinds.keySet());
        try (NoGradGuard guard = new NoGradGuard()) {
            state.forEach((key, tensor) -> {
                if (kinds.get(key) instanceof String kind) {
                    Tensor values = formula.parameter(key, kind, tensor.shape());
                    tensor.copy_(values);
                    Sums.assertClose(key, Sums.of(Tensors.toDoubles(values)), Sums.read(at(recorded, key)), 1e-8);
                } else {
                    tensor.fill_(new Scalar(Formula.bufferStart(key)));
                }
            });
        }
    }

    private static Object at(Map<String, Object> json, String... path) {
        Object value = json;
        for (String key : path) {
            value = Objects.requireNonNull(block(value).get(key), key);
        }
        return value;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> block(Object value) {
        return (Map<String, Object>) value;
    }

    private static double number(Object value) {
        return CanonicalJson.number(value);
    }

    private static long[] wholes(Object value) {
        return ((List<?>) value)
                .stream().mapToLong(each -> ((Number) each).longValue()).toArray();
    }

    private static double[] flat(Object rows) {
        return ((List<?>) rows)
                .stream()
                        .flatMap(row -> ((List<?>) row).stream())
                        .mapToDouble(CanonicalJson::number)
                        .toArray();
    }

    private static void close(String what, double[] found, double[] expected, double tolerance) {
        assertThat(found).as(what).hasSameSizeAs(expected);
        for (int i = 0; i < found.length; i++) {
            assertThat(Math.abs(found[i] - expected[i]))
                    .as("%s [%d]: %s, recorded %s", what, i, found[i], expected[i])
                    .isLessThanOrEqualTo(tolerance);
        }
    }
}
