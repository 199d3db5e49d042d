package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.shift.Role;

class DomainBedPlanTest {
    @TempDir
    static Path digits;

    @BeforeAll
    static void files() throws Exception {
        DigitFiles.write(digits, 600, 1);
    }

    @Test
    void theOrderIsThatOfTheReferenceGrid() {
        Plan plan = plan("datasets: [RotatedMNIST, ColoredMNIST]\nalgorithms: [ERM, GroupDRO]\n"
                + "search: {random: {draws: 2}}\ntrials: 2\n");
        // 6 environments have 21 sets to hold out, 3 have 6.
        assertThat(plan.trials()).hasSize(2 * 2 * 2 * (21 + 6));
        assertThat(plan.trials().stream().limit(6).map(DomainBedPlanTest::words))
                .containsExactly(
                        "0 RotatedMNIST ERM [0] 0",
                        "0 RotatedMNIST ERM [0] 1",
                        "0 RotatedMNIST ERM [0, 1] 0",
                        "0 RotatedMNIST ERM [0, 1] 1",
                        "0 RotatedMNIST ERM [0, 2] 0",
                        "0 RotatedMNIST ERM [0, 2] 1");
        assertThat(words(plan.trials().get(42))).isEqualTo("0 RotatedMNIST GroupDRO [0] 0");
        assertThat(words(plan.trials().get(84))).isEqualTo("0 ColoredMNIST ERM [0] 0");
        assertThat(words(plan.trials().get(108))).isEqualTo("1 RotatedMNIST ERM [0] 0");
    }

    @Test
    void runSeedsAreTheReferencesHashes() {
        // The published hash of ('RotatedMNIST', 'ERM', [0], 0, 0).
        assertThat(plan("datasets: RotatedMNIST\nalgorithms: ERM\ntest-environments: single\n")
                        .trials()
                        .get(0)
                        .trial()
                        .runSeed())
                .isEqualTo(8951917);
        assertThat(Planner.runSeed(0, "VLCS", "ERM", List.of(1, 2), 1)).isEqualTo(360234358);
        assertThat(Planner.runSeed(2, "PACS", "CORAL", List.of(0, 3), 7)).isEqualTo(1085244452);
    }

    @Test
    void anEnvironmentSmallerThanItsBatchRefusesTheTrialOnly() {
        Plan plan = plan("datasets: ColoredMNIST\nalgorithms: [{ERM: {batch_size: [64, 400]}}]\n"
                + "search: {grid: {cap: 0}}\ntrials: 1\ntest-environments: [[2]]\n");
        assertThat(plan.trials()).hasSize(2);
        assertThat(plan.runnable()).singleElement().satisfies(planned -> {
            assertThat(planned.trial().hyperparameters()).containsEntry("batch_size", 64L);
            // 200 rows an environment, a fifth of them held out.
            assertThat(planned.rows().training()).isEqualTo(320);
            assertThat(planned.environments()).containsExactly("+90%", "+80%", "-90%");
        });
        assertThat(plan.refused())
                .singleElement()
                .satisfies(planned -> assertThat(planned.refusal())
                        .isEqualTo("environment '+80%' has 160 training rows, fewer than its batch of 400"
                                + " (the reference would wait for ever)"));
    }

    /** Leave-one-domain-out of ColoredMNIST reads runs that train on one environment; the published tables have them for every method. */
    @Test
    void pairsOfThreeEnvironmentsAreTrainedByEveryMethod() {
        Plan plan = plan("datasets: ColoredMNIST\nalgorithms: [ERM, IRM, GroupDRO, Mixup, CORAL, MMD, DANN, VREx]\n"
                + "search: {random: {draws: 1}}\ntrials: 1\n");
        assertThat(plan.runnable()).hasSize(8 * 6);
        assertThat(plan.refused()).isEmpty();
    }

    @Test
    void aControlledMethodWithTooFewEnvironmentsIsRefusedWithItsReason() {
        Plan plan = Plan.of(
                StudyFile.parse(
                        "study: s\ndataset: {sprites: {side: 16, stride: {orientation: 8, position: 8}}}\n"
                                + "algorithms: [ERM, CORAL]\nseeds: [0]\nsearch: {random: {draws: 1}}\n",
                        "s.yaml"),
                null);
        assertThat(plan.runnable()).hasSize(1);
        assertThat(plan.refused().get(0).refusal())
                .isEqualTo(
                        "CORAL needs at least 2 training environments, this split has 1; name under 'environments' an"
                                + " attribute with more values in training, or compare without CORAL");
    }

    @Test
    void strictMethodsThatTrainNothingAreAWarning() {
        String study = "datasets: ColoredMNIST\nalgorithms: [ERM, MLDG, SANDMask, MTL, {Transfer: {gda: true}}]\n"
                + "search: {random: {draws: 1}}\ntrials: 1\ntest-environments: single\ntraining: {steps: 20}\n";
        assertThat(plan(study).warnings())
                .anyMatch(warning -> warning.startsWith("MLDG: strict keeps D20") && warning.contains(" in 3 trials"))
                .anyMatch(warning -> warning.startsWith("SANDMask: strict keeps D22"))
                .anyMatch(warning -> warning.startsWith("MTL: strict keeps D25"))
                .anyMatch(
                        warning -> warning.startsWith("Transfer: strict keeps D12") && warning.contains(" in 3 trials"))
                .noneMatch(warning -> warning.startsWith("ERM"));
        assertThat(plan(study + "strict: [data, network]\n").warnings())
                .noneMatch(warning -> warning.contains("strict keeps"));
    }

    @Test
    void aPhaseThatIsNotReachedIsAWarning() {
        Plan plan = plan("datasets: ColoredMNIST\nalgorithms: [EQRM, TRM, ERMPlusPlus]\nsearch: {random: {draws: 1}}\n"
                + "trials: 1\ntest-environments: single\ntraining: {steps: 100}\n");
        assertThat(plan.warnings())
                .contains(
                        "EQRM: eqrm_burnin_iters of 3 of 3 trials is not reached in 100 steps, so they train on the mean risk"
                                + " alone",
                        "TRM: iters of 3 of 3 trials is not reached in 100 steps, so they train as ERM",
                        "ERMPlusPlus: linear_steps of 3 of 3 trials is not reached in 100 steps, so they train the classifier"
                                + " alone");
    }

    @Test
    void aPenaltyThatNeverComesOnIsAWarning() {
        Plan plan = plan("datasets: ColoredMNIST\nalgorithms: [IRM]\nsearch: {random: {draws: 1}}\ntrials: 1\n"
                + "test-environments: single\ntraining: {steps: 500}\n");
        assertThat(plan.warnings())
                .anyMatch(warning -> warning.startsWith(
                        "IRM: irm_penalty_anneal_iters of 3 of 3 trials is not reached in 500 steps"));
    }

    @Test
    void environmentsThatDoNotExistAreRefused() {
        assertThatThrownBy(() -> plan("datasets: ColoredMNIST\nalgorithms: ERM\ntest-environments: [[0], [3]]\n"))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith("s.yaml, line 5: test-environments[1]: must hold indices from 0 to 2");
        assertThatThrownBy(() -> plan("datasets: ColoredMNIST\nalgorithms: ERM\ntest-environments: [[0, 1, 2]]\n"))
                .hasMessageStartingWith("s.yaml, line 5: test-environments[0]: holds out all environments");
    }

    @Test
    void withoutAFolderOfDataTheFieldIsNamed() {
        Study study = StudyFile.parse("study: s\ndataset: ColoredMNIST\nalgorithms: ERM\n", "s.yaml");
        assertThatThrownBy(() -> Plan.of(study, null))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith("s.yaml, line 2: dataset.ColoredMNIST: needs MNIST's IDX files");
    }

    @Test
    void theSetupOfATrialIsRebuiltFromItsJson(@TempDir Path others) throws Exception {
        Trial trial = plan("datasets: ColoredMNIST\nalgorithms: ERM\ntest-environments: [[1]]\n")
                .trials()
                .get(0)
                .trial();
        Trial stored = Trial.fromJson(
                org.shiftbed.base.CanonicalJson.parseObject(org.shiftbed.base.CanonicalJson.text(trial.toJson())));
        assertThat(stored).isEqualTo(trial);
        try (TrialSetup setup = TrialSetup.open(stored, digits)) {
            assertThat(setup.split().testEnvironments()).containsExactly(1);
            assertThat(setup.split().parts(Role.TRAIN)).hasSize(2);
        }
        DigitFiles.write(others, 600, 2);
        assertThatThrownBy(() -> TrialSetup.open(stored, others))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("are not those that this trial was planned on");
    }

    @Test
    void idsDoNotDependOnWhereTheDataLie(@TempDir Path copy) throws Exception {
        DigitFiles.write(copy, 600, 1);
        String text = "study: s\nprotocol: domainbed\ndatasets: ColoredMNIST\nalgorithms: ERM\ntrials: 1\n";
        Study study = StudyFile.parse(text, "s.yaml");
        assertThat(Plan.of(study, copy).trials().get(3).id())
                .isEqualTo(Plan.of(study, digits).trials().get(3).id());
    }

    private static String words(PlannedTrial planned) {
        Trial trial = planned.trial();
        return trial.seed() + " " + trial.dataset() + " " + trial.algorithm() + " " + trial.testEnvironments() + " "
                + trial.hparamsSeed();
    }

    private static Plan plan(String text) {
        return Plan.of(StudyFile.parse("study: s\nprotocol: domainbed\n" + text, "s.yaml"), digits);
    }
}
