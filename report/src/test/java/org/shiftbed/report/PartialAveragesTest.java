package org.shiftbed.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.shiftbed.report.aggregate.Family;
import org.shiftbed.report.aggregate.Panel;
import org.shiftbed.report.aggregate.Scores;
import org.shiftbed.report.evidence.ScopeEvidence;
import org.shiftbed.report.statistics.Made;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.study.Outcome;

class PartialAveragesTest {
    private static List<String> lines(List<Outcome> outcomes, List<Panel> panels) {
        Results results = new Results(outcomes, "id");
        return new PartialAverages(results).lines(() -> panels, () -> ScopeEvidence.of(results, "id"));
    }

    @Test
    void aCellThatLacksASeedIsNamedWithHowManyOfHowMany() {
        List<Outcome> outcomes = new ArrayList<>(List.of(
                Made.done("d", "unseen", "ERM", 0, 0.5),
                Made.empty("d", "unseen", "ERM", 1, Outcome.State.DIVERGED, 2, 0),
                Made.done("d", "unseen", "ERM", 2, 0.5),
                Made.done("d", "unseen", "CORAL", 0, 0.5)));
        assertThat(lines(outcomes, List.of()))
                .containsExactly("ERM at d, unseen, selection id: over 2 of 3 runs (2 diverged)");
        outcomes.remove(1);
        assertThat(lines(outcomes, List.of())).isEmpty();
    }

    /** Each environment has all of its runs, but no seed of CORAL's has both. */
    @Test
    void anAverageOverEnvironmentsThatLeavesASeedOutIsNamed() {
        assertThat(lines(
                        List.of(
                                Made.domainBed("d", "ERM", "id", "a", 0, 0, 0.5),
                                Made.domainBed("d", "ERM", "id", "a", 0, 1, 0.5),
                                Made.domainBed("d", "ERM", "id", "b", 1, 0, 0.5)),
                        List.of()))
                .containsExactly("ERM on d, average over test environments, selection id: over 1 of 2 seeds");
    }

    @Test
    void aChangeThatLacksADataSetIsNamed() {
        Scores scores = new Scores(
                List.of("ERM", "CORAL"),
                List.of("d", "e"),
                List.of(""),
                1,
                List.of(
                        new Scores.Score("ERM", "d", "", 0, 0.5),
                        new Scores.Score("CORAL", "d", "", 0, 0.5),
                        new Scores.Score("ERM", "e", "", 0, 0.5)),
                Set.of(new Scores.Place("CORAL", "e", "")));
        Panel panel = new Panel(
                "unseen",
                "id",
                null,
                Map.of(),
                scores,
                Map.of("d", "ERM", "e", "ERM"),
                Map.of("ERM", Family.of("ERM"), "CORAL", Family.of("CORAL")),
                Map.of(),
                Map.of(),
                false);
        assertThat(lines(List.of(Made.done("d", "unseen", "ERM", 0, 0.5)), List.of(panel)))
                .containsExactly("CORAL, change under unseen, selection id: over 1 of 2 data sets, 1 of 2 runs");
    }

    /** One cell is empty, the others are whole: what is averaged over both places is partial. */
    @Test
    void aMeanOverPlacesOfWhichOneIsEmptyIsNamed() {
        assertThat(lines(
                        List.of(
                                Made.done("d", "unseen", "ERM", 0, 0.5),
                                Made.done("d", "unseen", "CORAL", 0, 0.5),
                                Made.done("d", "low-data", "ERM", 0, 0.5),
                                Made.empty("d", "low-data", "CORAL", 0, Outcome.State.MISSING, 0, 0)),
                        List.of()))
                .containsExactly("CORAL, interquartile mean over all shifts: over 1 of 2 runs");
        assertThat(lines(
                        List.of(
                                Made.done("d", "unseen", "ERM", 0, 0.5),
                                Made.empty("d", "unseen", "CORAL", 0, Outcome.State.MISSING, 0, 0)),
                        List.of()))
                .isEmpty();
    }
}
