package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.base.UserError;

class PlanTest {
    private static final String HEAD = """
            study: s
            dataset: {sprites: {side: 16, stride: {orientation: 8, position: 8}}}
            algorithms: [ERM]
            """;

    @Test
    void aControlledStudyHasOneTrialASeedSettingMethodAndMember() {
        Plan plan = plan(HEAD + """
                shifts:
                  - none: {environments: color}
                  - spurious-correlation: {attribute: color, samples: [1, 10]}
                conditions: {noise: [0, 0.1]}
                search: {random: {draws: 2}}
                seeds: [3, 5]
                """);
        assertThat(plan.trials()).hasSize(2 * 3 * 2 * 2);
        assertThat(plan.trials().stream().map(PlannedTrial::id).distinct()).hasSize(24);
        assertThat(plan.trials().subList(0, 12))
                .allMatch(planned -> planned.trial().seed() == 3);
        assertThat(plan.trials().stream().limit(12).map(p -> p.trial().shift() + ": " + p.setting()))
                .containsExactly(
                        "none: ",
                        "none: ",
                        "none: noise 0.1",
                        "none: noise 0.1",
                        "spurious-correlation: color, N=1",
                        "spurious-correlation: color, N=1",
                        "spurious-correlation: color, N=1, noise 0.1",
                        "spurious-correlation: color, N=1, noise 0.1",
                        "spurious-correlation: color, N=10",
                        "spurious-correlation: color, N=10",
                        "spurious-correlation: color, N=10, noise 0.1",
                        "spurious-correlation: color, N=10, noise 0.1");
        assertThat(plan.trials().get(0).environments()).containsExactly("red", "green", "blue");
        Trial first = plan.trials().get(0).trial();
        Trial second = plan.trials().get(1).trial();
        assertThat(first.hparamsSeed()).isZero();
        assertThat(second.hparamsSeed()).isEqualTo(1);
        assertThat(first.network()).isEqualTo("small-cnn");
        assertThat(first.runSeed()).isBetween(0L, 0x7fffffffL);
        assertThat(plan.trials().stream()
                        .map(p -> p.trial().seed() + " " + p.trial().runSeed())
                        .distinct())
                .as("the run seed follows from the seed alone")
                .hasSize(2);
    }

    @Test
    void addingAMethodOrASettingMovesNoIdOfTheOthers() {
        Plan small = plan(HEAD + "shifts: [none]\nseeds: [0]\n");
        Plan large = plan(HEAD.replace("[ERM]", "[{ERM: {form: domainbed}}, {ERM: {form: controlled}}]")
                + "shifts: [{unseen: {attribute: color, values: [blue]}}, none]\nseeds: [4, 0]\n");
        assertThat(large.trials().stream().map(PlannedTrial::id))
                .contains(small.trials().get(0).id());
    }

    @Test
    void settingsWithTheSameWordsAreToldApart() {
        Plan plan = plan(HEAD + "shifts: [{none: {environments: color}}, {none: {environments: scale}}]\nseeds: [0]\n");
        assertThat(plan.trials().stream().map(PlannedTrial::setting))
                .containsExactly("environments color", "environments scale");
    }

    @Test
    void aGridGoesThroughTheListsAndIsCut() {
        String lists = HEAD.replace("[ERM]", "[{ERM: {lr: [0.1, 0.01, 0.001], weight_decay: [0, 0.5]}}]");
        assertThat(members(lists + "search: grid\nseeds: [0]\n"))
                .containsExactly("0.1 0", "0.01 0.5", "0.001 0", "0.1 0.5", "0.01 0", "0.001 0.5");
        assertThat(members(lists + "search: {grid: {cap: 2}}\nseeds: [0]\n")).containsExactly("0.1 0", "0.01 0.5");
    }

    @Test
    void givenMembersChangeWhatTheyName() {
        assertThat(members(HEAD + "search: {given: [{lr: 0.5}, {weight_decay: 1}]}\nseeds: [0]\n"))
                .containsExactly("0.5 0", "0.001 1");
        assertThat(members(HEAD + "search: {given: {ERM: [{lr: 0.25}]}}\nseeds: [0]\n"))
                .containsExactly("0.25 0");
    }

    @Test
    void drawZeroIsTheDefaultsAndAListIsChosenFrom() {
        List<String> draws = members(
                HEAD.replace("[ERM]", "[{ERM: {lr: [0.25, 0.5]}}]") + "search: {random: {draws: 12}}\nseeds: [0]\n");
        assertThat(draws).hasSize(12).first().isEqualTo("0.25 0");
        assertThat(draws).contains("0.5 0").allMatch(draw -> draw.matches("0.25 0|0.5 0"));
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(
                        "label: shap\n",
                        "s.yaml, line 4: label: unknown attribute of sprites 'shap'; did you mean 'shape'?"),
                Arguments.of(
                        "shifts:\n  - unseen: {attribute: colour, values: [blue]}\n",
                        "s.yaml, line 5: shifts[0].unseen.attribute: unknown attribute 'colour'; did you mean 'color'?"),
                Arguments.of(
                        "shifts:\n  - unseen:\n      attribute: color\n      values: [blau]\n",
                        "s.yaml, line 7: shifts[0].unseen.values: unknown value of 'color' 'blau'; did you mean 'blue'?"),
                Arguments.of(
                        "shifts:\n  - low-data: {attribute: color, values: [blue], samples: [5, 100000]}\n",
                        "s.yaml, line 5: shifts[0].low-data.samples: 100000 rows were asked for, "),
                Arguments.of(
                        "shifts:\n  - low-data: {attribute: color, values: [blue]}\n",
                        "s.yaml, line 5: shifts[0].low-data: samples must be a whole number of at least"),
                Arguments.of(
                        "shifts:\n  - spurious-correlation: {attribute: shape, samples: 1}\n",
                        "s.yaml, line 5: shifts[0].spurious-correlation.attribute: must differ from the label"),
                Arguments.of(
                        "shifts:\n  - unseen: {attribute: color, max-weight: 5}\n",
                        "s.yaml, line 5: shifts[0].unseen.max-weight: caps the weights of sampler 'importance', this"),
                Arguments.of(
                        "shifts:\n  - none: {environments: colr}\n",
                        "s.yaml, line 5: shifts[0].none.environments: unknown attribute 'colr'; did you mean 'color'?"),
                Arguments.of(
                        "shifts:\n  - none\n  - none: {sampler: parts}\n",
                        "s.yaml, line 6: shifts[1].none: is the same shift as shifts[0].none; keep one of them"),
                Arguments.of(
                        "shifts:\n  - none: {label: colo}\n",
                        "s.yaml, line 5: shifts[0].none.label: unknown attribute of sprites 'colo'; did you mean"),
                Arguments.of(
                        "protocol: domainbed\n",
                        "s.yaml, line 2: dataset.sprites: 'sprites' has no domains of its own"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void whatTheDataDoNotHaveIsRefusedWithItsLine(String text, String expected) {
        assertThatThrownBy(() -> plan(HEAD + text))
                .isInstanceOf(UserError.class)
                .satisfies(error ->
                        assertThat(error.getMessage()).startsWith(expected).doesNotContain("\n"));
    }

    @Test
    void aClassWithoutTrainingRowsIsAWarning() {
        Plan plan = plan(
                HEAD
                        + "label: color\nshifts: [{unseen: {attribute: color, values: [blue], environments: shape}}]\nseeds: [0]\n");
        assertThat(plan.warnings())
                .anyMatch(warning -> warning.startsWith("sprites, unseen (") && warning.contains("class 'blue'"));
    }

    @Test
    void aRuleThatCouldChooseNothingIsRefusedBeforeTraining() {
        String shifts = "shifts: [none, {unseen: {attribute: color, values: [blue]}}]\nseeds: [0]\n";
        assertThatThrownBy(() -> plan(HEAD + shifts + "selection: [id, ood]\n"))
                .isInstanceOf(UserError.class)
                .hasMessage(
                        "s.yaml, line 6: selection[1]: rule 'ood' chooses by the out-of-distribution validation set, and"
                                + " no shift of this study makes one, so it could choose nothing; this study can use id, reweighted,"
                                + " oracle-best, own");
        assertThat(plan(HEAD + shifts + "selection: [id, reweighted, oracle-best, own]\n")
                        .warnings())
                .isEmpty();
    }

    @Test
    void aMethodThatNeedsTwoEnvironmentsIsRefusedWhereOneIsLeftAndOthersAreNot() {
        Plan plan = plan(HEAD.replace("[ERM]", "[ERM, CORAL]")
                + "shifts: [{unseen: {attribute: color, values: [blue, green]}}]\nseeds: [0]\n");
        assertThat(plan.runnable())
                .singleElement()
                .satisfies(planned -> assertThat(planned.trial().algorithm()).isEqualTo("ERM"));
        assertThat(plan.refused())
                .singleElement()
                .satisfies(
                        planned -> assertThat(planned.refusal())
                                .startsWith(
                                        "CORAL needs at least 2 training environments, this split has 1; name under 'environments'"));
        assertThat(plan(HEAD.replace("[ERM]", "[CORAL]")
                                + "shifts: [{unseen: {attribute: color, values: [blue, green], environments: scale}}]\n")
                        .refused())
                .as("environments by another attribute")
                .isEmpty();
    }

    @Test
    void aNetworkForLargerPicturesAndABatchBeyondTheRowsAreWarnings() {
        String shifts = "shifts: [{low-data: {attribute: color, values: [blue], samples: 1}}]\nseeds: [0]\n"
                + "conditions: {size: [30]}\n";
        Plan plan = plan(HEAD + shifts + "network: resnet18\ntraining: {batch: 32}\n");
        assertThat(plan.warnings())
                .anyMatch(
                        warning -> warning.startsWith("sprites (3x16x16): network resnet18 is made for pictures of 64"))
                .contains(
                        "sprites, low-data (color blue, N=1, size 30): training.batch is 32, training has 30 rows: every"
                                + " batch repeats some");
        assertThat(plan(HEAD + shifts + "network: resnet18-small\ntraining: {batch: 30}\n")
                        .warnings())
                .isEmpty();
    }

    private static List<String> members(String text) {
        List<String> all = new ArrayList<>();
        for (PlannedTrial planned : plan(text).trials()) {
            Map<String, Object> values = planned.trial().hyperparameters();
            all.add(values.get("lr") + " " + values.get("weight_decay"));
        }
        return all;
    }

    private static Plan plan(String text) {
        return Plan.of(StudyFile.parse(text, "s.yaml"), null);
    }
}
