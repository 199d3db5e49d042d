package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.Seed;
import org.shiftbed.learn.TrainingTask.EvaluationPlan;
import org.shiftbed.learn.TrainingTask.Keep;
import org.shiftbed.learn.TrainingTask.Tracker;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.weights.TensorFile;
import org.shiftbed.shift.BatchSource;
import org.shiftbed.shift.Environment;
import org.shiftbed.shift.LabelNoise;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Role;
import org.shiftbed.shift.SamplingWeights;
import org.shiftbed.shift.Split;

/** ERM++ with a rate that falls by itself, on three environments of which the second is held out. */
class AutoLrRunTest {
    /** Rows [from, to) of the environments; the last {@value #OUT} of each are its out-split. */
    private static final int[][] ROWS = {{0, 70}, {70, 130}, {130, 240}};

    private static final int OUT = 20;
    private static final int BATCH = 8;
    private static final double RATE = 0.02;
    private static final Split SPLIT = split();
    private static final Map<String, Object> LINEAR = Map.of("linear_steps", 4L);

    @TempDir
    Path folder;

    @Test
    void secondStageHasTheRatesThatTheHeldOutLossesOfTheFirstGive() {
        Log log = run(task(2000, Set.of(), LINEAR, null));
        List<Checkpoint> first = log.stage(1);
        List<Checkpoint> second = log.stage(2);
        // After updates 1, 3 and 5 the classifier trains alone: 4 + 1 of them, counted from 1.
        PlateauSchedule schedule = new PlateauSchedule(RATE);
        for (Checkpoint checkpoint : first) {
            assertThat(schedule.finished()).isFalse();
            if (checkpoint.step() + 1 <= 4) {
                schedule.skipCheckpoint();
            } else {
                // 20 rows are one batch.
                schedule.checkpoint((loss(checkpoint, "env0_out") + loss(checkpoint, "env2_out")) / 2);
            }
        }
        assertThat(schedule.finished()).isTrue();
        assertThat(rates(first)).isEqualTo(schedule.rates());
        assertThat(rates(second)).isEqualTo(schedule.rates());
        assertThat(steps(second)).isEqualTo(steps(first));
        assertThat(first.get(first.size() - 1).step()).isLessThan(1999);
        assertThat(log.ending).isEqualTo(Trainer.Ending.FINISHED);
    }

    @Test
    void strictLeavesOutTheRecordsThatTheReferenceLeavesOut() {
        Log fixed = run(task(2000, Set.of(), LINEAR, null));
        Log strict = run(task(2000, Set.of("algorithm"), LINEAR, null));
        List<Checkpoint> first = fixed.stage(1);
        List<Checkpoint> second = fixed.stage(2);
        assertThat(steps(strict.stage(1))).isEqualTo(steps(first.subList(0, first.size() - 1)));
        assertThat(steps(strict.stage(2))).isEqualTo(steps(second.subList(0, second.size() - 2)));
        // The weights are the same.
        assertThat(scores(strict.stage(1))).isEqualTo(scores(first.subList(0, first.size() - 1)));
        assertThat(scores(strict.stage(2))).isEqualTo(scores(second.subList(0, second.size() - 2)));
        assertThat(rates(strict.stage(1))).isEqualTo(rates(first).subList(0, first.size() - 1));
        List<Double> before = new ArrayList<>(List.of(RATE));
        before.addAll(rates(second).subList(0, second.size() - 3));
        assertThat(rates(strict.stage(2))).isEqualTo(before);
    }

    @Test
    void strictMeansOfTheFirstStageRunFromItsStart() {
        List<Checkpoint> fixed = run(task(12, Set.of(), LINEAR, null)).checkpoints;
        List<Checkpoint> strict = run(task(12, Set.of("algorithm"), LINEAR, null)).checkpoints;
        assertThat(strict).hasSameSizeAs(fixed);
        double sum = 0;
        int before = -1;
        for (int i = 0; i < fixed.size(); i++) {
            Checkpoint checkpoint = fixed.get(i);
            double mean = Objects.requireNonNull(checkpoint.losses().get("loss"));
            double found = Objects.requireNonNull(strict.get(i).losses().get("loss"));
            if (stage(checkpoint) == 2) {
                assertThat(found).isEqualTo(mean);
                continue;
            }
            sum += mean * (checkpoint.step() - before);
            before = checkpoint.step();
            assertThat(found).isCloseTo(sum / (before + 1), within(1e-12));
        }
        assertThat(before).isEqualTo(11);
    }

    @Test
    void bothStagesRunToTheLastUpdateWhereTheRateDoesNotFallThreeTimes() {
        for (Set<String> layers : List.of(Set.<String>of(), Set.of("algorithm"))) {
            Log log = run(task(12, layers, LINEAR, null));
            assertThat(steps(log.stage(1))).containsExactly(0, 2, 4, 6, 8, 10, 11);
            assertThat(steps(log.stage(2))).containsExactly(0, 2, 4, 6, 8, 10, 11);
        }
        Log linear = run(task(12, Set.of(), Map.of("linear_steps", 12L), null));
        assertThat(rates(linear.checkpoints)).containsOnly(RATE);
        assertThat(linear.stage(2)).hasSize(7);
    }

    @Test
    void secondStageTrainsAFreshModelOnEveryRowOfTheTrainingEnvironments() {
        Log log = run(task(12, Set.of(), LINEAR, null));
        Checkpoint first = log.stage(1).get(0);
        Checkpoint second = log.stage(2).get(0);
        assertThat(first.scores()).containsOnlyKeys("env0_out", "env1_in", "env1_out", "env2_out");
        assertThat(Objects.requireNonNull(first.scores().get("env1_in")).total())
                .isEqualTo(40);
        assertThat(second.scores()).containsOnlyKeys("env1_in");
        assertThat(Objects.requireNonNull(second.scores().get("env1_in")).total())
                .isEqualTo(60);
        assertThat(second.imagesTrained()).isEqualTo(2 * BATCH);
        assertThat(second.losses()).isNotEqualTo(first.losses());
        // The smallest environment is the one held out: 40 rows, then all 60.
        assertThat(log.stage(1).get(6).epoch()).isEqualTo(11 / (40.0 / BATCH));
        assertThat(log.stage(2).get(6).epoch()).isEqualTo(11 / (60.0 / BATCH));

        Split whole = WholeEnvironments.of(SPLIT);
        assertThat(whole.parts().stream().map(Part::name)).containsExactly("env0_in", "env2_in", "env1_in");
        for (int i = 0; i < ROWS.length; i++) {
            assertThat(whole.part("env" + i + "_in").rows())
                    .containsExactly(IntStream.range(ROWS[i][0], ROWS[i][1]).toArray());
        }
        assertThat(whole.trainingEnvironments()).containsExactly(0, 2);
        assertThat(whole.testEnvironments()).containsExactly(1);
        assertThat(whole.part("env1_in").role()).isEqualTo(Role.TEST);
    }

    @Test
    void batchesOfAPassHaveNoRowTwice() {
        BatchSource batches = Trainer.batches(task(12, Set.of(), LINEAR, null));
        Set<Integer> seen = new HashSet<>();
        // 50 and 90 rows in batches of 8: the first environment begins a new pass after 6 batches.
        for (int i = 0; i < 6; i++) {
            for (BatchSource.EnvironmentRows rows : batches.next()) {
                for (int row : rows.rows()) {
                    assertThat(seen.add(row)).isTrue();
                }
            }
        }
        assertThat(seen).hasSize(6 * 2 * BATCH);
        assertThat(seen).allMatch(row -> row < 50 || (row >= 130 && row < 220));
    }

    @Test
    void weightsAndPredictionsAreThoseOfTheSecondStage() throws IOException {
        Log log = run(task(12, Set.of(), LINEAR, folder));
        try (Stream<Path> files = Files.list(folder.resolve("weights"))) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .containsExactlyInAnyOrder("auto-lr-iid.safetensors", "last.safetensors");
        }
        try (TensorFile file = TensorFile.open(folder.resolve("weights/auto-lr-iid.safetensors"))) {
            assertThat(file.metadata()).containsEntry("step", "11").containsEntry("form", "auto-lr");
        }
        assertThat(folder.resolve("predictions.parquet")).exists();
        assertThat(log.stage(2).get(6).improved()).containsExactly("auto-lr-iid");
        assertThat(log.stage(2).get(5).improved()).isEmpty();
    }

    @Test
    void equalTasksGiveEqualNumbersAndOtherSeedsOthers() {
        TrainingTask task = task(60, Set.of(), LINEAR, null);
        assertThat(run(task).numbers()).isEqualTo(run(task).numbers());
        assertThat(run(task(60, Set.of(), LINEAR, null, 2)).numbers())
                .isNotEqualTo(run(task).numbers());
    }

    @Test
    void updatesAreToldAsThoseOfBothStagesAndNeverGoBack() {
        Log log = run(task(2000, Set.of("algorithm"), LINEAR, null));
        assertThat(log.told).isSorted();
        assertThat(new HashSet<>(log.told)).hasSameSizeAs(log.told);
        assertThat(log.told.get(0)).isEqualTo(1);
        assertThat(log.told.get(log.told.size() - 1)).isEqualTo(4000);
        assertThat(log.ofAll).containsOnly(4000);
    }

    @Test
    void runThatIsCancelledOrDivergesEndsInTheStageWhereItDoes() {
        for (int at : new int[] {5, 12, 20}) {
            Log log = new Log();
            log.cancelAt = at;
            assertThat(Trainer.train(task(12, Set.of(), LINEAR, null), log)).isEqualTo(Trainer.Ending.CANCELLED);
            // Between the stages there is no state that a run could go on from: it makes one more update first.
            assertThat(log.told).hasSize(at == 12 ? 13 : at);
            assertThat(log.stage(2).isEmpty()).isEqualTo(at < 12);
        }
        Map<String, Object> steep = new LinkedHashMap<>(LINEAR);
        steep.put("lr", 1e30);
        Log log = run(task(40, Set.of(), steep, folder));
        assertThat(log.ending).isEqualTo(Trainer.Ending.DIVERGED);
        assertThat(log.stage(2)).isEmpty();
        assertThat(log.checkpoints.get(log.checkpoints.size() - 1).diverged()).isTrue();
        assertThat(folder.resolve("weights")).doesNotExist();
    }

    @Test
    void balancedClassesTrainToo() {
        Map<String, Object> balanced = new LinkedHashMap<>(LINEAR);
        balanced.put("class_balanced", true);
        assertThat(run(task(12, Set.of(), balanced, null)).checkpoints).hasSize(14);
    }

    private static Log run(TrainingTask task) {
        Log log = new Log();
        log.ending = Trainer.train(task, log);
        return log;
    }

    private static int stage(Checkpoint checkpoint) {
        return Objects.requireNonNull(checkpoint.stage()).number();
    }

    private static List<Double> rates(List<Checkpoint> checkpoints) {
        return checkpoints.stream()
                .map(checkpoint -> Objects.requireNonNull(checkpoint.stage()).rate())
                .toList();
    }

    private static List<Integer> steps(List<Checkpoint> checkpoints) {
        return checkpoints.stream().map(Checkpoint::step).toList();
    }

    private static List<Double> scores(List<Checkpoint> checkpoints) {
        return checkpoints.stream()
                .map(checkpoint -> loss(checkpoint, "env1_in"))
                .toList();
    }

    private static double loss(Checkpoint checkpoint, String part) {
        return Objects.requireNonNull(checkpoint.scores().get(part)).loss();
    }

    private static Split split() {
        int[] environmentOf = new int[240];
        List<Part> parts = new ArrayList<>();
        for (int i : new int[] {0, 2, 1}) {
            Arrays.fill(environmentOf, ROWS[i][0], ROWS[i][1], i);
            int cut = ROWS[i][1] - OUT;
            parts.add(part("env" + i + "_in", i == 1 ? Role.TEST : Role.TRAIN, i, ROWS[i][0], cut));
            parts.add(
                    part("env" + i + "_out", i == 1 ? Role.VALIDATION_ORACLE : Role.VALIDATION_ID, i, cut, ROWS[i][1]));
        }
        return new Split(
                "shape",
                "color",
                List.of(new Environment(0, "a"), new Environment(1, "b"), new Environment(2, "c")),
                environmentOf,
                TinyRun.SPLIT.labels(),
                2,
                parts,
                List.of(1),
                LabelNoise.NONE,
                SamplingWeights.PARTS,
                List.of(),
                Map.of());
    }

    private static Part part(String name, Role role, int environment, int from, int to) {
        return new Part(
                name, role, environment, "all", 0, IntStream.range(from, to).toArray(), role == Role.TRAIN ? 1 : 0);
    }

    static TrainingTask task(
            int steps, Set<String> strict, Map<String, Object> hyperparameters, @Nullable Path folder) {
        return task(steps, strict, hyperparameters, folder, 1);
    }

    private static TrainingTask task(
            int steps, Set<String> strict, Map<String, Object> hyperparameters, @Nullable Path folder, long seed) {
        Map<String, Object> values = new LinkedHashMap<>(Map.of("batch_size", (long) BATCH, "lr", RATE));
        values.putAll(hyperparameters);
        return new TrainingTask(
                TinyRun.DATASET,
                SPLIT,
                Protocol.DOMAINBED,
                "ERMPlusPlus",
                AlgorithmFactory.AUTO_LR,
                strict,
                TinyRun.hyperparameters("ERMPlusPlus", values),
                "mlp",
                steps,
                0,
                2,
                Precision.FLOAT32,
                1,
                "cpu",
                Seed.of("auto-lr", seed),
                seed,
                new EvaluationPlan(
                        List.of("env0_out", "env1_in", "env1_out", "env2_out"),
                        List.of(),
                        List.of(),
                        List.of(new Tracker("iid", List.of("env0_out", "env2_out"))),
                        Keep.ALL),
                folder);
    }

    /** Remembers checkpoints and what it is told of updates. */
    static final class Log implements TrainingListener {
        private final List<Checkpoint> checkpoints = new ArrayList<>();
        private final List<Integer> told = new ArrayList<>();
        private final Set<Integer> ofAll = new HashSet<>();
        private int cancelAt = Integer.MAX_VALUE;
        private Trainer.@Nullable Ending ending;

        List<Checkpoint> stage(int number) {
            return checkpoints.stream()
                    .filter(checkpoint -> AutoLrRunTest.stage(checkpoint) == number)
                    .toList();
        }

        List<List<Object>> numbers() {
            return checkpoints.stream()
                    .map(checkpoint -> List.<Object>of(
                            checkpoint.step(),
                            checkpoint.losses(),
                            loss(checkpoint, "env1_in"),
                            Objects.requireNonNull(checkpoint.stage())))
                    .toList();
        }

        @Override
        public void step(int done, int steps) {
            told.add(done);
            ofAll.add(steps);
        }

        @Override
        public void checkpoint(Checkpoint checkpoint) {
            checkpoints.add(checkpoint);
        }

        @Override
        public boolean cancelled() {
            return told.size() >= cancelAt;
        }
    }
}
