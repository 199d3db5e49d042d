package org.shiftbed.report.evidence;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shiftbed.report.statistics.Made;
import org.shiftbed.report.statistics.Results;
import org.shiftbed.report.style.EvidenceTables;
import org.shiftbed.study.Outcome;

class ScopeEvidenceTest {
    private static List<Outcome> outcomes() {
        List<Outcome> outcomes = new ArrayList<>();
        for (String dataset : List.of("a", "b")) {
            for (String shift : List.of("none", "unseen", "low-data")) {
                for (int seed = 0; seed < 4; seed++) {
                    double base = 0.5 + 0.05 * seed + (dataset.equals("b") ? 0.1 : 0);
                    outcomes.add(Made.done(dataset, shift, "ERM", seed, base));
                    outcomes.add(Made.done(dataset, shift, "CORAL", seed, base + 0.02 + 0.001 * seed));
                    outcomes.add(Made.done(dataset, shift, "IRM", seed, base + (seed % 2 == 0 ? 0.1 : -0.1)));
                    outcomes.add(Made.done(dataset, shift, "SD", seed, base + (seed % 2 == 0 ? 0.001 : -0.001)));
                }
            }
        }
        return outcomes;
    }

    private static ScopeEvidence scope(List<ScopeEvidence> all, String name) {
        return all.stream()
                .filter(scope -> scope.scope().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Pairing pairing(ScopeEvidence scope, String algorithm) {
        return scope.pairings().stream()
                .filter(one -> one.method().algorithm().equals(algorithm))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatWasPlannedIsCountedWhereItLacksANumber() {
        List<Outcome> outcomes = new ArrayList<>(outcomes());
        outcomes.removeIf(one -> one.dataset().equals("a")
                && one.shift().equals("unseen")
                && one.algorithm().equals("CORAL")
                && one.seed() < 2);
        outcomes.add(Made.empty("a", "unseen", "CORAL", 0, Outcome.State.DIVERGED, 2, 0));
        List<ScopeEvidence> all = ScopeEvidence.of(new Results(outcomes, "id"), "id");
        // Seed 1 is gone as if it had never been planned, seed 0 was planned and lacks.
        ScopeEvidence scope = scope(all, "all shifts and data sets");
        assertThat(scope.planned()).containsExactly(16, 15, 16, 16);
        assertThat(scope.runs(1)).isEqualTo(14);
        assertThat(pairing(scope, "CORAL").planned()).isEqualTo(15);
        assertThat(pairing(scope, "CORAL").pairs()).isEqualTo(14);
        assertThat(new EvidenceTables(all, scope.methods(), "id", "", 0.01)
                        .tables()
                        .get(0)
                        .rows())
                .extracting(row -> row.cells().get(3).text())
                .contains("2/3", "4")
                .doesNotContain("4/4");
    }

    @Test
    void everyDataSetAndShiftThenAllDataSetsThenAllShiftsWithoutTheReference() {
        List<ScopeEvidence> all = ScopeEvidence.of(new Results(outcomes(), "id"), "id");
        assertThat(all)
                .extracting(ScopeEvidence::scope)
                .containsExactly(
                        "a, unseen",
                        "a, low-data",
                        "b, unseen",
                        "b, low-data",
                        "unseen, all data sets",
                        "low-data, all data sets",
                        "all shifts and data sets");
        assertThat(scope(all, "a, unseen").blocks()).isEqualTo(4);
        assertThat(scope(all, "unseen, all data sets").blocks()).isEqualTo(8);
        assertThat(scope(all, "all shifts and data sets").blocks()).isEqualTo(16);
    }

    @Test
    void pairsSayBetterWorseAlikeOrThatTheyDoNotSuffice() {
        List<ScopeEvidence> all = ScopeEvidence.of(new Results(outcomes(), "id"), "id");
        ScopeEvidence unseen = scope(all, "unseen, all data sets");
        Pairing coral = pairing(unseen, "CORAL");
        assertThat(requireNonNull(coral.summary()).n()).isEqualTo(8);
        assertThat(requireNonNull(coral.summary()).mean()).isCloseTo(0.0215, within(1e-12));
        assertThat(coral.verdict(0.01)).isEqualTo(Pairing.Verdict.BETTER);
        assertThat(coral.verdict(0.05)).isEqualTo(Pairing.Verdict.ALIKE);
        // All eight signs alike: 2 of 256 patterns; three comparisons of one family.
        assertThat(coral.permutation()).isEqualTo(2 / 256.0);
        assertThat(coral.wilcoxon()).isEqualTo(2 / 256.0);
        assertThat(coral.holm()).isCloseTo(3 * 2 / 256.0, within(1e-12));
        assertThat(pairing(unseen, "IRM").verdict(0.01)).isEqualTo(Pairing.Verdict.INSUFFICIENT);
        assertThat(pairing(unseen, "SD").verdict(0.01)).isEqualTo(Pairing.Verdict.ALIKE);
        assertThat(pairing(unseen, "SD").verdict(0.0005)).isEqualTo(Pairing.Verdict.INSUFFICIENT);
    }

    @Test
    void ranksAreThoseOfWholeBlocks() {
        ScopeEvidence scope = scope(ScopeEvidence.of(new Results(outcomes(), "id"), "id"), "all shifts and data sets");
        // Even seeds: IRM, CORAL, SD, ERM; odd ones: CORAL, ERM, SD, IRM.
        assertThat(scope.methods())
                .extracting(method -> method.algorithm() + " " + scope.rank(method))
                .containsExactly("ERM 3.0", "CORAL 1.5", "IRM 2.5", "SD 3.0");
        assertThat(requireNonNull(scope.friedman()).blocks()).isEqualTo(16);
    }

    @Test
    void aMethodOfFewRunsDoesNotTakeTheRanksOfTheOthers() {
        List<Outcome> outcomes = outcomes();
        outcomes.add(Made.done("a", "unseen", "Fish", 0, 0.9));
        outcomes.removeIf(outcome ->
                outcome.algorithm().equals("IRM") && outcome.shift().equals("unseen") && outcome.seed() == 3);
        ScopeEvidence scope = scope(ScopeEvidence.of(new Results(outcomes, "id"), "id"), "unseen, all data sets");
        assertThat(scope.methods()).extracting(method -> method.algorithm()).contains("Fish");
        assertThat(scope.ranked()).extracting(method -> method.algorithm()).doesNotContain("Fish");
        assertThat(requireNonNull(scope.friedman()).blocks()).isEqualTo(6);
    }

    @Test
    void aDivergedRunIsInNoPair() {
        List<Outcome> outcomes = new ArrayList<>(List.of(
                Made.done("a", "unseen", "ERM", 0, 0.5),
                Made.done("a", "unseen", "ERM", 1, 0.5),
                Made.done("a", "unseen", "CORAL", 0, 0.6),
                Made.empty("a", "unseen", "CORAL", 1, Outcome.State.DIVERGED, 2, 0)));
        ScopeEvidence scope =
                ScopeEvidence.of(new Results(outcomes, "id"), "id").get(0);
        assertThat(requireNonNull(pairing(scope, "CORAL").summary()).n()).isEqualTo(1);
        assertThat(pairing(scope, "CORAL").verdict(0.01)).isEqualTo(Pairing.Verdict.INSUFFICIENT);
    }
}
