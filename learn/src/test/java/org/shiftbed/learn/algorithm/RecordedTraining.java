package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.base.Seed;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.golden.Npz;
import org.shiftbed.learn.golden.RecordedDraws;
import org.shiftbed.learn.golden.RecordedMethod;
import org.shiftbed.learn.torch.Tensors;

/** Replays recorded trainings of the controlled forms, weights, batches and draws given. */
final class RecordedTraining {
    /** Ours, with the recorded name in its place: {@code adversary.input.} stands for {@code adversary.0.}. */
    private static final Map<String, String> DANN = Map.of(
            "featurizer.0.", "featurizer.0.",
            "featurizer.1.", "featurizer.1.",
            "classifier.0.", "classifier.",
            "adversary.0.", "adversary.input.",
            "adversary.1.", "adversary.hiddens.0.",
            "adversary.2.", "adversary.output.");

    private static final Map<String, String> SAGNET = Map.of(
            "trunk.0.", "featurizer.0.",
            "trunk.1.", "featurizer.1.",
            "content.0.", "classifier.0.",
            "content.1.", "classifier.2.",
            "content.2.", "classifier.4.",
            "content.3.", "classifier.6.",
            "style.0.", "style.0.",
            "style.1.", "style.2.",
            "style.2.", "style.4.",
            "style.3.", "style.6.");

    private RecordedTraining() {}

    static void sagNet(RecordedMethod recorded) {
        Map<String, Object> given = recorded.object("hparams");
        RecordedDraws draws = new RecordedDraws();
        Algorithm algorithm = Algorithms.create(
                "SagNet",
                new AlgorithmFactory.Context(
                        new ImageShape(3, 12, 12),
                        0,
                        3,
                        1,
                        "controlled",
                        Set.of(),
                        Map.of(
                                "lr", RecordedMethod.number(given, "lr"),
                                "lambda", RecordedMethod.number(given, "lambda_a"),
                                "weight_decay", 0.0),
                        "recorded-trunk",
                        recorded.precision(),
                        "cpu",
                        draws));
        algorithm.load(state(recorded, algorithm, SAGNET));
        for (int step = 0; recorded.has("batch/step" + step + "/x"); step++) {
            String rand = "rand/step" + step + "/";
            Map<String, Npz.Array> expected = new LinkedHashMap<>();
            expected.put("00_rand", recorded.array(rand + "alpha"));
            expected.put("01_randperm", recorded.array(rand + "permutation_content"));
            expected.put("02_randperm", recorded.array(rand + "permutation_style"));
            draws.expect(expected);
            String prefix = "batch/step" + step + "/";
            Map<String, Double> found = algorithm.update(
                    List.of(new Minibatch(0, recorded.input(prefix + "x"), recorded.whole(prefix + "y"))));
            prefix = "update/step" + step + "/";
            recorded.close(prefix + "content", value(found, "nll"));
            recorded.close(prefix + "model", value(found, "loss"));
            recorded.close(prefix + "style_step", value(found, "style"));
            compareWeights(recorded, algorithm, SAGNET, "after" + (step + 1) + "/");
        }
        predict(recorded, algorithm);
    }

    static void dann(RecordedMethod recorded) {
        Map<String, Object> recordedHyperparameters = recorded.object("hparams");
        Map<String, Object> hyperparameters = Map.of(
                "lr",
                RecordedMethod.number(recordedHyperparameters, "lr"),
                "lambda",
                RecordedMethod.number(recordedHyperparameters, "lambda_a"),
                "weight_decay",
                0.0,
                "on",
                "features");
        Algorithm algorithm = Algorithms.create(
                "DANN",
                new AlgorithmFactory.Context(
                        new ImageShape(1, 1, 1),
                        10,
                        4,
                        3,
                        "controlled",
                        Set.of(),
                        hyperparameters,
                        "recorded-two-layers",
                        recorded.precision(),
                        "cpu",
                        new SeededDraws(Seed.of("unused"))));
        algorithm.load(state(recorded, algorithm, DANN));
        for (int step = 0; recorded.has("batch/step" + step + "/x"); step++) {
            Map<String, Double> found = algorithm.update(batch(recorded, step));
            String prefix = "update/step" + step + "/";
            recorded.close(prefix + "classifier", value(found, "nll"));
            recorded.close(prefix + "model", value(found, "loss"));
            recorded.close(prefix + "adversary", value(found, "adversary"));
            recorded.close(prefix + "adversary_accuracy", value(found, "adversary_accuracy"));
            compareWeights(recorded, algorithm, DANN, "after" + (step + 1) + "/");
        }
        predict(recorded, algorithm);
    }

    private static double value(Map<String, Double> values, String name) {
        return Objects.requireNonNull(values.get(name), name);
    }

    /** The recorded batch, grouped by domain, each row with its position. */
    private static List<Minibatch> batch(RecordedMethod recorded, int step) {
        String prefix = "batch/step" + step + "/";
        Tensor x = recorded.input(prefix + "x");
        Tensor y = recorded.whole(prefix + "y");
        int[] domainOf = recorded.ints(prefix + "a");
        List<Minibatch> batch = new ArrayList<>();
        for (int domain = 0; domain < 3; domain++) {
            int own = domain;
            int[] rows = IntStream.range(0, domainOf.length)
                    .filter(i -> domainOf[i] == own)
                    .toArray();
            if (rows.length > 0) {
                Tensor index = Tensors.of(IntStream.of(rows).asLongStream().toArray(), rows.length);
                batch.add(new Minibatch(domain, x.index_select(0, index), y.index_select(0, index), rows));
            }
        }
        return batch;
    }

    /** The initial weights under our names; what is not recorded stays. */
    private static Map<String, Tensor> state(RecordedMethod recorded, Algorithm algorithm, Map<String, String> names) {
        Map<String, Tensor> state = new LinkedHashMap<>(algorithm.state());
        names.forEach((theirs, ours) -> {
            for (String kind : List.of("weight", "bias")) {
                if (!state.containsKey(ours + kind)) {
                    throw new AssertionError("no state " + ours + kind + " in " + state.keySet());
                }
                state.put(ours + kind, recorded.input("init/" + theirs + kind));
            }
        });
        return state;
    }

    private static void compareWeights(
            RecordedMethod recorded, Algorithm algorithm, Map<String, String> names, String moment) {
        double tolerance = recorded.tolerance("after3_max_abs");
        names.forEach((theirs, ours) -> {
            for (String kind : List.of("weight", "bias")) {
                String key = moment + theirs + kind;
                if (recorded.has(key)) {
                    recorded.close(
                            key,
                            Tensors.toDoubles(
                                    Objects.requireNonNull(algorithm.state().get(ours + kind))),
                            tolerance);
                }
            }
        });
    }

    private static void predict(RecordedMethod recorded, Algorithm algorithm) {
        algorithm.train(false);
        try (NoGradGuard guard = new NoGradGuard()) {
            recorded.close("predict/logits", algorithm.predict(recorded.input("predict/x")));
        }
    }
}
