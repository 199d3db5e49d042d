package org.shiftbed.report.statistics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shiftbed.report.statistics.PairedDifference.Verdict;
import org.shiftbed.study.Outcome;

class ComparisonTest {
    private static PairedDifference difference(double[] erm, double[] other) {
        List<Outcome> outcomes = new ArrayList<>();
        for (int seed = 0; seed < erm.length; seed++) {
            outcomes.add(Made.done("d", "unseen", "ERM", seed, erm[seed]));
        }
        for (int seed = 0; seed < other.length; seed++) {
            outcomes.add(Made.done("d", "unseen", "CORAL", seed, other[seed]));
        }
        return new Comparison(new Results(outcomes, "id")).under("id").get(0);
    }

    @Test
    void pairingTakesOutWhatTheSeedsShare() {
        // The seeds differ by 0.3, the pairs by 0.03, 0.04, 0.05: t(2) 4.302652729911275, se 0.01 / sqrt(3).
        PairedDifference difference = difference(new double[] {0.4, 0.7, 0.5}, new double[] {0.43, 0.74, 0.55});
        Summary.Spread spread =
                requireNonNull(requireNonNull(difference.summary()).spread());
        assertThat(spread.low()).isCloseTo(0.04 - 4.302652729911275 * 0.01 / Math.sqrt(3), within(1e-9));
        assertThat(difference.verdict()).isEqualTo(Verdict.BETTER);
        assertThat(difference.sentence("CORAL", "ERM"))
                .isEqualTo(
                        "CORAL is better than ERM by at least 1.5 points (+4.0, 95% interval +1.5 to +6.5, 3 seeds).");
    }

    @Test
    void intervalThatHoldsZeroDoesNotSufficeToTell() {
        PairedDifference difference = difference(new double[] {0.5, 0.5, 0.5}, new double[] {0.52, 0.49, 0.55});
        assertThat(difference.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(difference.sentence("CORAL", "ERM"))
                .isEqualTo(
                        "CORAL against ERM: 3 seeds do not suffice to tell (+2.0 points, 95% interval \u22125.5 to +9.5;"
                                + " with this spread only a difference beyond 7.5 points would have shown).");
    }

    @Test
    void oneSeedNeverSufficesHoweverLargeTheDifference() {
        PairedDifference difference = difference(new double[] {0.1}, new double[] {0.9, 0.9});
        assertThat(difference.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(difference.sentence("CORAL", "ERM")).contains("1 seed does not suffice to tell");
    }

    @Test
    void worseIsSaidWithTheMarginThatIsSure() {
        PairedDifference difference = difference(new double[] {0.43, 0.74, 0.55}, new double[] {0.4, 0.7, 0.5});
        assertThat(difference.verdict()).isEqualTo(Verdict.WORSE);
        assertThat(difference.sentence("CORAL", "ERM")).startsWith("CORAL is worse than ERM by at least 1.5 points");
    }

    @Test
    void divergedAndMissingRunsEnterNoMeanAndAreCounted() {
        Results results = new Results(
                List.of(
                        Made.done("d", "unseen", "ERM", 0, 0.5),
                        Made.done("d", "unseen", "ERM", 1, 0.7),
                        Made.empty("d", "unseen", "ERM", 2, Outcome.State.DIVERGED, 2, 0),
                        Made.empty("d", "unseen", "ERM", 3, Outcome.State.MISSING, 0, 1)),
                "id");
        Cell cell = results.cells().get(0);
        assertThat(requireNonNull(cell.summary()).mean()).isEqualTo(0.6);
        assertThat(cell.n()).isEqualTo(2);
        assertThat(cell.planned()).isEqualTo(4);
        assertThat(cell.diverged()).isEqualTo(2);
        assertThat(cell.failed()).isEqualTo(1);
        assertThat(cell.notRun()).isEqualTo(1);
        assertThat(cell.missing()).isEqualTo(1);
    }

    @Test
    void averageOverEnvironmentsTakesCompleteSeedsOnly() {
        List<Outcome> outcomes = List.of(
                Made.domainBed("d", "ERM", "id", "a", 0, 0, 0.2),
                Made.domainBed("d", "ERM", "id", "a", 0, 1, 0.4),
                Made.domainBed("d", "ERM", "id", "b", 1, 0, 0.6));
        Results results = new Results(outcomes, "id");
        Method erm = results.methods().get(0);
        List<Cell> cells = new ArrayList<>();
        results.places("d").forEach(place -> cells.add(requireNonNull(results.cell("id", place, erm))));
        Average average = Average.over(new ArrayList<>(cells));
        assertThat(average.values()).containsOnlyKeys(0);
        assertThat(average.values().get(0)).isCloseTo(0.4, within(1e-15));
        assertThat(average.partial()).isTrue();
    }

    @Test
    void baselineIsErmOfTheSameFormWhereThereAreTwo() {
        Method controlled = new Method("ERM", "controlled", List.of());
        Method domainbed = new Method("ERM", "domainbed", List.of());
        Method coral = new Method("CORAL", "domainbed", List.of());
        Method strict = new Method("CORAL", "domainbed", List.of("algorithm"));
        Comparison comparison = new Comparison(new Results(List.of(), "id"));
        assertThat(comparison.baseline(List.of(controlled, domainbed, coral), coral))
                .isEqualTo(domainbed);
        assertThat(comparison.baseline(List.of(controlled, coral), coral)).isEqualTo(controlled);
        assertThat(comparison.baseline(List.of(controlled, domainbed, strict), strict))
                .isEqualTo(controlled);
        assertThat(comparison.baseline(List.of(coral, strict), strict)).isEqualTo(coral);
    }

    @Test
    void twoNumbersForOneSeedAreRefused() {
        Outcome outcome = Made.done("d", "unseen", "ERM", 0, 0.5);
        assertThatThrownBy(() -> new Results(List.of(outcome, outcome), "id"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("seed 0 stands twice");
    }

    @Test
    void costOfAShiftIsSaidSeedBySeed() {
        List<Outcome> outcomes = List.of(
                Made.done("d", "none", "ERM", 0, 0.95),
                Made.done("d", "none", "ERM", 1, 0.97),
                Made.done("d", "none", "ERM", 2, 0.96),
                Made.done("d", "unseen", "ERM", 0, 0.65),
                Made.done("d", "unseen", "ERM", 1, 0.66),
                Made.done("d", "unseen", "ERM", 2, 0.67));
        // Changes -0.30, -0.31, -0.29: se 0.01 / sqrt(3), half width 2.48 points.
        assertThat(new Findings(new Results(outcomes, "id"), "id").sentences())
                .containsExactly(
                        "Without a shift ERM reaches 96.0% (3 seeds).",
                        "Under unseen ERM loses 30.0 points (95% interval 27.5 to 32.5, 3 seeds).");
    }
}
