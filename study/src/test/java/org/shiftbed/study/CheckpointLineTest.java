package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.learn.Checkpoint;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.TrainingTask;
import org.shiftbed.shift.Environment;
import org.shiftbed.shift.LabelNoise;
import org.shiftbed.shift.Part;
import org.shiftbed.shift.Role;
import org.shiftbed.shift.SamplingWeights;
import org.shiftbed.shift.Split;

class CheckpointLineTest {
    private static Trial trial(Protocol protocol, String shift, Map<String, Object> parameters, List<Integer> held) {
        return new Trial(
                protocol,
                "toy",
                Map.of(),
                "f00d",
                "shape",
                shift,
                parameters,
                "ERM",
                "controlled",
                1,
                Map.of("lr", 0.001),
                "small-cnn",
                300,
                64,
                100,
                Precision.FLOAT32,
                1,
                "cpu",
                List.of("data", "algorithm"),
                2,
                1,
                77,
                held.isEmpty() ? null : held);
    }

    private static Split split(List<Part> parts, List<Integer> held) {
        return new Split(
                "shape",
                "colour",
                List.of(new Environment(0, "red"), new Environment(1, "blue"), new Environment(2, "green")),
                new int[] {0, 1, 2, 0},
                new int[] {0, 0, 1, 1},
                2,
                parts,
                held,
                LabelNoise.NONE,
                SamplingWeights.PARTS,
                List.of(),
                Map.of());
    }

    private static Part part(String name, Role role, int... rows) {
        return new Part(name, role, -1, "true", 0, rows, role == Role.TRAIN ? 1 : 0);
    }

    private static final Split DOMAINS = split(
            List.of(
                    part("env0_in", Role.TRAIN, 0),
                    part("env1_in", Role.TRAIN, 1),
                    part("env0_out", Role.VALIDATION_ID, 0),
                    part("env1_out", Role.VALIDATION_ID, 1),
                    part("env2_out", Role.VALIDATION_ORACLE, 2),
                    part("env2_in", Role.TEST, 2)),
            List.of(2));

    private static final Split CONTROLLED = split(
            List.of(
                    part("train-0", Role.TRAIN, 0, 3),
                    part("train-1", Role.TRAIN, 1),
                    part("val_id", Role.VALIDATION_ID, 0),
                    part("val_oracle_best", Role.VALIDATION_ORACLE, 1),
                    part("test", Role.TEST, 0, 1, 2)),
            List.of());

    private static Checkpoint.Score score(long correct, long total) {
        return new Checkpoint.Score(correct, total, 0.5, new long[2][3][2]);
    }

    private static Checkpoint checkpoint(Map<String, Checkpoint.Score> scores, boolean diverged) {
        return new Checkpoint(100, 0.25, 0.125, Map.of("loss", 0.5), scores, List.of(), 6400, 90, 1000, diverged);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> extras(Map<String, Object> line) {
        return (Map<String, Object>) line.getOrDefault("shiftbed", Map.of());
    }

    /** Names of {@code domainbed-protocol.md} 8.4. */
    @Test
    void linesOfTwoStagesHaveTheRateAndTheSecondOneWholeEnvironments() {
        Trial plain = trial(Protocol.DOMAINBED, "leave-domains-out", Map.of("holdout", 0.25), List.of(2));
        Map<String, Object> json = new java.util.TreeMap<>(plain.toJson());
        json.put("form", "auto-lr");
        CheckpointLine lines = new CheckpointLine(Trial.fromJson(json), DOMAINS, List.of("square", "heart"));
        Map<String, Checkpoint.Score> scores = Map.of(
                "env0_out", score(3, 4), "env1_out", score(1, 4), "env2_out", score(1, 8), "env2_in", score(2, 8));
        CheckpointRecord first = record(lines, scores, new Checkpoint.Stage(1, 1e-4));
        assertThat(first.number("lr")).isEqualTo(1e-4);
        assertThat(first.number("env0_out_acc")).isEqualTo(0.75);
        assertThat(first.args()).containsEntry("holdout_fraction", 0.25).containsEntry("auto_lr", true);
        assertThat(first.extras()).containsEntry("stage", 1).containsEntry("val_id", 0.5);
        assertThat(first.extra("test")).isEqualTo(0.25);
        assertThat(first.fullData()).isFalse();
        CheckpointRecord second = record(lines, Map.of("env2_in", score(6, 16)), new Checkpoint.Stage(2, 1e-5));
        assertThat(second.number("lr")).isEqualTo(1e-5);
        assertThat(second.number("fd_env2_in_acc")).isEqualTo(0.375);
        assertThat(second.fields()).doesNotContainKey("env2_in_acc");
        assertThat(second.environments()).isZero();
        assertThat(second.args()).containsEntry("holdout_fraction", 0).containsEntry("auto_lr", true);
        assertThat(second.extras())
                .containsEntry("stage", 2)
                .containsEntry("fd_test", 0.375)
                .containsEntry("form", "auto-lr")
                .doesNotContainKeys("test", "val_id", "val_ood", "test_cells");
        assertThat(second.fullData()).isTrue();
    }

    private static CheckpointRecord record(
            CheckpointLine lines, Map<String, Checkpoint.Score> scores, Checkpoint.Stage stage) {
        Checkpoint checkpoint =
                new Checkpoint(100, 0.25, 0.125, Map.of("loss", 0.5), scores, List.of(), 6400, 90, 1000, false, stage);
        return new CheckpointRecord(CanonicalJson.parseObject(CanonicalJson.text(lines.of(checkpoint))));
    }

    @Test
    void aLineOfDomainBedsProtocolHasItsCollectorsFields() {
        CheckpointLine lines = new CheckpointLine(
                trial(Protocol.DOMAINBED, "leave-domains-out", Map.of("holdout", 0.2), List.of(2)),
                DOMAINS,
                List.of("square", "heart"));
        Map<String, Object> line = lines.of(checkpoint(
                Map.of(
                        "env0_out",
                        score(3, 4),
                        "env1_out",
                        score(1, 4),
                        "env2_out",
                        score(1, 8),
                        "env2_in",
                        score(2, 8)),
                false));
        Map<String, Object> read = CanonicalJson.parseObject(CanonicalJson.text(line));
        CheckpointRecord record = new CheckpointRecord(read);
        assertThat(record.environments()).isEqualTo(3);
        assertThat(record.number("env0_out_acc")).isEqualTo(0.75);
        assertThat(record.number("env2_in_acc")).isEqualTo(0.25);
        assertThat(read).doesNotContainKey("env0_in_acc").containsEntry("hparams", Map.of("lr", 0.001));
        assertThat(record.args())
                .containsEntry("test_envs", List.of(2))
                .containsEntry("hparams_seed", 2)
                .containsEntry("trial_seed", 1)
                .containsEntry("seed", 77)
                .containsEntry("holdout_fraction", 0.2)
                .containsEntry("data_dir", null)
                .hasSize(16);
        assertThat(record.extra("val_id")).isEqualTo(0.5);
        assertThat(record.extra("val_oracle_best")).isEqualTo(0.125);
        assertThat(record.extra("test")).isEqualTo(0.25);
        assertThat(record.extras())
                .containsEntry("strict", List.of("algorithm", "data"))
                .containsEntry("val_ood", null)
                .doesNotContainKey("val_reweighted");
    }

    @Test
    void reweightedValidationIsTheMeanOfTheTrainingPartsByTheirWeights() {
        Split split = split(
                List.of(
                        part("train-0", Role.TRAIN, 0, 3),
                        part("train-1", Role.TRAIN, 1),
                        part("val_id", Role.VALIDATION_ID, 0, 1),
                        new Part("val_reweighted-0", Role.VALIDATION_REWEIGHTED, -1, "true", 0, new int[] {0}, 0.75),
                        new Part("val_reweighted-1", Role.VALIDATION_REWEIGHTED, -1, "true", 1, new int[] {1}, 0.25),
                        part("test", Role.TEST, 0, 1, 2)),
                List.of());
        CheckpointLine lines = new CheckpointLine(
                trial(Protocol.CONTROLLED, "low-data", Map.of(), List.of()), split, List.of("square", "heart"));
        Map<String, Checkpoint.Score> scores =
                Map.of("val_id", score(9, 10), "val_reweighted-0", score(8, 8), "val_reweighted-1", score(1, 2));
        assertThat(extras(lines.of(checkpoint(scores, false))))
                .containsEntry("val_id", 0.9)
                .containsEntry("val_reweighted", 0.875);
        TrainingTask.EvaluationPlan plan =
                EvaluationPlans.of(split, TrainingSpec.Evaluate.NEEDED, TrainingTask.Keep.BEST);
        assertThat(plan.always()).containsExactly("val_id", "val_reweighted-0", "val_reweighted-1");
        assertThat(plan.trackers().get(1))
                .isEqualTo(new TrainingTask.Tracker(
                        "reweighted", List.of("val_reweighted-0", "val_reweighted-1"), List.of(0.75, 0.25)));
    }

    @Test
    void cellsOfTheTestAreNamedAndSplitIntoSeenAndUnseen() {
        long[][][] cells = {{{9, 10}, {1, 4}, {0, 0}}, {{6, 10}, {0, 0}, {2, 6}}};
        CheckpointLine lines = new CheckpointLine(
                trial(Protocol.CONTROLLED, "unseen", Map.of("attribute", "colour"), List.of()),
                CONTROLLED,
                List.of("square", "heart"));
        Map<String, Object> extras = extras(lines.of(checkpoint(
                Map.of(
                        "val_id", score(1, 2),
                        "val_oracle_best", score(1, 4),
                        "test",
                                new Checkpoint.Score(
                                        18,
                                        30,
                                        0.5,
                                        cells,
                                        new long[] {10, 8},
                                        new long[] {14, 16},
                                        new long[] {18, 12},
                                        new long[] {3, 10})),
                false)));
        assertThat(extras)
                .containsEntry("val_id", 0.5)
                .containsEntry("val_oracle_best", 0.25)
                .containsEntry("val_ood", null)
                .containsEntry("val_reweighted", 0.5)
                .containsEntry("test", 0.6)
                .containsEntry("worst_cell", 0.25)
                .containsEntry("test_seen", 0.75)
                .containsEntry("macro_f1", (20.0 / 32 + 16.0 / 28) / 2)
                .containsEntry("balanced", (15.0 / 20 + 1.0 / 4 + 2.0 / 6) / 3);
        assertThat(CanonicalJson.number(extras.getOrDefault("test_unseen", 0))).isCloseTo(0.3, within(1e-15));
        assertThat(String.valueOf(extras.get("test_cells")))
                .startsWith("[{correct=9, environment=red, label=square, total=10}, {correct=1, environment=blue");
        assertThat(lines.of(checkpoint(Map.of(), false)).get("args")).isInstanceOf(Map.class);
    }

    @Test
    void whatWasNotEvaluatedIsAbsent() {
        CheckpointLine lines = new CheckpointLine(
                trial(Protocol.CONTROLLED, "none", Map.of(), List.of()), CONTROLLED, List.of("square", "heart"));
        assertThat(extras(lines.of(checkpoint(Map.of("val_id", score(1, 2)), false))))
                .containsKeys("val_id", "val_ood", "images_trained", "rss_bytes", "form", "precision", "trial")
                .doesNotContainKeys("test", "val_oracle_best", "worst_cell", "test_cells", "diverged");
        assertThat(extras(lines.of(checkpoint(Map.of(), true))))
                .containsEntry("diverged", true)
                .doesNotContainKey("val_ood");
    }

    @Test
    void theCheapPlanEvaluatesWhatRulesReadAndNoMore() {
        TrainingTask.EvaluationPlan controlled =
                EvaluationPlans.of(CONTROLLED, TrainingSpec.Evaluate.NEEDED, TrainingTask.Keep.BEST);
        assertThat(controlled.always()).containsExactly("val_id", "val_oracle_best");
        assertThat(controlled.onImprovement()).containsExactly("test");
        assertThat(controlled.atLast()).containsExactly("test");
        assertThat(controlled.trackers()).extracting(TrainingTask.Tracker::rule).containsExactly("id", "oracle-best");
        TrainingTask.EvaluationPlan domains =
                EvaluationPlans.of(DOMAINS, TrainingSpec.Evaluate.NEEDED, TrainingTask.Keep.NONE);
        assertThat(domains.always()).containsExactly("env0_out", "env1_out", "env2_out", "env2_in");
        assertThat(domains.trackers())
                .containsExactly(
                        new TrainingTask.Tracker("iid", List.of("env0_out", "env1_out")),
                        new TrainingTask.Tracker("oracle-best", List.of("env2_out")));
        assertThat(EvaluationPlans.of(CONTROLLED, TrainingSpec.Evaluate.FULL, TrainingTask.Keep.ALL)
                        .always())
                .containsExactly("train-0", "train-1", "val_id", "val_oracle_best", "test");
    }
}
