package org.shiftbed.report.style;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.evidence.Friedman;
import org.shiftbed.report.evidence.InterquartileMean;
import org.shiftbed.report.evidence.Pairing;
import org.shiftbed.report.evidence.ScopeEvidence;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.PairedDifference;
import org.shiftbed.report.statistics.Summary;
import org.shiftbed.report.table.Table;

/** The comparisons of methods as tables: pairs against the baseline, then ranks and robust means where there are several blocks. */
public final class EvidenceTables {
    private final List<ScopeEvidence> scopes;
    private final List<Method> all;
    private final String selection;
    private final String oracle;
    private final double margin;

    /**
     * @param scopes of one rule
     * @param all every method of the study, which decides how they are called
     * @param oracle what must stand beside numbers of a rule that reads labels of the test domain; empty for an honest one
     * @param margin difference in accuracy that matters to nobody
     */
    public EvidenceTables(
            List<ScopeEvidence> scopes, List<Method> all, String selection, String oracle, double margin) {
        this.scopes = List.copyOf(scopes);
        this.all = List.copyOf(all);
        this.selection = selection;
        this.oracle = oracle;
        this.margin = margin;
    }

    /** Every table, none where there is one method only. */
    public List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        if (scopes.stream().anyMatch(scope -> !scope.pairings().isEmpty())) {
            tables.add(pairs());
        }
        if (scopes.stream().anyMatch(scope -> scope.methods().size() > 1 && scope.blocks() > 1)) {
            tables.add(ranks());
        }
        return tables;
    }

    private Table pairs() {
        List<Table.Row> rows = new ArrayList<>();
        boolean several = scopes.stream()
                        .flatMap(scope -> scope.pairings().stream())
                        .map(Pairing::baseline)
                        .distinct()
                        .count()
                > 1;
        for (ScopeEvidence scope : scopes) {
            for (Pairing pairing : scope.pairings()) {
                Summary summary = pairing.summary();
                rows.add(new Table.Row(
                        scope.scope(),
                        List.of(
                                text(pairing.method().label(all)
                                        + (several ? " to " + pairing.baseline().label(all) : "")),
                                new Table.Cell(
                                        summary == null ? "\u2013" : PairedDifference.points(summary.mean()),
                                        summary == null ? null : (Double) summary.mean()),
                                text(bounds(summary)),
                                text(counted(pairing.pairs(), pairing.planned())),
                                p(summary, pairing.wilcoxon()),
                                p(summary, pairing.permutation()),
                                p(summary, pairing.holm()),
                                text(words(pairing)))));
            }
        }
        String baseline = scopes.stream()
                .flatMap(scope -> scope.pairings().stream())
                .map(pairing -> pairing.baseline().label(all))
                .findFirst()
                .orElse("");
        return new Table(
                        "Methods against " + (several ? "their baselines" : baseline)
                                + " over pairs of runs, in percentage points, selection " + selection + mark(),
                        List.of(
                                "where",
                                "method",
                                "difference",
                                "95% interval",
                                "pairs",
                                "p signed ranks",
                                "p random signs",
                                "p Holm",
                                "verdict"),
                        rows,
                        List.of(
                                "A pair is two runs of the same data set, place and seed (k/N: partial, only k of N planned pairs are"
                                        + " whole). The interval is Student's over pairs; p are"
                                        + " two-sided, of Wilcoxon's signed ranks and of random signs, the latter then corrected by Holm for"
                                        + " all methods of the same place.",
                                "better, worse: the interval lies wholly on one side of zero; alike: wholly within "
                                        + PairedDifference.points(margin).replace("+", "")
                                        + " points of it; insufficient evidence: neither, so more runs are needed. uncorrected: Holm's p"
                                        + " is above 0.05, so among that many comparisons chance may have made it."),
                        2)
                .noted(oracle);
    }

    /** {@code 6}, or {@code 5/6} where fewer have a number than were planned: what stands beside it is partial then. */
    private static String counted(int count, int planned) {
        return count < planned ? count + "/" + planned : Integer.toString(count);
    }

    private static String bounds(@Nullable Summary summary) {
        Summary.Spread spread = summary == null ? null : summary.spread();
        return spread == null
                ? "\u2013"
                : PairedDifference.points(spread.low()) + " to " + PairedDifference.points(spread.high());
    }

    private String words(Pairing pairing) {
        Pairing.Verdict verdict = pairing.verdict(margin);
        boolean decided = verdict == Pairing.Verdict.BETTER || verdict == Pairing.Verdict.WORSE;
        return verdict.text() + (decided && pairing.holm() > 0.05 ? ", uncorrected" : "");
    }

    private Table ranks() {
        List<Table.Row> rows = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (ScopeEvidence scope : scopes) {
            if (scope.methods().size() < 2 || scope.blocks() < 2) {
                continue;
            }
            Friedman friedman = scope.friedman();
            for (int i = 0; i < scope.methods().size(); i++) {
                InterquartileMean mean = scope.means().get(i);
                Double rank = scope.rank(scope.methods().get(i));
                rows.add(new Table.Row(
                        scope.scope(),
                        List.of(
                                text(scope.methods().get(i).label(all)),
                                new Table.Cell(
                                        rank == null ? "\u2013" : String.format(Locale.ROOT, "%.2f", rank), rank),
                                new Table.Cell(OwnStyle.percent(mean.mean()), mean.mean()),
                                text(
                                        mean.low() == null || mean.high() == null
                                                ? "\u2013"
                                                : OwnStyle.percent(mean.low()) + " to "
                                                        + OwnStyle.percent(mean.high())),
                                text(counted(scope.runs(i), scope.planned().get(i))))));
            }
            notes.add(scope.scope() + ": " + friedman(scope, friedman));
        }
        notes.add(
                "mean rank: 1 is the best, over blocks (a data set, place and seed) that every ranked method has; a method"
                        + " that lacks more than half of the blocks is not ranked. Ranks further apart"
                        + " than the critical distance (Nemenyi) differ at 95%, over all pairs. IQM: mean of the middle half of all"
                        + " runs, in per cent, with the 95% interval of a bootstrap within each place. runs k/N: partial, only k of N planned"
                        + " runs have a number.");
        return new Table(
                        "Ranks and interquartile means, selection " + selection + mark(),
                        List.of("where", "method", "mean rank", "IQM", "95% interval", "runs"),
                        rows,
                        notes)
                .noted(oracle);
    }

    private static String friedman(ScopeEvidence scope, @Nullable Friedman friedman) {
        if (friedman == null) {
            return "fewer than two blocks have all methods, so ranks are not compared.";
        }
        int left = scope.methods().size() - scope.ranked().size();
        return String.format(
                Locale.ROOT,
                "%d of %d blocks have all %s methods; Friedman's test p %s (F form %s), critical distance %.2f.",
                friedman.blocks(),
                scope.blocks(),
                left == 0 ? "the" : scope.ranked().size() + " ranked",
                p(friedman.p()),
                p(friedman.pF()),
                friedman.criticalDistance());
    }

    private static Table.Cell p(@Nullable Summary summary, double p) {
        return summary == null ? new Table.Cell("\u2013", null) : new Table.Cell(p(p), p);
    }

    private static String p(double p) {
        return p < 0.0001 ? "< 0.0001" : String.format(Locale.ROOT, p < 0.01 ? "%.4f" : "%.3f", p);
    }

    private static Table.Cell text(String text) {
        return new Table.Cell(text, null);
    }

    private String mark() {
        return oracle.isEmpty() ? "" : ", not a valid benchmark";
    }
}
