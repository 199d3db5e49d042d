package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.algorithm.Minibatch;
import org.shiftbed.learn.algorithm.TestTimeAdaptation;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;
import org.shiftbed.learn.weights.Safetensors;
import org.shiftbed.learn.weights.StateDict;
import org.shiftbed.learn.weights.StoredTensor;

/** Batch statistics that are adapted to each value of the attribute, with a network of 13 normalisations. */
class BnAdaptTest {
    private static final String NETWORK = "wide-resnet";

    @TempDir
    Path folder;

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    @Test
    void a18WhereTrainingCountsForEverythingScoresAreThoseOfTraining() throws IOException {
        TinyRun.Log erm = run("ERM", 16, Map.of());
        TinyRun.Log far = run("BNAdapt", 16, Map.of("r", 1e12));
        TinyRun.Log near = run("BNAdapt", 16, Map.of());
        assertThat(weights("BNAdapt")).isEqualTo(weights("ERM"));
        for (int i = 0; i < erm.checkpoints.size(); i++) {
            for (String part : List.of("val_id", "val_oracle_best")) {
                Checkpoint.Score expected = score(erm, i, part);
                assertThat(score(far, i, part).correct()).isEqualTo(expected.correct());
                assertThat(score(far, i, part).loss()).isCloseTo(expected.loss(), within(1e-6));
                assertThat(score(near, i, part).loss()).isNotCloseTo(expected.loss(), within(1e-4));
            }
        }
    }

    /** The running statistics of training are means over batches of the same pictures, the latest most. */
    @Test
    void a18WherePicturesOfTrainingAreAdaptedToStatisticsBarelyMove() {
        try (PointerScope scope = new PointerScope();
                Algorithm made = algorithm(Map.of("lr", 1e-12))) {
            ImageLoader images = new ImageLoader(TinyRun.DATASET, Precision.FLOAT32, "cpu", 120);
            int[] training = IntStream.range(0, 120).toArray();
            // Statistics move, and weights hardly do.
            for (int i = 0; i < 60; i++) {
                try (PointerScope step = new PointerScope()) {
                    made.update(List.of(
                            new Minibatch(0, images.load(training, 0, 120, 120), Tensors.of(new long[120], 120))));
                }
            }
            made.train(false);
            Map<String, StoredTensor> source = StateDict.copy(made);
            TestTimeAdaptation adapting = (TestTimeAdaptation) made;
            double own = moved(adapting, images, training);
            double other = moved(
                    adapting,
                    images,
                    IntStream.of(training).filter(row -> row / 2 % 2 == 1).toArray());
            assertThat(own).isLessThan(2e-3);
            assertThat(other).isGreaterThan(10 * own);
            assertThat(StateDict.copy(made)).isEqualTo(source);
        }
    }

    /** The largest change of a running mean, in running standard deviations. */
    private static double moved(TestTimeAdaptation made, ImageLoader images, int[] rows) {
        Map<String, double[]> source = statistics(made);
        made.collect(images.load(rows, 0, rows.length, rows.length));
        made.mix();
        Map<String, double[]> adapted = statistics(made);
        made.forget();
        double largest = 0;
        for (String name : source.keySet()) {
            if (name.endsWith("running_mean")) {
                double[] before = Objects.requireNonNull(source.get(name));
                double[] after = Objects.requireNonNull(adapted.get(name));
                double[] variance = Objects.requireNonNull(source.get(name.replace("running_mean", "running_var")));
                for (int c = 0; c < before.length; c++) {
                    largest = Math.max(largest, Math.abs(after[c] - before[c]) / Math.sqrt(variance[c] + 1e-5));
                }
            }
        }
        return largest;
    }

    private static Map<String, double[]> statistics(Algorithm made) {
        Map<String, double[]> statistics = new TreeMap<>();
        made.state().forEach((name, tensor) -> {
            if (name.startsWith("featurizer.") && name.contains("running_")) {
                statistics.put(name, Tensors.toDoubles(tensor));
            }
        });
        assertThat(statistics).hasSize(2 * 13);
        return statistics;
    }

    @Test
    void eachValueOfAPartIsAdaptedToWholeBatchesOfItsOwnPictures() {
        try (PointerScope scope = new PointerScope();
                Algorithm made = algorithm(Map.of());
                NoGradGuard guard = new NoGradGuard()) {
            ImageLoader images = new ImageLoader(TinyRun.DATASET, Precision.FLOAT32, "cpu", 64);
            Evaluator evaluator =
                    new Evaluator(TinyRun.SPLIT, 2, images, made, false, 8, List.of("val_id", "test"), () -> {});
            Map<String, StoredTensor> source = StateDict.copy(made);
            evaluator.evaluate(List.of("test"));
            assertThat(StateDict.copy(made)).isEqualTo(source);
            made.train(false);
            TestTimeAdaptation adapting = (TestTimeAdaptation) made;
            int[] environmentOf = TinyRun.SPLIT.environmentOf();
            double loss = 0;
            for (int environment : new int[] {-1, 0, 1}) {
                int[] rows = IntStream.range(200, 240)
                        .filter(row -> environmentOf[row] == environment)
                        .toArray();
                if (environment >= 0) {
                    // 20 and 19 rows: two batches of 8.
                    adapting.collect(images.load(rows, 0, 8, 8));
                    adapting.collect(images.load(rows, 8, 8, 8));
                    adapting.mix();
                }
                Tensor logits = made.predict(images.load(rows, 0, rows.length, rows.length));
                loss += nats(logits, rows);
                adapting.forget();
            }
            assertThat(evaluator.score("test").loss()).isCloseTo(loss / 40, within(1e-5));
        }
    }

    @Test
    void valueWithTooFewPicturesKeepsTheStatisticsOfTraining() throws IOException {
        // 20 pictures of each color in val_id.
        TinyRun.Log erm = run("ERM", 32, Map.of());
        double trained = score(erm, 6, "val_id").loss();
        assertThat(score(run("BNAdapt", 32, Map.of()), 6, "val_id").loss()).isEqualTo(trained);
        assertThat(score(run("BNAdapt", 32, Map.of("min_images", 21L)), 6, "val_id")
                        .loss())
                .isEqualTo(trained);
        double adapted = score(run("BNAdapt", 32, Map.of("min_images", 20L)), 6, "val_id")
                .loss();
        assertThat(adapted).isNotCloseTo(trained, within(1e-4));
    }

    @Test
    void networkWithoutBatchNormalisationIsRefused() {
        AlgorithmFactory factory = Algorithms.require("BNAdapt", "test");
        String reason = factory.unfit(TinyRun.SHAPE, Networks.require("small-cnn", "test"));
        assertThat(reason)
                .isEqualTo("adapts the statistics of batch normalisation, which network small-cnn does not have; name"
                        + " one that has, as in network: resnet18-small");
        assertThatThrownBy(() -> Trainer.train(
                        TinyRun.task("BNAdapt", null, Precision.FLOAT32, TinyRun.PLAN, 3), new TinyRun.Log()))
                .isInstanceOf(UserError.class)
                .hasMessage(
                        "algorithm BNAdapt: adapts the statistics of batch normalisation, which network mlp does not"
                                + " have; name one that has, as in network: resnet18-small");
        for (String name : Networks.names()) {
            assertThat(Networks.require(name, "test").normalisesBatches())
                    .as(name)
                    .isEqualTo(name.contains("resnet"));
        }
    }

    private static double nats(Tensor logits, int[] rows) {
        double[] values = Tensors.toDoubles(logits);
        double sum = 0;
        for (int i = 0; i < rows.length; i++) {
            sum += Math.log(Math.exp(values[2 * i]) + Math.exp(values[2 * i + 1])) - values[2 * i + rows[i] % 2];
        }
        return sum;
    }

    private static Algorithm algorithm(Map<String, Object> given) {
        TrainingTask task =
                TinyRun.with(TinyRun.task("BNAdapt", null, Precision.FLOAT32, TinyRun.PLAN, 3, given), NETWORK, 30, 16);
        Algorithm made =
                new TrainingRun(task, new TinyRun.Log(), Trainer.batches(task), RateControl.NONE, null).create();
        made.train(true);
        return made;
    }

    private TinyRun.Log run(String algorithm, int batch, Map<String, Object> given) {
        TinyRun.Log log = new TinyRun.Log();
        TrainingTask task =
                TinyRun.task(algorithm, folder.resolve(algorithm), Precision.FLOAT32, TinyRun.PLAN, 3, given);
        assertThat(Trainer.train(TinyRun.with(task, NETWORK, 30, batch), log)).isEqualTo(Trainer.Ending.FINISHED);
        return log;
    }

    private static Checkpoint.Score score(TinyRun.Log log, int checkpoint, String part) {
        return Objects.requireNonNull(log.checkpoints.get(checkpoint).scores().get(part));
    }

    private Map<String, StoredTensor> weights(String name) throws IOException {
        return Safetensors.read(folder.resolve(name).resolve("weights/last.safetensors"))
                .tensors();
    }
}
