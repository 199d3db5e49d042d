package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;

/** What a plan can tell of a run before it costs anything. */
class ForeseenTest {
    private static final String SPRITES = """
            study: s
            dataset: {sprites: {side: 16, stride: {orientation: 8, position: 8}}}
            shifts: [{none: {environments: color}}]
            seeds: [0]
            """;

    @TempDir
    static Path digits;

    @BeforeAll
    static void files() throws Exception {
        DigitFiles.write(digits, 600, 1);
    }

    private static Plan controlled(String more) {
        return Plan.of(StudyFile.parse(SPRITES + more, "s.yaml"), null);
    }

    private static Plan domainbed(String more) {
        String head =
                "study: s\nprotocol: domainbed\ndatasets: ColoredMNIST\ntrials: 1\nsearch: {random: {draws: 1}}\n";
        return Plan.of(StudyFile.parse(head + more, "s.yaml"), digits);
    }

    @Test
    void environmentsHeldOutTogetherAndReadByNoRuleAreAWarning() {
        String pair = "algorithms: [ERM]\ntest-environments: [[0, 1]]\n";
        assertThat(domainbed(pair + "selection: [iid, own]\n").warnings())
                .contains(
                        "ColoredMNIST: rule 'iid' reads runs that hold out one environment alone, and none does so with +90%,"
                                + " +80%: its cells will be empty there; write test-environments: single, or a list of each one")
                .anyMatch(warning -> warning.startsWith("ColoredMNIST: rule 'own' reads"));
        assertThat(domainbed("algorithms: [ERM]\ntest-environments: [[0], [1, 2]]\nselection: [iid]\n")
                        .warnings())
                .anyMatch(warning -> warning.contains("does so with +80%, -90%:"));
        assertThat(domainbed("algorithms: [ERM]\n").warnings()).isEmpty();
    }

    @Test
    void aSingleRowBeforeBatchNormalisationIsRefusedWithBatchAndNetwork() {
        String study = "algorithms: [ERM, MTL]\nnetwork: resnet18\n";
        Plan plan = controlled(study + "training: {steps: 100, batch: 6}\n");
        assertThat(plan.runnable()).extracting(each -> each.trial().algorithm()).containsExactly("ERM");
        // Three environments alike: 6 rows, one of them from an environment, with chance 6/3 (2/3)^5; 79.01 in 100
        // updates.
        assertThat(plan.refused().get(0).refusal())
                .isEqualTo(
                        "network resnet18 needs at least 2 rows of 3x16x16 at a time, for its batch normalisation has one"
                                + " value a channel of each; MTL passes each environment by itself, and of training.batch 6 over 3"
                                + " environments one has a single row in about 80 of 100 updates; take larger batches or pictures,"
                                + " freeze_bn: true, or a network without batch normalisation");
        assertThat(controlled(study + "training: {steps: 100, batch: 60}\n").refused())
                .isEmpty();
        assertThat(controlled(
                                "algorithms: [{MTL: {freeze_bn: true}}]\nnetwork: resnet18\ntraining: {steps: 100, batch: 6}\n")
                        .refused())
                .isEmpty();
        assertThat(controlled("algorithms: [MTL]\nnetwork: resnet18-small\ntraining: {steps: 100, batch: 6}\n")
                        .refused())
                .isEmpty();
        Plan digitsOfOne =
                domainbed("network: resnet18\nalgorithms: [{ERM: {batch_size: 1}}, {CORAL: {batch_size: 1}}]\n");
        assertThat(digitsOfOne.refused())
                .filteredOn(each -> each.trial().heldOut() == 1)
                .allMatch(each -> each.trial().algorithm().equals("CORAL"))
                .allMatch(each -> String.valueOf(each.refusal()).contains("and batch_size is 1;"))
                .hasSize(3);
        assertThat(digitsOfOne.refused())
                .filteredOn(each -> each.trial().heldOut() == 2)
                .as("one environment is left, with one row")
                .hasSize(6);
    }

    @Test
    void whatIsWrittenAndReadByNothingIsAWarning() {
        List<String> warnings = domainbed("test-environments: single\nalgorithms:\n"
                        + "  - {ERM: {freeze_bn: true, vit: true, lars: true, lr: 0.01, nonlinear_classifier: true}}\n"
                        + "  - {DANN: {lr: 0.01}}\n  - {Transfer: {beta1: 0}}\n")
                .warnings();
        assertThat(warnings)
                .filteredOn(warning -> warning.contains("changes nothing"))
                .containsExactlyInAnyOrder(
                        "ColoredMNIST, ERM: hyperparameter 'freeze_bn' changes nothing: network mnist-cnn does not read it",
                        "ColoredMNIST, ERM: hyperparameter 'vit' changes nothing: the size of the pictures, 2x28x28, decides that"
                                + " the network is mnist-cnn",
                        "ColoredMNIST, ERM: hyperparameter 'lars' changes nothing: ERM does not read it",
                        "ColoredMNIST, DANN: hyperparameter 'lr' changes nothing: DANN does not read it, it reads lr_g, lr_d",
                        "ColoredMNIST, Transfer: hyperparameter 'beta1' changes nothing: Transfer does not read it");
        assertThat(controlled("algorithms: [ERM]\nsearch: {given: [{vit_dropout: 0.5}]}\nnetwork: resnet18-small\n")
                        .warnings())
                .contains(
                        "sprites, ERM: hyperparameter 'vit_dropout' changes nothing: network resnet18-small does not read it, it"
                                + " reads freeze_bn, init, resnet_dropout");
    }

    private static Map<String, Object> switched(boolean nonlinear) {
        return Map.of(
                "init",
                "release",
                "lr",
                0.001,
                "weight_decay",
                0L,
                "freeze_bn",
                true,
                "nonlinear_classifier",
                nonlinear);
    }

    @Test
    void switchesOfNetworksCanBeGivenUnderTheControlledProtocolAndMoveNoTrialThatLacksThem() {
        Plan plain = controlled("algorithms: [ERM]\nnetwork: resnet18-small\n");
        Plan switched = controlled(
                "algorithms: [{ERM: {nonlinear_classifier: [true, false], freeze_bn: true}}]\nnetwork: resnet18-small\n"
                        + "search: grid\n");
        assertThat(plain.trials().get(0).trial().hyperparameters()).containsOnlyKeys("init", "lr", "weight_decay");
        assertThat(switched.trials())
                .extracting(each -> each.trial().hyperparameters())
                .containsExactly(switched(true), switched(false));
        assertThat(switched.warnings()).isEmpty();
        assertThatThrownBy(() -> controlled("algorithms: [{ERM: {freeze_bm: true}}]\n"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("did you mean 'freeze_bn'?");
        assertThatThrownBy(() -> controlled("algorithms: [{ERM: {freeze_bn: 3}}]\n"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("'freeze_bn' must be true or false");
    }

    @Test
    void namesThatArePartOfAnotherOrSpelledWithSignsAreFound() {
        assertThatThrownBy(() -> controlled("algorithms: [ERM++]\n"))
                .hasMessageContaining("did you mean 'ERMPlusPlus'?");
        assertThatThrownBy(() -> controlled("algorithms: [{RDM: {lambda: 1}}]\n"))
                .hasMessageContaining("did you mean 'rdm_lambda'?");
    }
}
