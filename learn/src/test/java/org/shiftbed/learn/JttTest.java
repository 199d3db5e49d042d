package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.Minibatch;
import org.shiftbed.learn.algorithm.TwoStage;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;
import org.shiftbed.learn.weights.Safetensors;
import org.shiftbed.learn.weights.StateDict;
import org.shiftbed.learn.weights.StoredTensor;
import org.shiftbed.shift.BatchSource;

/** Just train twice: 30 steps, of which the first model has 15. */
class JttTest {
    private static final int FIRST = 15;

    @TempDir
    Path folder;

    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    /** The second half of the run goes on with weights, moments and batches of the first. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"mlp", "wide-resnet"})
    void a19GoingOnWithWeightOneEqualsUninterruptedErmBitForBit(String network) throws IOException {
        TinyRun.Log jtt = run(task("JTT", "jtt", network, 30, Map.of("restart", false, "lambda", 1.0)));
        TinyRun.Log erm = run(task("ERM", "erm", network, 30, Map.of()));
        assertThat(weights("jtt")).isEqualTo(weights("erm"));
        List<Checkpoint> second = second(jtt);
        assertThat(second).extracting(Checkpoint::step).containsExactly(15, 20, 25, 29);
        assertThat(scores(second))
                .isEqualTo(scores(erm.checkpoints.stream()
                        .filter(checkpoint -> checkpoint.step() >= FIRST)
                        .toList()));
    }

    @Test
    void secondStageStartsAnewAndIsErmOnTheOtherHalfWhereNoRowWeighsMore() throws IOException {
        run(task("JTT", "jtt", "mlp", 30, Map.of("lambda", 1.0)));
        TrainingTask erm = task("ERM", "erm", "mlp", 30 - FIRST, Map.of());
        BatchSource batches = Trainer.batches(erm);
        for (int i = 0; i < FIRST; i++) {
            assertThat(batches.next()).isNotEmpty();
        }
        Trainer.train(erm, new TinyRun.Log(), batches);
        assertThat(weights("jtt")).isEqualTo(weights("erm"));
    }

    @Test
    void recordsOfTheFirstStageHaveItsLossesAndNoScores() {
        TinyRun.Log log = run(task("JTT", "jtt", "mlp", 30, Map.of()));
        List<Checkpoint> first = log.checkpoints.stream()
                .filter(checkpoint -> checkpoint.stage() != null)
                .toList();
        assertThat(first).extracting(Checkpoint::step).containsExactly(0, 5, 10, 14);
        assertThat(first).allSatisfy(checkpoint -> {
            assertThat(checkpoint.scores()).isEmpty();
            assertThat(checkpoint.improved()).isEmpty();
            assertThat(checkpoint.losses()).containsKey("stage1_loss").doesNotContainKey("loss");
        });
        assertThat(first.get(3).losses().get("stage1_val_accuracy")).isBetween(0.5, 1.0);
        assertThat(second(log).get(0).losses()).containsKeys("loss", "errors");
        assertThat(log.steps).isEqualTo(30);
    }

    @Test
    void runThatIsCancelledInItsFirstStageEndsThere() {
        TinyRun.Log log = new TinyRun.Log();
        log.cancelAt = 3;
        assertThat(Trainer.train(task("JTT", "jtt", "mlp", 30, Map.of()), log)).isEqualTo(Trainer.Ending.CANCELLED);
        assertThat(log.steps).isEqualTo(3);
        assertThat(folder.resolve("jtt/weights")).doesNotExist();
    }

    @Test
    void oneStepIsTooFewForTwoStages() {
        assertThatThrownBy(() -> run(task("JTT", "jtt", "mlp", 1, Map.of())))
                .isInstanceOf(UserError.class)
                .hasMessage("algorithm JTT: its first stage has no update in 1 steps; write more of them under"
                        + " training.steps");
    }

    @Test
    void rowsThatTheFrozenFirstModelGetsWrongWeighTwentyTimesAsMuch() {
        TrainingTask task = task("JTT", null, "mlp", 30, Map.of());
        try (PointerScope scope = new PointerScope();
                Algorithm made = new TrainingRun(task, new TinyRun.Log(), Trainer.batches(task), RateControl.NONE, null)
                        .create()) {
            TwoStage jtt = (TwoStage) made;
            Map<String, StoredTensor> atStart = StateDict.copy(jtt);
            ImageLoader images = new ImageLoader(TinyRun.DATASET, Precision.FLOAT32, "cpu", 64);
            // Two updates leave the first model with errors.
            for (int i = 0; i < 2; i++) {
                assertThat(jtt.updateFirst(batch(images, 16 * i, 16), 0)).containsOnlyKeys("loss");
            }
            jtt.endFirst();
            assertThat(StateDict.copy(jtt)).isEqualTo(atStart);
            boolean[] wrong = wrong(jtt, images);
            assertThat(IntStream.range(0, 24).filter(i -> wrong[i]).count()).isBetween(1L, 23L);
            for (int update = 0; update < 3; update++) {
                double[] logits;
                try (NoGradGuard guard = new NoGradGuard()) {
                    logits = Tensors.toDoubles(jtt.predict(images.load(rows(0, 24), 0, 24, 24)));
                }
                double sum = 0;
                for (int i = 0; i < 24; i++) {
                    int y = i % 2;
                    double nats = Math.log(Math.exp(logits[2 * i]) + Math.exp(logits[2 * i + 1])) - logits[2 * i + y];
                    sum += (wrong[i] ? 20 : 1) * nats;
                }
                Map<String, Double> values = jtt.update(batch(images, 0, 24));
                assertThat(Objects.requireNonNull(values.get("loss"))).isCloseTo(sum / 24, within(1e-4 * sum / 24));
                assertThat(Objects.requireNonNull(values.get("errors")))
                        .isCloseTo(IntStream.range(0, 24).filter(i -> wrong[i]).count() / 24.0, within(1e-12));
            }
            // The first model does not move.
            assertThat(wrong(jtt, images)).isEqualTo(wrong);
        }
    }

    /** Row by row, from the accuracy of one. */
    private static boolean[] wrong(TwoStage jtt, ImageLoader images) {
        boolean[] wrong = new boolean[24];
        try (NoGradGuard guard = new NoGradGuard()) {
            for (int i = 0; i < wrong.length; i++) {
                wrong[i] =
                        Objects.requireNonNull(jtt.assess(batch(images, i, 1)).get("accuracy")) == 0;
            }
        }
        return wrong;
    }

    /** Their labels are the parity of their numbers. */
    private static List<Minibatch> batch(ImageLoader images, int from, int count) {
        Tensor y = Tensors.of(
                IntStream.range(from, from + count).mapToLong(row -> row % 2).toArray(), count);
        return List.of(new Minibatch(0, images.load(rows(from, count), 0, count, count), y));
    }

    private static int[] rows(int from, int count) {
        return IntStream.range(from, from + count).toArray();
    }

    private static TinyRun.Log run(TrainingTask task) {
        TinyRun.Log log = new TinyRun.Log();
        assertThat(Trainer.train(task, log)).isEqualTo(Trainer.Ending.FINISHED);
        return log;
    }

    private TrainingTask task(
            String algorithm, @Nullable String name, String network, int steps, Map<String, Object> given) {
        return TinyRun.with(
                TinyRun.task(
                        algorithm,
                        name == null ? null : folder.resolve(name),
                        Precision.FLOAT32,
                        TinyRun.PLAN,
                        3,
                        given),
                network,
                steps,
                16);
    }

    private Map<String, StoredTensor> weights(String name) throws IOException {
        return Safetensors.read(folder.resolve(name).resolve("weights/last.safetensors"))
                .tensors();
    }

    private static List<Checkpoint> second(TinyRun.Log log) {
        return log.checkpoints.stream()
                .filter(checkpoint -> checkpoint.stage() == null)
                .toList();
    }

    private static List<String> scores(List<Checkpoint> checkpoints) {
        List<String> scores = new ArrayList<>();
        for (Checkpoint checkpoint : checkpoints) {
            for (String part : List.of("val_id", "val_oracle_best")) {
                Checkpoint.Score score =
                        Objects.requireNonNull(checkpoint.scores().get(part));
                scores.add(
                        part + " " + score.correct() + " " + score.loss() + " " + Arrays.deepToString(score.cells()));
            }
        }
        return scores;
    }
}
