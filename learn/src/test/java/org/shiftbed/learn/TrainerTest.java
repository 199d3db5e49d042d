package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.learn.TrainingTask.EvaluationPlan;
import org.shiftbed.learn.TrainingTask.Keep;
import org.shiftbed.learn.TrainingTask.Tracker;
import org.shiftbed.learn.weights.Safetensors;
import org.shiftbed.shift.BatchSource.EnvironmentRows;

class TrainerTest {
    @TempDir
    Path folder;

    @Test
    void checkpointsComeEveryFiveStepsAndAfterTheLast() {
        TinyRun.Log log = run(TinyRun.task(null));
        assertThat(log.checkpoints.stream().map(Checkpoint::step)).containsExactly(0, 5, 10, 15, 20, 25, 29);
        assertThat(log.steps).isEqualTo(30);
        Checkpoint last = log.checkpoints.get(6);
        assertThat(last.imagesTrained()).isEqualTo(30 * 16);
        assertThat(last.epoch()).isEqualTo(30 * 16 / 120.0);
        assertThat(last.stepSeconds()).isPositive();
        assertThat(last.diverged()).isFalse();
        assertThat(last.losses()).containsOnlyKeys("loss");
    }

    @Test
    void residentMemoryIsKnownOnLinux() {
        long bytes = ResidentMemory.bytes();
        if (Files.exists(Path.of("/proc/self/status"))) {
            assertThat(bytes).isGreaterThan(Runtime.getRuntime().totalMemory() / 100);
        } else {
            assertThat(bytes).isEqualTo(-1);
        }
    }

    @Test
    void lossesAreMeansSinceThePreviousCheckpoint() {
        List<Double> each = new ArrayList<>();
        TrainingTask every = with(TinyRun.task(null), 6, 1, TinyRun.PLAN);
        run(every)
                .checkpoints
                .forEach(c -> each.add(Objects.requireNonNull(c.losses().get("loss"))));
        List<Checkpoint> sparse = run(with(TinyRun.task(null), 6, 3, TinyRun.PLAN)).checkpoints;
        assertThat(each).hasSize(6);
        assertThat(sparse.get(1).losses().get("loss"))
                .isCloseTo((each.get(1) + each.get(2) + each.get(3)) / 3, within(1e-12));
        assertThat(sparse.get(2).losses().get("loss")).isCloseTo((each.get(4) + each.get(5)) / 2, within(1e-12));
    }

    @Test
    void ermLearnsTheTinyTask() {
        TrainingTask task = TinyRun.task("ERM", null, Precision.FLOAT32, TinyRun.PLAN, 3, Map.of("lr", 0.01));
        Checkpoint last = run(with(task, 150, 50, TinyRun.PLAN)).checkpoints.get(3);
        assertThat(Objects.requireNonNull(last.scores().get("test")).accuracy()).isGreaterThan(0.9);
    }

    @Test
    void everyRowIsEvaluatedOnceAndOnlyWhenNeeded() {
        EvaluationPlan plan = new EvaluationPlan(
                List.of("val_id"),
                List.of("val_oracle_best"),
                List.of("test"),
                List.of(new Tracker("id", List.of("val_id"))),
                Keep.NONE);
        long expected = 0;
        double best = -1;
        TinyRun.Log log = run(with(TinyRun.task(null), 30, 5, plan));
        for (Checkpoint checkpoint : log.checkpoints) {
            double score =
                    Objects.requireNonNull(checkpoint.scores().get("val_id")).accuracy();
            boolean improved = score > best;
            best = Math.max(best, score);
            boolean last = checkpoint.step() == 29;
            // val_id has 40 rows, all of them among the 80 of val_oracle_best; test has 40 others.
            expected += (improved ? 80 : 40) + (last ? 40 : 0);
            assertThat(checkpoint.improved()).isEqualTo(improved ? List.of("id") : List.of());
            assertThat(checkpoint.imagesEvaluated()).isEqualTo(expected);
            assertThat(checkpoint.scores().containsKey("val_oracle_best")).isEqualTo(improved);
            assertThat(checkpoint.scores().containsKey("test")).isEqualTo(last);
        }
        assertThat(log.checkpoints.stream().filter(c -> c.improved().isEmpty())).isNotEmpty();
        assertThat(log.checkpoints.stream().filter(c -> !c.improved().isEmpty()))
                .hasSizeGreaterThan(1);
    }

    @Test
    void whatElseIsEvaluatedMovesNoNumber() {
        EvaluationPlan least = new EvaluationPlan(List.of("val_id"), List.of(), List.of("test"), List.of(), Keep.NONE);
        EvaluationPlan most = new EvaluationPlan(
                List.of("test", "train-0", "val_oracle_best", "val_id"), List.of(), List.of(), List.of(), Keep.NONE);
        Checkpoint a = run(with(TinyRun.task(null), 30, 5, least)).checkpoints.get(6);
        Checkpoint b = run(with(TinyRun.task(null), 30, 5, most)).checkpoints.get(6);
        for (String part : List.of("val_id", "test")) {
            Checkpoint.Score x = Objects.requireNonNull(a.scores().get(part));
            Checkpoint.Score y = Objects.requireNonNull(b.scores().get(part));
            assertThat(x.correct()).isEqualTo(y.correct());
            assertThat(x.loss()).isEqualTo(y.loss());
        }
    }

    @Test
    void cellsCountLabelsAndEnvironmentsAndLeaveOutRowsWithoutOne() {
        Checkpoint last = run(TinyRun.task(null)).checkpoints.get(6);
        Checkpoint.Score test = Objects.requireNonNull(last.scores().get("test"));
        long total = 0;
        long correct = 0;
        for (long[][] byEnvironment : test.cells()) {
            for (long[] cell : byEnvironment) {
                correct += cell[0];
                total += cell[1];
            }
        }
        assertThat(test.total()).isEqualTo(40);
        assertThat(total).isEqualTo(39);
        assertThat(test.correct() - correct).isBetween(0L, 1L);
        assertThat(test.cells()[1][1][1]).isEqualTo(9);
    }

    @Test
    void equalTasksGiveEqualNumbersAndWeightsAlsoAfterAnotherRun() throws IOException {
        TinyRun.Log first = run(TinyRun.task(folder.resolve("a")));
        run(TinyRun.task("ERM", folder.resolve("other"), Precision.FLOAT64, TinyRun.PLAN, 9));
        TinyRun.Log second = run(TinyRun.task(folder.resolve("b")));
        assertThat(second.numbers()).isEqualTo(first.numbers());
        for (String rule : List.of("last", "id", "oracle-best")) {
            String file = "weights/" + rule + ".safetensors";
            assertThat(Files.readAllBytes(folder.resolve("b").resolve(file)))
                    .isEqualTo(Files.readAllBytes(folder.resolve("a").resolve(file)))
                    .isNotEqualTo(Files.readAllBytes(folder.resolve("other").resolve(file)));
        }
    }

    @Test
    void anotherProcessGivesTheSameNumbersAndWeights() throws IOException, InterruptedException {
        TinyRun.Log here = run(TinyRun.task(folder.resolve("here")));
        Path numbers = folder.resolve("numbers.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        OtherProcess.class.getName(),
                        folder.resolve("there").toString(),
                        numbers.toString())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
        assertThat(Files.readAllLines(numbers)).isEqualTo(here.numbers());
        assertThat(Files.readAllBytes(folder.resolve("there/weights/last.safetensors")))
                .isEqualTo(Files.readAllBytes(folder.resolve("here/weights/last.safetensors")));
    }

    /** Trains the tiny task and writes down its numbers. */
    static final class OtherProcess {
        private OtherProcess() {}

        public static void main(String[] arguments) throws IOException {
            TinyRun.Log log = new TinyRun.Log();
            Trainer.train(TinyRun.task(Path.of(arguments[0])), log);
            Files.write(Path.of(arguments[1]), log.numbers());
        }
    }

    @Test
    void keepDecidesWhichWeightsStay() throws IOException {
        assertThat(kept(Keep.ALL)).containsExactlyInAnyOrder("id", "last", "oracle-best");
        assertThat(kept(Keep.BEST)).containsExactlyInAnyOrder("id", "oracle-best");
        assertThat(kept(Keep.LAST)).containsExactly("last");
        assertThat(kept(Keep.NONE)).isEmpty();
    }

    private List<String> kept(Keep keep) throws IOException {
        Path out = folder.resolve(keep.name());
        EvaluationPlan plan = new EvaluationPlan(
                TinyRun.PLAN.always(), List.of("test"), List.of("test"), TinyRun.PLAN.trackers(), keep);
        run(TinyRun.task("ERM", out, Precision.FLOAT32, plan, 3));
        if (!Files.exists(out.resolve("weights"))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(out.resolve("weights"))) {
            return files.map(file -> file.getFileName().toString().replace(".safetensors", ""))
                    .toList();
        }
    }

    @Test
    void weightsOfARuleAreThoseOfItsBestStep() throws IOException {
        TinyRun.Log log = run(TinyRun.task(folder));
        int best = log.checkpoints.stream()
                .filter(c -> c.improved().contains("oracle-best"))
                .mapToInt(Checkpoint::step)
                .max()
                .orElseThrow();
        assertThat(best).isPositive();
        Safetensors.Contents stored = Safetensors.read(folder.resolve("weights/oracle-best.safetensors"));
        assertThat(stored.metadata())
                .containsEntry("step", Integer.toString(best))
                .containsEntry("algorithm", "ERM");
        // A run that ends at that step has the same last weights.
        run(with(TinyRun.task(folder.resolve("short")), best + 1, 5, TinyRun.PLAN));
        assertThat(Safetensors.read(folder.resolve("short/weights/last.safetensors"))
                        .tensors())
                .isEqualTo(stored.tensors());
    }

    @Test
    void lossThatIsNotFiniteStopsTheRunAndLeavesNothing() throws IOException {
        TrainingTask task = TinyRun.task("ERM", folder, Precision.FLOAT32, TinyRun.PLAN, 3, Map.of("lr", 1e30));
        TinyRun.Log log = new TinyRun.Log();
        assertThat(Trainer.train(task, log)).isEqualTo(Trainer.Ending.DIVERGED);
        Checkpoint last = log.checkpoints.get(log.checkpoints.size() - 1);
        assertThat(last.diverged()).isTrue();
        assertThat(last.scores()).isEmpty();
        assertThat(log.checkpoints.stream().filter(Checkpoint::diverged)).hasSize(1);
        assertThat(log.steps).isEqualTo(last.step() + 1).isLessThan(30);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void cancelledRunStopsAtOnceAndLeavesNothing() throws IOException {
        TinyRun.Log log = new TinyRun.Log();
        log.cancelAt = 7;
        assertThat(Trainer.train(TinyRun.task(folder), log)).isEqualTo(Trainer.Ending.CANCELLED);
        assertThat(log.steps).isEqualTo(7);
        assertThat(log.checkpoints).hasSize(2);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void nativeErrorSaysAlgorithmStepAndShapes() {
        TrainingTask task = TinyRun.task(null);
        int[] rows = {0, 1, 2};
        // A label outside the classes: libtorch refuses it.
        assertThatThrownBy(() -> Trainer.train(
                        task, new TinyRun.Log(), () -> List.of(new EnvironmentRows(0, rows, new int[] {0, 1, 7}))))
                .isInstanceOf(RunFailure.class)
                .hasMessageStartingWith("ERM failed at step 0 on minibatches of [3x1x4x4 (environment 0)]: ")
                .hasMessageContaining("7")
                .hasCauseInstanceOf(RuntimeException.class);
    }

    @Test
    void trackerOfAPartThatIsNotAlwaysEvaluatedIsRefused() {
        EvaluationPlan plan = new EvaluationPlan(
                List.of("val_id"), List.of(), List.of(), List.of(new Tracker("x", List.of("test"))), Keep.NONE);
        assertThatThrownBy(() -> run(with(TinyRun.task(null), 3, 1, plan)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rule 'x'");
    }

    @Test
    void versionsNameLibrariesAndProcessorButNoMachine() {
        Map<String, String> versions = new HashMap<>(Libraries.versions(1));
        assertThat(versions)
                .containsOnlyKeys("javacpp", "pytorch", "openblas", "cpu", "instructions", "threads", "java", "os")
                .containsEntry("threads", "1");
        assertThat(versions.get("pytorch")).startsWith("2.");
        assertThat(versions.get("javacpp")).startsWith("1.5");
        assertThat(versions.get("openblas")).startsWith("0.3");
        assertThat(versions.values())
                .allSatisfy(value -> assertThat(value).isNotBlank().doesNotContain(System.getProperty("user.home")));
    }

    static TinyRun.Log run(TrainingTask task) {
        TinyRun.Log log = new TinyRun.Log();
        assertThat(Trainer.train(task, log)).isEqualTo(Trainer.Ending.FINISHED);
        return log;
    }

    private static TrainingTask with(TrainingTask t, int steps, int checkpointEvery, EvaluationPlan plan) {
        return new TrainingTask(
                t.dataset(),
                t.split(),
                t.protocol(),
                t.algorithm(),
                t.form(),
                t.strict(),
                t.hyperparameters(),
                t.network(),
                steps,
                t.batch(),
                checkpointEvery,
                t.precision(),
                t.threads(),
                t.device(),
                t.seed(),
                t.torchSeed(),
                plan,
                t.folder());
    }
}
