package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.UserError;
import org.shiftbed.learn.Protocol;

class OutcomesTest {
    private static StudyResults.Run run(int hparamsSeed, TrialState state, CheckpointRecord... records) {
        return new StudyResults.Run(
                Expected.controlled("m" + hparamsSeed, 0, hparamsSeed),
                state,
                List.of(records),
                state == TrialState.FAILED ? "no memory" : state == TrialState.REFUSED ? "it cannot" : "");
    }

    private static Outcome outcome(String rule, StudyResults.Run... runs) {
        List<ExpectedTrial> trials = new ArrayList<>();
        for (StudyResults.Run run : runs) {
            trials.add(run.trial());
        }
        List<Outcome> outcomes = Outcomes.of(
                new StudyResults(
                        new ExpectedStudy("s", Protocol.CONTROLLED, List.of("id"), trials), List.of(runs), List.of()),
                List.of(rule));
        assertThat(outcomes).hasSize(1);
        return outcomes.get(0);
    }

    @Test
    void theBestMemberThatDidNotDivergeIsChosenAndTheRestIsCounted() {
        Outcome outcome = outcome(
                "id",
                run(0, TrialState.DONE, Expected.controlled(0, .5, .4), Expected.controlled(9, .7, .6)),
                run(1, TrialState.DIVERGED, Expected.controlled(0, .99, .98)),
                run(2, TrialState.FAILED),
                run(3, TrialState.MISSING));
        assertThat(outcome.state()).isEqualTo(Outcome.State.DONE);
        assertThat(outcome.test()).isEqualTo(.6);
        assertThat(outcome.validation()).isEqualTo(.7);
        assertThat(outcome.trial()).isEqualTo("m0");
        assertThat(outcome.step()).isEqualTo(9);
        assertThat(List.of(outcome.planned(), outcome.finished(), outcome.diverged(), outcome.failed()))
                .containsExactly(4, 1, 1, 1);
        assertThat(outcome.environment()).isEqualTo("all");
        assertThat(outcome.environmentIndex()).isEqualTo(-1);
    }

    @Test
    void everyWayToHaveNoNumberSaysWhy() {
        Outcome missing = outcome("id", run(0, TrialState.MISSING), run(1, TrialState.DIVERGED));
        assertThat(missing.state()).isEqualTo(Outcome.State.MISSING);
        assertThat(missing.reason()).isEqualTo("1 of 2 trials have no result yet");
        Outcome diverged = outcome("id", run(0, TrialState.DIVERGED), run(1, TrialState.DIVERGED));
        assertThat(diverged.state()).isEqualTo(Outcome.State.DIVERGED);
        assertThat(diverged.diverged()).isEqualTo(2);
        assertThat(diverged.reason()).isEqualTo("all 2 trials diverged");
        Outcome failed = outcome("id", run(0, TrialState.FAILED));
        assertThat(failed.state()).isEqualTo(Outcome.State.FAILED);
        assertThat(failed.reason()).isEqualTo("the trial failed (no memory)");
        Outcome refused = outcome("id", run(0, TrialState.REFUSED));
        assertThat(refused.state()).isEqualTo(Outcome.State.REFUSED);
        assertThat(List.of(refused.refused(), refused.failed())).containsExactly(1, 0);
        Outcome mixed = outcome("id", run(0, TrialState.REFUSED), run(1, TrialState.DIVERGED));
        assertThat(mixed.state()).isEqualTo(Outcome.State.DIVERGED);
        assertThat(mixed.reason()).isEqualTo("1 of 2 trials diverged, 1 of 2 trials was refused (it cannot)");
        Outcome noField = outcome("ood", run(0, TrialState.DONE, Expected.controlled(0, .5, .4)));
        assertThat(noField.state()).isEqualTo(Outcome.State.NOT_EVALUATED);
        assertThat(noField.reason()).isEqualTo("no record has val_ood");
        Outcome noTest = outcome(
                "id",
                run(0, TrialState.DONE, new CheckpointRecord(Map.of("step", 3, "shiftbed", Map.of("val_id", .5)))));
        assertThat(noTest.state()).isEqualTo(Outcome.State.NOT_EVALUATED);
        assertThat(noTest.reason()).contains("m0", "step 3", "evaluate: full");
        Outcome foreign = outcome("iid", run(0, TrialState.DONE, Expected.controlled(0, .5, .4)));
        assertThat(foreign.state()).isEqualTo(Outcome.State.NOT_EVALUATED);
        assertThat(foreign.reason()).contains("protocol controlled");
        for (Outcome outcome : List.of(missing, diverged, failed, noField, noTest, foreign)) {
            assertThat(outcome.test()).isNull();
            assertThat(outcome.trial()).isNull();
            assertThat(outcome.step()).isEqualTo(-1);
        }
    }

    @Test
    void aSearchThatNoRuleReadsTellsHowItsTrialsEndedAllTheSame() {
        for (TrialState state : List.of(TrialState.DIVERGED, TrialState.FAILED, TrialState.REFUSED, TrialState.DONE)) {
            ExpectedTrial pair = Expected.domainbed("p", 0, 0, 0, 1);
            List<Outcome> outcomes = Outcomes.of(
                    new StudyResults(
                            new ExpectedStudy("s", Protocol.DOMAINBED, List.of("iid"), List.of(pair)),
                            List.of(new StudyResults.Run(pair, state, List.of(), "")),
                            List.of()),
                    List.of("iid"));
            assertThat(outcomes)
                    .hasSize(2)
                    .allSatisfy(outcome -> assertThat(outcome.state().name())
                            .isEqualTo(state == TrialState.DONE ? "NOT_EVALUATED" : state.name()));
            if (state == TrialState.DONE) {
                assertThat(outcomes.get(0).reason()).contains("iid reads no trial that holds out 2 environments");
            }
        }
    }

    @Test
    void aRuleThatNeedsPairsSaysThatOneOfThemDiverged() {
        List<StudyResults.Run> runs = List.of(
                new StudyResults.Run(
                        Expected.domainbed("a", 0, 0, 0),
                        TrialState.DONE,
                        List.of(Expected.domainbed(0, .1, .2, .3, .4, .5, .6)),
                        ""),
                new StudyResults.Run(Expected.domainbed("ab", 0, 0, 0, 1), TrialState.DIVERGED, List.of(), ""));
        Outcome outcome = Outcomes.of(
                        new StudyResults(
                                new ExpectedStudy(
                                        "s",
                                        Protocol.DOMAINBED,
                                        List.of("loo"),
                                        runs.stream()
                                                .map(StudyResults.Run::trial)
                                                .toList()),
                                runs,
                                List.of()),
                        List.of("loo"))
                .get(0);
        assertThat(outcome.state()).isEqualTo(Outcome.State.DIVERGED);
        assertThat(outcome.reason()).isEqualTo("1 of 2 trials diverged");
    }

    @Test
    void ownIsTheRuleThatTheAlgorithmDeclares() {
        Outcome own = outcome("own", run(0, TrialState.DONE, Expected.controlled(0, .5, .4)));
        assertThat(own.selection()).isEqualTo("own");
        assertThat(own.test()).isEqualTo(.4);
        assertThatThrownBy(() -> outcome("best", run(0, TrialState.DONE))).isInstanceOf(UserError.class);
    }

    @Test
    void curvesLeaveOutWhatTwoRunsOfOneTrialDifferIn() {
        CheckpointRecord first = new CheckpointRecord(Map.of(
                "step",
                5,
                "loss",
                "NaN",
                "step_time",
                .1,
                "epoch",
                1,
                "shiftbed",
                Map.of("test", .3, "rss_bytes", 9, "images_trained", 4, "form", "controlled")));
        CheckpointRecord second = new CheckpointRecord(Map.of("step", 0, "loss", .5));
        List<Curve> curves = Curves.of(new StudyResults(
                new ExpectedStudy("s", Protocol.CONTROLLED, List.of("id"), List.of()),
                List.of(run(0, TrialState.DONE, first, second)),
                List.of()));
        assertThat(curves).extracting(Curve::quantity).containsExactly("loss", "test");
        assertThat(curves.get(0).steps()).containsExactly(0, 5);
        assertThat(curves.get(0).values()).containsExactly(.5, Double.NaN);
        assertThat(curves.get(1).values()).containsExactly(.3);
    }
}
