package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.Seed;
import org.shiftbed.learn.TrainingTask.EvaluationPlan;
import org.shiftbed.learn.TrainingTask.Keep;
import org.shiftbed.learn.TrainingTask.Tracker;
import org.shiftbed.shift.BatchSource;
import org.shiftbed.shift.Environment;
import org.shiftbed.shift.LabelNoise;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Role;
import org.shiftbed.shift.SamplingWeights;
import org.shiftbed.shift.Split;

/** A run under DomainBed's protocol: four environments, 0 and 2 held out, so that no training environment's number among those trained is its own. */
class DomainBedProtocolTest {
    /** Rows [from, to) of the in-splits; the 10 rows behind each are its out-split. The smallest is that of a test environment. */
    private static final int[][] IN = {{0, 50}, {60, 110}, {120, 140}, {150, 220}};

    private static final List<Integer> HELD = List.of(0, 2);
    private static final int BATCH = 8;

    @Test
    void anEpochIsThatOfTheSmallestInSplitHeldOutOnesIncluded() {
        TinyRun.Log log = new TinyRun.Log();
        assertThat(Trainer.train(task("ERM"), log)).isEqualTo(Trainer.Ending.FINISHED);
        assertThat(log.checkpoints).extracting(Checkpoint::step).containsExactly(0, 5, 10, 11);
        // 20 rows in batches of 8 are 2.5 steps, whatever this run trains on.
        assertThat(log.checkpoints).extracting(Checkpoint::epoch).containsExactly(0.0, 2.0, 4.0, 4.4);
        // Two environments train, each with 8 rows a step.
        assertThat(log.checkpoints).extracting(Checkpoint::imagesTrained).containsExactly(16L, 96L, 176L, 192L);
        Checkpoint last = log.checkpoints.get(3);
        assertThat(last.scores())
                .containsOnlyKeys("env0_in", "env0_out", "env1_out", "env2_in", "env2_out", "env3_out");
        last.scores().forEach((part, score) -> {
            int environment = part.charAt(3) - '0';
            assertThat(score.total())
                    .as(part)
                    .isEqualTo(task("ERM").split().part(part).size());
            for (long[][] byEnvironment : score.cells()) {
                for (int i = 0; i < byEnvironment.length; i++) {
                    assertThat(byEnvironment[i][1] > 0)
                            .as("%s cell %d", part, i)
                            .isEqualTo(i == environment);
                }
            }
        });
    }

    @Test
    void everyTrainingEnvironmentGivesItsBatchFromItsInSplitUnderItsPlaceAmongThoseTrained() {
        BatchSource batches = Trainer.batches(task("ERM"));
        int[] drawn = new int[240];
        for (int step = 0; step < 2000; step++) {
            List<BatchSource.EnvironmentRows> batch = batches.next();
            assertThat(batch)
                    .extracting(BatchSource.EnvironmentRows::environment)
                    .containsExactly(0, 1);
            for (int k = 0; k < 2; k++) {
                int[] rows = batch.get(k).rows();
                int[] in = IN[k == 0 ? 1 : 3];
                assertThat(rows).hasSize(BATCH);
                assertThat(Arrays.stream(rows)).allMatch(row -> row >= in[0] && row < in[1]);
                for (int i = 0; i < BATCH; i++) {
                    assertThat(batch.get(k).labels()[i]).isEqualTo(TinyRun.SPLIT.labels()[rows[i]]);
                    drawn[rows[i]]++;
                }
            }
        }
        // Uniform with replacement: 16,000 draws over 50 and 70 rows, five deviations.
        for (int[] in : List.of(IN[1], IN[3])) {
            double mean = 16_000.0 / (in[1] - in[0]);
            for (int row = in[0]; row < in[1]; row++) {
                assertThat((double) drawn[row]).isCloseTo(mean, within(5 * Math.sqrt(mean)));
            }
        }
    }

    /** A discriminator of two outputs could not take the numbers 1 and 3. */
    @Test
    void adversaryGuessesThePlaceAmongTheEnvironmentsTrained() {
        TinyRun.Log log = new TinyRun.Log();
        assertThat(Trainer.train(task("DANN"), log)).isEqualTo(Trainer.Ending.FINISHED);
        assertThat(log.checkpoints.get(3).losses()).containsOnlyKeys("disc_loss");
        assertThat(log.checkpoints.get(2).losses()).containsOnlyKeys("disc_loss", "gen_loss");
    }

    private static TrainingTask task(String algorithm) {
        List<Part> parts = new ArrayList<>();
        List<String> always = new ArrayList<>();
        int[] environmentOf = new int[240];
        Arrays.fill(environmentOf, -1);
        for (Role role : List.of(Role.TRAIN, Role.VALIDATION_ID, Role.VALIDATION_ORACLE, Role.TEST)) {
            for (int i = 0; i < IN.length; i++) {
                boolean inside = role == Role.TRAIN || role == Role.TEST;
                if (HELD.contains(i) == (role == Role.VALIDATION_ORACLE || role == Role.TEST)) {
                    int from = inside ? IN[i][0] : IN[i][1];
                    int to = inside ? IN[i][1] : IN[i][1] + 10;
                    int[] rows = IntStream.range(from, to).toArray();
                    for (int row : rows) {
                        environmentOf[row] = i;
                    }
                    String name = "env" + i + (inside ? "_in" : "_out");
                    parts.add(new Part(name, role, i, "all", 0, rows, role == Role.TRAIN ? 1 : 0));
                    if (role != Role.TRAIN) {
                        always.add(name);
                    }
                }
            }
        }
        List<Environment> environments = IntStream.range(0, IN.length)
                .mapToObj(i -> new Environment(i, "place " + i))
                .toList();
        Split split = new Split(
                "shape",
                "color",
                environments,
                environmentOf,
                TinyRun.SPLIT.labels(),
                2,
                parts,
                HELD,
                LabelNoise.NONE,
                SamplingWeights.PARTS,
                List.of(),
                Map.of());
        return new TrainingTask(
                TinyRun.DATASET,
                split,
                Protocol.DOMAINBED,
                algorithm,
                "domainbed",
                Set.of("algorithm"),
                TinyRun.hyperparameters(
                        algorithm, "domainbed", Map.of("batch_size", (long) BATCH, "weight_decay", 0.0)),
                "mlp",
                12,
                0,
                5,
                Precision.FLOAT32,
                1,
                "cpu",
                Seed.of("domainbed", 1),
                1,
                new EvaluationPlan(
                        always,
                        List.of(),
                        List.of(),
                        List.of(new Tracker("iid", List.of("env1_out", "env3_out"))),
                        Keep.NONE),
                null);
    }
}
