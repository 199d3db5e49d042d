package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.selection.Selections;

/** Form {@code auto-lr} in study files and plans. */
class AutoLrPlanTest {
    private static final String HEAD = "study: s\nprotocol: domainbed\ndatasets: ColoredMNIST\ntrials: 1\n"
            + "search: {random: {draws: 1}}\ntraining: {steps: 700, checkpoint-every: 100}\n"
            + "test-environments: [[2]]\n";
    private static final String AUTO = "algorithms:\n  - ERMPlusPlus: {form: auto-lr, batch_size: 64}\n";

    @TempDir
    static Path digits;

    @BeforeAll
    static void files() throws Exception {
        DigitFiles.write(digits, 600, 1);
    }

    @Test
    void formIsPartOfTheTrialAndHasTwiceTheUpdates() {
        Plan auto = plan(HEAD + AUTO);
        Plan plain = plan(HEAD + AUTO.replace("form: auto-lr, ", ""));
        Trial trial = auto.trials().get(0).trial();
        assertThat(auto.trials())
                .singleElement()
                .satisfies(planned -> assertThat(planned.refusal()).isNull());
        assertThat(trial.form()).isEqualTo("auto-lr");
        assertThat(trial.id()).isNotEqualTo(plain.trials().get(0).id());
        assertThat(Trial.fromJson(trial.toJson())).isEqualTo(trial);
        assertThat(trial.updates()).isEqualTo(1400);
        assertThat(plain.trials().get(0).trial().updates()).isEqualTo(700);
        assertThat(ExpectedStudy.of(auto).trials().get(0).updates()).isEqualTo(1400);
        // The run seed is that of the reference, which knows no forms.
        assertThat(trial.runSeed()).isEqualTo(plain.trials().get(0).trial().runSeed());
    }

    @Test
    void picturesOfBothStagesAreCounted() throws Exception {
        Plan plan = plan(HEAD + AUTO);
        PlannedTrial.Rows rows = plan.trials().get(0).rows();
        // 200 rows an environment, a fifth of them held out.
        assertThat(List.of(rows.validation(), rows.oracle(), rows.test())).containsExactly(80L, 40L, 160L);
        Estimate estimate = Estimate.of(plan, null);
        assertThat(estimate.imagesTrained()).isEqualTo(1400 * 128);
        // Checkpoints after updates 0, 100, ..., 600 and 699: 80 + 40 + 160 rows in the first stage, 200 in the second.
        assertThat(estimate.imagesEvaluated()).isEqualTo(8 * (280 + 200));
    }

    @Test
    void timeComesFromTheRecordsOfBothStages(@TempDir Path folder) throws Exception {
        Plan plan = plan(HEAD + AUTO + "selection: [own]\n");
        Plan other = plan((HEAD + AUTO + "selection: [own]\n").replace("[[2]]", "[[1]]"));
        Path trial = new StudyFolder(folder).trial(plan.trials().get(0).id());
        Files.createDirectories(trial);
        Files.writeString(
                trial.resolve("trial.json"),
                org.shiftbed.base.CanonicalJson.text(
                        plan.trials().get(0).trial().toJson()));
        Files.writeString(
                trial.resolve("results.jsonl"),
                "{\"step\": 0, \"step_time\": 1.0}\n{\"step\": 9, \"step_time\": 0.5}\n"
                        + "{\"step\": 0, \"step_time\": 2.0}\n{\"step\": 4, \"step_time\": 0.25}\n");
        Files.writeString(trial.resolve("done"), "done");
        // 1 + 9 * 0.5 + 2 + 4 * 0.25 seconds for 15 updates of 128 pictures.
        assertThat(Estimate.of(plan, folder).finished()).isEqualTo(1);
        Estimate estimate = Estimate.of(both(plan, other), folder);
        assertThat(estimate.seconds().orElseThrow())
                .isCloseTo(
                        (estimate.imagesTrained() + estimate.imagesEvaluated() / 3.0) * 8.5 / (15 * 128),
                        org.assertj.core.api.Assertions.within(1e-6));
    }

    private static Plan both(Plan a, Plan b) {
        return new Plan(a.study(), List.of(a.trials().get(0), b.trials().get(0)), List.of());
    }

    @Test
    void defaultRulesBeginWithTheMethodsOwnWhereOneHasTheForm() {
        assertThat(StudyFile.parse(HEAD + AUTO, "s.yaml").selection()).containsExactly("own", "iid", "loo", "oracle");
        assertThat(StudyFile.parse(HEAD + "algorithms: [ERMPlusPlus]\n", "s.yaml")
                        .selection())
                .containsExactly("iid", "loo", "oracle");
        assertThat(Selections.standard(Protocol.CONTROLLED, false)).containsExactly("id", "oracle-best");
    }

    @Test
    void studyWithoutARuleForTheSecondStageIsAWarning() {
        assertThat(plan(HEAD + AUTO + "selection: [iid]\n").warnings())
                .contains(
                        "ERMPlusPlus of form auto-lr: no rule of this study reads the second stage, which trains on all"
                                + " rows; add own or auto-lr-iid to selection");
        for (String rule : List.of("own", "auto-lr-iid")) {
            assertThat(plan(HEAD + AUTO + "selection: [iid, " + rule + "]\n").warnings())
                    .noneMatch(warning -> warning.contains("second stage"));
        }
    }

    @Test
    void whatCannotBeIsRefusedInOneLine() {
        refused(
                HEAD + "algorithms: [ERM]\nselection: [iid, auto-lr-iid]\n",
                "s.yaml, line 9: selection[1]: rule 'auto-lr-iid' reads trials of form auto-lr, and this study has none, so"
                        + " it could choose nothing; write algorithms: [{ERMPlusPlus: {form: auto-lr}}], or leave the rule"
                        + " out");
        refused(
                HEAD + "algorithms:\n  - ERM: {form: auto-lr}\n",
                "s.yaml, line 9: algorithms[0].ERM.form: unknown form 'auto-lr'; known: controlled, domainbed");
        refused(
                "study: s\ndataset: {sprites: {side: 16}}\nalgorithms:\n  - ERMPlusPlus: {form: auto-lr}\n",
                "s.yaml, line 4: algorithms[0].ERMPlusPlus.form: form auto-lr belongs to protocol domainbed, this study is"
                        + " of protocol controlled; leave it out");
        refused(
                "study: s\ndataset: {sprites: {side: 16}}\nalgorithms: [ERM]\nselection: [auto-lr-iid]\n",
                "s.yaml, line 4: selection[0]: rule 'auto-lr-iid' does not belong to protocol controlled; this study can"
                        + " use id, ood, reweighted, oracle-best, own");
    }

    /** Checkpoints after updates 1, 101, ..., 601 and 700, of which those above linear_steps count. */
    @Test
    void trialTooShortForThreeFallsIsAWarning() {
        String study = HEAD + AUTO + "selection: [own]\n";
        assertThat(plan(study).warnings())
                .contains(
                        "ERMPlusPlus of form auto-lr: the rate goes by 3 checkpoints after the linear phase in 1 trial, and"
                                + " needs at least 7 to fall three times; write a smaller checkpoint-every, or more steps");
        assertThat(plan(study.replace("batch_size: 64", "linear_steps: 101")).warnings())
                .anyMatch(warning -> warning.contains("goes by 6 checkpoints"));
        assertThat(plan(study.replace("batch_size: 64", "linear_steps: 100")).warnings())
                .noneMatch(warning -> warning.contains("checkpoints"));
    }

    @Test
    void singleTrialIsReportedByTheRuleOfItsForm() {
        for (String form : List.of("auto-lr", "domainbed")) {
            Study study = new SingleTrial(
                            "ColoredMNIST",
                            "ERMPlusPlus",
                            "leave-domains-out:test=2",
                            List.of("form=" + form, "linear_steps=5"),
                            20,
                            0)
                    .study();
            assertThat(study.algorithms().get(0).form()).isEqualTo(form);
            assertThat(study.selection()).containsExactly(form.equals("auto-lr") ? "own" : "iid", "oracle");
        }
    }

    /** Without replacement the rows of a batch must be there, balanced classes or not. */
    @Test
    void anEnvironmentSmallerThanItsBatchRefusesTheTrial() {
        String small = HEAD + AUTO.replace("batch_size: 64", "batch_size: 161, class_balanced: true");
        assertThat(plan(small).refused()).hasSize(1);
        assertThat(plan(small.replace("form: auto-lr, ", "")).refused()).isEmpty();
    }

    private static void refused(String text, String message) {
        assertThatThrownBy(() -> plan(text)).isInstanceOf(UserError.class).hasMessage(message);
    }

    private static Plan plan(String text) {
        return Plan.of(StudyFile.parse(text, "s.yaml"), digits);
    }
}
