package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.base.UserError;
import org.shiftbed.study.worker.WorkerSettings;

/** Methods of the controlled study that are more than one training of the network: planned, refused, and really trained. */
@Timeout(300)
class StagedStudyTest {
    private static final String STUDY = """
            study: stages
            dataset: {sprites: {side: 16, stride: {orientation: 8, position: 8}}}
            shifts: [%s]
            algorithms: [%s]
            network: %s
            search: {random: {draws: 1}}
            seeds: [0]
            training: {steps: %d, batch: 16, checkpoint-every: 2}
            selection: [id]
            """;

    private static final String SPURIOUS = "spurious-correlation: {attribute: color, samples: [20]}";

    @Test
    void allFourRunFromTheirFileToTheirOutcomes(@TempDir Path folder) throws Exception {
        String text = STUDY.formatted(
                SPURIOUS,
                "JTT, BNAdapt, {BetaVAE: {width: 2}}, {CycleGAN: {width: 2, stage1_batch: 4}}",
                "resnet18-small",
                4);
        Plan plan = Plan.of(StudyFile.parse(text, "stages.yaml"), null);
        assertThat(plan.refused()).isEmpty();
        ExpectedStudy study = ExpectedStudy.of(plan);
        assertThat(plan.trials())
                .extracting(planned -> planned.trial().updates())
                .containsExactly(4L, 4L, 8L, 12L);
        assertThat(study.trials()).extracting(ExpectedTrial::updates).containsExactly(4, 4, 8, 12);
        List<String> told = new ArrayList<>();
        try (TrialStore store = TrialStore.open(folder, study, Map.of("study.yaml", text))) {
            new LocalExecutor(WorkerSettings.forThisMachine(1, 1, Map.of(), Map.of("evaluate", "needed")))
                    .run(store, study.trials(), new ExecutionListener() {
                        @Override
                        public void begun(int trials, long steps, int done) {
                            told.add(trials + " trials, " + steps + " updates");
                        }

                        @Override
                        public void failed(ExpectedTrial trial, String cause) {
                            told.add(cause);
                        }
                    });
        }
        assertThat(told).containsExactly("4 trials, 28 updates");
        StudyResults results = StudyResults.read(folder);
        assertThat(Outcomes.of(results)).hasSize(4).allSatisfy(outcome -> {
            assertThat(outcome.state()).as(outcome.reason()).isEqualTo(Outcome.State.DONE);
            // JTT's second stage begins at step 2.
            assertThat(outcome.step()).isIn(outcome.algorithm().equals("JTT") ? List.of(2, 3) : List.of(0, 2, 3));
        });
        Map<String, List<Integer>> steps = Map.of(
                "JTT", List.of(0, 1, 2, 3),
                "BNAdapt", List.of(0, 2, 3),
                "BetaVAE", List.of(0, 2, 3, 0, 2, 3),
                "CycleGAN", List.of(0, 2, 4, 6, 7, 0, 2, 3));
        Map<String, String> worth = Map.of(
                "JTT", "stage1_val_accuracy",
                "BetaVAE", "stage1_val_kl",
                "CycleGAN", "stage1_val_attribute_accuracy");
        for (StudyResults.Run run : results.runs()) {
            String name = run.trial().algorithm();
            assertThat(run.records()).extracting(CheckpointRecord::step).isEqualTo(steps.get(name));
            Predicate<CheckpointRecord> first = record -> record.extras().containsKey("stage");
            List<CheckpointRecord> ofTheFirst =
                    run.records().stream().filter(first).toList();
            assertThat(ofTheFirst).allSatisfy(record -> {
                assertThat(record.extras()).doesNotContainKeys("val_id", "test", "val_oracle_best");
                assertThat(record.fields()).doesNotContainKeys("loss", "lr");
            });
            assertThat(run.records().stream().filter(first.negate()))
                    .allSatisfy(record -> assertThat(record.extra("val_id")).isNotNull());
            String measure = worth.get(name);
            if (measure != null) {
                CheckpointRecord last = ofTheFirst.get(ofTheFirst.size() - 1);
                assertThat(Objects.requireNonNull(last.number(measure))).isFinite();
            } else {
                assertThat(ofTheFirst).isEmpty();
            }
            assertThat(folder.resolve("trials")
                            .resolve(run.trial().id())
                            .resolve("samples.png")
                            .toFile()
                            .exists())
                    .isEqualTo(name.equals("BetaVAE") || name.equals("CycleGAN"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "BNAdapt  | small-cnn      | spurious | 4 | BNAdapt adapts the statistics of batch normalisation, which"
                        + " network small-cnn does not have; name one that has, as in network: resnet18-small",
                "BNAdapt  | resnet18-small | none     | 4 | BNAdapt needs the value of an attribute of every row, and this"
                        + " shift has none beside the label; name one as 'environments: ATTRIBUTE' beside the shift, or"
                        + " compare without BNAdapt",
                "CycleGAN | small-cnn      | none     | 4 | CycleGAN needs the value of an attribute of every row, and this"
                        + " shift has none beside the label; name one as 'environments: ATTRIBUTE' beside the shift, or"
                        + " compare without CycleGAN",
                "JTT      | small-cnn      | none     | 1 | JTT has a first stage of stage1 = 0.5 of the steps, which is no"
                        + " update of 1; write more training.steps, or a larger stage1",
            })
    void whatCannotBeTrainedIsRefusedInThePlan(
            String algorithm, String network, String shift, int steps, String reason) {
        String text = STUDY.formatted(shift.equals("none") ? "none" : SPURIOUS, algorithm, network, steps);
        Plan plan = Plan.of(StudyFile.parse(text, "stages.yaml"), null);
        assertThat(plan.refused()).extracting(PlannedTrial::refusal).containsExactly(reason);
    }

    @Test
    void gridsAndDefaultsAreThoseOfTheTable() {
        String text = STUDY.formatted(SPURIOUS, "JTT, BNAdapt, BetaVAE, CycleGAN", "resnet18-small", 4)
                .replace("{random: {draws: 1}}", "grid");
        Plan plan = Plan.of(StudyFile.parse(text, "stages.yaml"), null);
        Map<String, Integer> members = Map.of("JTT", 3, "BNAdapt", 3, "BetaVAE", 8, "CycleGAN", 8);
        members.forEach((name, count) -> {
            List<Map<String, Object>> own = plan.trials().stream()
                    .filter(planned -> planned.trial().algorithm().equals(name))
                    .map(planned -> planned.trial().hyperparameters())
                    .toList();
            assertThat(own).as(name).hasSize(count).doesNotHaveDuplicates();
            if (count == 8) {
                assertThat(own).allMatch(values -> Objects.equals(values.get("lr"), 1e-4));
            }
        });
    }

    @Test
    void trialsOfABetaVaeNameTheNetworkThatItTrainsWhateverTheStudyNames() {
        String text = STUDY.formatted(SPURIOUS, "BetaVAE", "resnet18-small", 4);
        Plan plan = Plan.of(StudyFile.parse(text, "stages.yaml"), null);
        assertThat(plan.trials())
                .extracting(planned -> planned.trial().network())
                .containsOnly("mlp-4x256");
        assertThat(plan.trials())
                .allSatisfy(
                        planned -> assertThat(planned.trial().hyperparameters()).doesNotContainKey("init"));
        Plan other = Plan.of(StudyFile.parse(text.replace("resnet18-small", "small-cnn"), "stages.yaml"), null);
        assertThat(other.trials())
                .extracting(PlannedTrial::id)
                .isEqualTo(plan.trials().stream().map(PlannedTrial::id).toList());
        assertThat(plan.warnings()).noneMatch(warning -> warning.contains("changes nothing"));
        Plan named = Plan.of(
                StudyFile.parse(text.replace("BetaVAE", "{BetaVAE: {network: mlp, norm: pm1}}"), "stages.yaml"), null);
        assertThat(named.warnings())
                .contains(
                        "sprites, BetaVAE: network 'mlp' changes nothing: BetaVAE trains a network of its own, and its"
                                + " trials name mlp-4x256",
                        "sprites, BetaVAE: hyperparameter 'norm' changes nothing: BetaVAE trains a network of its own, which"
                                + " takes pixels in [0, 1]");
    }

    /** {@code controlled-shifts} 3.1, init: a trial says what its network starts from. */
    @Test
    void trialsOfResidualNetworksSayWhatTheyStartFrom(@TempDir Path digits) throws Exception {
        String text = STUDY.formatted(
                SPURIOUS,
                "ERM, {ERM: {as: Other, init: kaiming}}, {ERM: {as: Small, network: small-cnn}}",
                "resnet18-small",
                4);
        Plan plan = Plan.of(StudyFile.parse(text, "stages.yaml"), null);
        Map<String, Object> starts = new TreeMap<>();
        for (PlannedTrial planned : plan.trials()) {
            starts.put(planned.method(), planned.trial().hyperparameters().getOrDefault("init", "none"));
        }
        assertThat(starts).isEqualTo(Map.of("ERM", "release", "Other", "kaiming", "Small", "none"));
        assertThat(Plan.of(
                                StudyFile.parse(
                                        text.replace(
                                                "as: Small, network: small-cnn",
                                                "as: Small, network: small-cnn, init: kaiming"),
                                        "stages.yaml"),
                                null)
                        .warnings())
                .contains("sprites, ERM: hyperparameter 'init' changes nothing: network small-cnn does not read it");
        DigitFiles.write(digits, 6000, 1);
        Plan bed = Plan.of(
                StudyFile.parse(
                        "{study: s, protocol: domainbed, datasets: [ColoredMNIST], algorithms: ERM, network: resnet18,"
                                + " trials: 1, search: {random: {draws: 1}}}",
                        "s.yaml"),
                digits);
        assertThat(bed.trials())
                .isNotEmpty()
                .allSatisfy(
                        planned -> assertThat(planned.trial().hyperparameters()).doesNotContainKey("init"));
    }

    @Test
    void protocolOfDomainBedDoesNotHaveThem() {
        String text = """
                study: none of it
                protocol: domainbed
                datasets: [ColoredMNIST]
                algorithms: [ERM, JTT]
                """;
        assertThatThrownBy(() -> StudyFile.parse(text, "none.yaml"))
                .isInstanceOf(UserError.class)
                .hasMessage(
                        "none.yaml, line 4: algorithms[1]: algorithm 'JTT' is one of protocol controlled, this study is"
                                + " of protocol domainbed; leave it out, or write protocol: controlled");
    }
}
