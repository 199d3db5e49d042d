package org.shiftbed.report.evidence;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.Summary;

/**
 * A method against another one over pairs of runs: at each data set, place and seed that both have. The interval is Student's over pairs. Where
 * places differ in how large the difference is, that counts as spread, so the interval is wide rather than narrow.
 *
 * @param scope which places, in words: a shift, with its data set where the study has several
 * @param method compared method
 * @param baseline what it is compared with
 * @param summary of the differences method minus baseline, in accuracy; null where no pair is whole
 * @param wilcoxon two-sided p of the signed-rank test; 1 where there is no pair
 * @param permutation two-sided p of random signs; 1 where there is no pair
 * @param holm the permutation's p after Holm's correction over all methods of this scope
 * @param planned pairs that there would be if nothing were missing
 */
public record Pairing(
        String scope,
        Method method,
        Method baseline,
        @Nullable Summary summary,
        double wilcoxon,
        double permutation,
        double holm,
        int planned) {

    /** Methods that are this close are alike for whoever states nothing else: one point of accuracy. */
    public static final double MARGIN = 0.01;

    /** What pairs allow to be said. */
    public enum Verdict {
        BETTER("better"),
        WORSE("worse"),
        /** The whole interval lies within the margin around zero. */
        ALIKE("alike"),
        /** The interval reaches both beyond the margin and across zero: more runs are needed. */
        INSUFFICIENT("insufficient evidence");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        /** As tables have it. */
        public String text() {
            return text;
        }
    }

    static Pairing of(String scope, Method method, Method baseline, List<Double> differences, int planned) {
        boolean some = !differences.isEmpty();
        double permutation = some ? SignFlips.of(differences).p() : 1;
        double wilcoxon = some ? SignedRank.of(differences).p() : 1;
        return new Pairing(
                scope, method, baseline, Summary.of(differences), wilcoxon, permutation, permutation, planned);
    }

    Pairing withHolm(double adjusted) {
        return new Pairing(scope, method, baseline, summary, wilcoxon, permutation, adjusted, planned);
    }

    /** Pairs of runs that are whole. */
    public int pairs() {
        return summary == null ? 0 : summary.n();
    }

    /**
     * What may be said.
     *
     * @param margin difference in accuracy that matters to nobody, above 0
     */
    public Verdict verdict(double margin) {
        Summary.Spread spread = summary == null ? null : summary.spread();
        if (spread == null) {
            return Verdict.INSUFFICIENT;
        }
        if (spread.low() >= -margin && spread.high() <= margin) {
            return Verdict.ALIKE;
        }
        if (spread.low() > 0) {
            return Verdict.BETTER;
        }
        return spread.high() < 0 ? Verdict.WORSE : Verdict.INSUFFICIENT;
    }
}
