package org.shiftbed.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.evidence.Pairing;
import org.shiftbed.report.evidence.ScopeEvidence;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.PairedDifference;
import org.shiftbed.report.statistics.Summary;

/** What people came for: under each shift the method that holds best, or that none is shown to. */
public final class Answers {
    private final List<ScopeEvidence> scopes;
    private final List<Method> all;
    private final double margin;

    /**
     * @param scopes under the headline rule
     * @param all every method of the study, which decides how they are called
     * @param margin difference in accuracy that matters to nobody
     */
    public Answers(List<ScopeEvidence> scopes, List<Method> all, double margin) {
        this.scopes = List.copyOf(scopes);
        this.all = List.copyOf(all);
        this.margin = margin;
    }

    /** One sentence a scope that has a comparison. */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (ScopeEvidence scope : scopes) {
            if (!scope.pairings().isEmpty()) {
                sentences.add("Under " + scope.scope() + ": " + sentence(scope) + ".");
            }
        }
        return sentences;
    }

    private String sentence(ScopeEvidence scope) {
        List<Pairing> counted = scope.pairings().stream()
                .filter(pairing -> pairing.summary() != null)
                .sorted(Comparator.comparingDouble(Answers::mean).reversed())
                .toList();
        if (counted.isEmpty()) {
            return "no pair of runs is whole, so nothing can be said";
        }
        List<Pairing> better = counted.stream()
                .filter(pairing -> pairing.verdict(margin) == Pairing.Verdict.BETTER)
                .toList();
        if (better.isEmpty()) {
            Pairing best = counted.get(0);
            boolean none = mean(best) <= 0;
            return "no method is shown to do better than " + label(best.baseline())
                    + (none ? ", and none did so on average" : "") + "; closest "
                    + label(best.method()) + ", " + difference(best) + undecided(counted);
        }
        Pairing best = better.get(0);
        String others = better.size() == 1
                ? ""
                : "; better than " + label(best.baseline()) + " too: "
                        + String.join(
                                ", ",
                                better.subList(1, Math.min(4, better.size())).stream()
                                        .map(pairing ->
                                                label(pairing.method()) + " " + PairedDifference.points(mean(pairing)))
                                        .toList())
                        + (better.size() > 4 ? " and " + (better.size() - 4) + " more" : "");
        return label(best.method()) + " holds best: " + difference(best) + corrected(best) + others;
    }

    /** {@code +7.1 points [+3.2, +11.0] over ERM, 12 pairs of runs}. */
    private String difference(Pairing pairing) {
        Summary summary = pairing.summary();
        Summary.Spread spread = summary == null ? null : summary.spread();
        int pairs = summary == null ? 0 : summary.n();
        return PairedDifference.points(mean(pairing)) + " points"
                + (spread == null
                        ? ""
                        : " [" + PairedDifference.points(spread.low()) + ", " + PairedDifference.points(spread.high())
                                + "]")
                + " over " + label(pairing.baseline()) + ", " + pairs + (pairs == 1 ? " pair" : " pairs") + " of runs";
    }

    /** A method that was picked as the best of many may be so by luck. */
    private static String corrected(Pairing best) {
        return best.holm() > 0.05
                ? " (corrected for the number of methods, p = "
                        + String.format(java.util.Locale.ROOT, "%.2g", best.holm()) + ": chance may have picked it)"
                : "";
    }

    private String undecided(List<Pairing> counted) {
        long open = counted.stream()
                .filter(pairing -> pairing.verdict(margin) == Pairing.Verdict.INSUFFICIENT)
                .count();
        return open == 0
                ? ""
                : "; for " + open + " of " + counted.size() + " methods these runs do not suffice to tell";
    }

    private String label(Method method) {
        return method.label(all);
    }

    private static double mean(Pairing pairing) {
        @Nullable Summary summary = pairing.summary();
        return summary == null ? Double.NEGATIVE_INFINITY : summary.mean();
    }
}
