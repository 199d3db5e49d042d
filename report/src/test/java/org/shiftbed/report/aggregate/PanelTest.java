package org.shiftbed.report.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.shiftbed.learn.Protocol;
import org.shiftbed.report.statistics.Made;
import org.shiftbed.report.style.ControlledTables;
import org.shiftbed.report.table.ControlledCsv;
import org.shiftbed.study.ExpectedStudy;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.Outcome;
import org.shiftbed.study.StudyResults;
import org.shiftbed.study.TrialState;

/** Which settings of a study go together in a figure, and in which order. */
class PanelTest {
    private final List<ExpectedTrial> trials = new ArrayList<>();
    private final List<Outcome> outcomes = new ArrayList<>();

    private void add(String dataset, String kind, String words, Map<String, Object> parameters, double test) {
        for (String method : List.of("ERM", "Big")) {
            String id = "t" + trials.size();
            trials.add(new ExpectedTrial(
                    id,
                    Protocol.CONTROLLED,
                    dataset,
                    kind,
                    words,
                    "ERM",
                    method,
                    "controlled",
                    List.of(),
                    0,
                    0,
                    10,
                    List.of(),
                    List.of(),
                    null,
                    Map.of("shift_parameters", parameters, "hparams", Map.of("lr", 0.1))));
            outcomes.add(new Outcome(
                    dataset,
                    kind,
                    words,
                    method,
                    "controlled",
                    List.of(),
                    "id",
                    "all",
                    -1,
                    0,
                    Outcome.State.DONE,
                    test,
                    0.5,
                    id,
                    9,
                    1,
                    1,
                    0,
                    0,
                    0,
                    0,
                    ""));
        }
    }

    private List<Panel> panels() {
        ExpectedStudy plan =
                new ExpectedStudy("s", Protocol.CONTROLLED, List.of("id"), Map.of("a", "ERM", "b", "ERM"), trials);
        List<StudyResults.Run> runs = trials.stream()
                .map(trial -> new StudyResults.Run(trial, TrialState.DONE, List.of(), ""))
                .toList();
        return Panel.of(new StudyResults(plan, runs, List.of()), outcomes, "id");
    }

    @Test
    void settingsOfAllDataSetsMeetAlongTheAxisWhateverTheirAttributesAreCalled() {
        add("a", "low-data", "color, N=10", Map.of("samples", 10, "noise", 0, "size", 0), 0.5);
        add("a", "low-data", "color, N=5", Map.of("samples", 5, "noise", 0, "size", 0), 0.4);
        add("b", "low-data", "hue, N=10", Map.of("samples", 10, "noise", 0, "size", 0), 0.6);
        add("b", "low-data", "hue, N=5", Map.of("samples", 5, "noise", 0, "size", 0), 0.3);
        Panel panel = panels().get(0);
        assertThat(panel.axis()).isEqualTo(Axis.SAMPLES);
        assertThat(panel.scores().settings()).containsExactly("5", "10");
        assertThat(panel.scores().datasets()).containsExactly("a", "b");
        assertThat(panel.scores().of("Big", "b", "5")).containsEntry(0, 0.3);
        assertThat(panel.families()).containsEntry("Big", Family.ARCHITECTURE);
    }

    /** The number of rare rows follows from the data set there. */
    @Test
    void sizeGoesBeforeRareRows() {
        add("a", "low-data", "x, N=478, size 1000", Map.of("samples", 478, "noise", 0, "size", 1000), 0.5);
        add("a", "low-data", "x, N=478", Map.of("samples", 478, "noise", 0, "size", 0), 0.6);
        add("b", "low-data", "y, N=92, size 1000", Map.of("samples", 92, "noise", 0, "size", 1000), 0.5);
        add("b", "low-data", "y, N=92", Map.of("samples", 92, "noise", 0, "size", 0), 0.6);
        Panel panel = panels().get(0);
        assertThat(panel.axis()).isEqualTo(Axis.SIZE);
        assertThat(panel.scores().settings()).containsExactly("1000", "all");
    }

    @Test
    void oneNoiseIsAnAxisAndUnseenDataHaveNone() {
        add("a", "low-data", "x, N=10, noise 0.7", Map.of("samples", 10, "noise", 0.7, "size", 0), 0.5);
        add("a", "unseen", "x", Map.of("noise", 0, "size", 0), 0.5);
        add("b", "unseen", "y", Map.of("noise", 0, "size", 0), 0.5);
        add("a", "none", "", Map.of("noise", 0, "size", 0), 0.5);
        List<Panel> panels = panels();
        assertThat(panels).extracting(Panel::shift).containsExactly("low-data", "unseen");
        assertThat(panels.get(0).axis()).isEqualTo(Axis.NOISE);
        assertThat(panels.get(1).axis()).isNull();
        assertThat(panels.get(1).scores().settings()).containsExactly("");
    }

    @Test
    void settingsThatAnAxisDoesNotTellApartKeepTheirWords() {
        add("a", "low-data", "x, N=10", Map.of("samples", 10, "noise", 0, "size", 0), 0.5);
        add("a", "low-data", "y, N=10", Map.of("samples", 10, "noise", 0, "size", 0), 0.4);
        add("a", "low-data", "x, N=20", Map.of("samples", 20, "noise", 0, "size", 0), 0.4);
        Panel panel = panels().get(0);
        assertThat(panel.axis()).isNull();
        assertThat(panel.scores().settings()).containsExactly("x, N=10", "y, N=10", "x, N=20");
    }

    @Test
    void aSeedThatIsMissingIsLeftOutAndMarked() {
        Scores scores = new Scores(
                List.of("b", "m"),
                List.of("d", "e"),
                List.of("q"),
                2,
                List.of(
                        new Scores.Score("b", "d", "q", 0, 0.5),
                        new Scores.Score("b", "d", "q", 1, 0.4),
                        new Scores.Score("m", "d", "q", 1, 0.5),
                        new Scores.Score("m", "e", "q", 1, 0.5)));
        Change change = Change.of(scores, Map.of("d", "b", "e", "b"), "m", "q", Change.Order.MEAN_OF_RATIOS);
        assertThat(change.value()).isCloseTo(25.0, org.assertj.core.api.Assertions.within(1e-12));
        assertThat(change.datasets()).isEqualTo(1);
        assertThat(change.seeds()).isEqualTo(1);
        assertThat(change.partial()).isTrue();
        assertThat(change.count()).isEqualTo("1");
    }

    @Test
    void aDataSetThatIsMissingWholeIsLeftOutAndMarkedIfItWasPlanned() {
        List<Scores.Score> scores = List.of(
                new Scores.Score("b", "d", "q", 0, 0.5),
                new Scores.Score("m", "d", "q", 0, 0.4),
                new Scores.Score("b", "e", "q", 0, 0.5));
        Map<String, String> baseline = Map.of("d", "b", "e", "b", "f", "b");
        Scores planned = new Scores(
                List.of("b", "m"),
                List.of("d", "e", "f"),
                List.of("q"),
                1,
                scores,
                Set.of(new Scores.Place("m", "e", "q"), new Scores.Place("m", "f", "q")));
        Change change = Change.of(planned, baseline, "m", "q", Change.Order.MEAN_OF_RATIOS);
        assertThat(change.value()).isCloseTo(-20.0, org.assertj.core.api.Assertions.within(1e-12));
        assertThat(change.partial()).isTrue();
        // On f the baseline was never planned, so that there is nothing to miss.
        assertThat(change.count()).isEqualTo("1/2");
        Scores unplanned = new Scores(List.of("b", "m"), List.of("d", "e", "f"), List.of("q"), 1, scores);
        Change whole = Change.of(unplanned, baseline, "m", "q", Change.Order.RATIO_OF_MEANS);
        assertThat(whole.partial()).isFalse();
        assertThat(whole.count()).isEqualTo("1");
    }

    @Test
    void aPanelKnowsWhatWasPlannedWithoutANumber() {
        add("a", "unseen", "", Map.of(), 0.5);
        add("b", "unseen", "", Map.of(), 0.5);
        outcomes.set(3, Made.empty("b", "unseen", "Big", 0, Outcome.State.MISSING, 0, 0));
        Panel panel = panels().get(0);
        assertThat(panel.scores().plannedRuns("Big", "")).isEqualTo(2);
        Change change = Change.of(panel.scores(), panel.baseline(), "Big", "", Change.Order.MEAN_OF_RATIOS);
        assertThat(change.count()).isEqualTo("1/2");
        assertThat(ControlledTables.of(panel)
                        .get(0)
                        .rows()
                        .get(1)
                        .cells()
                        .get(0)
                        .text())
                .isEqualTo("+0.0 (1/2) partial");
        assertThat(ControlledCsv.write(List.of(panel), "").lines().filter(line -> line.contains(",Big,")))
                .allMatch(line -> line.startsWith("rank,") ? line.endsWith(",,,,") : line.contains(",true,"))
                .anyMatch(
                        line -> line.startsWith("mean-of-ratios,unseen,id,,,,,Big,") && line.endsWith(",0,1,1,true,"));
    }

    /** Against the definition: Pearson's correlation of the mean ranks, by hand. */
    @Test
    void agreementOfOrdersIsSpearmansWithTies() {
        Double agreement = OrderAgreement.spearman(List.of(0.1, 0.2, 0.2, 0.4), List.of(0.3, 0.1, 0.5, 0.6));
        // Ranks 1, 2.5, 2.5, 4 and 2, 1, 3, 4: sums of products of deviations 3, squares 4.5 and 5.
        assertThat(agreement).isCloseTo(3 / Math.sqrt(4.5 * 5), org.assertj.core.api.Assertions.within(1e-12));
        assertThat(OrderAgreement.spearman(List.of(0.1, 0.1), List.of(0.3, 0.1)))
                .isNull();
        assertThat(OrderAgreement.spearman(List.of(0.1), List.of(0.3))).isNull();
    }
}
