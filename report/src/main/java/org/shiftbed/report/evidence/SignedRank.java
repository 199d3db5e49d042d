package org.shiftbed.report.evidence;

import java.util.List;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.stat.ranking.NaNStrategy;
import org.hipparchus.stat.ranking.NaturalRanking;
import org.hipparchus.stat.ranking.TiesStrategy;

/**
 * The signed-rank test of Wilcoxon (1945): are paired differences as often and as far above zero as below? Differences of exactly zero are left
 * out, equal sizes share their mean rank, and the law of the statistic is that of these very ranks under random signs, so ties do not spoil it.
 *
 * @param pairs differences that are not zero
 * @param positive sum of the ranks of positive differences
 * @param p two-sided; 1 where every difference is zero
 */
public record SignedRank(int pairs, double positive, double p) {
    /** Up to here the law is counted out; beyond it the normal law, with the variance of these ranks, is good to many digits. */
    private static final int COUNTED = 200;

    /** The test on some differences, in any unit. */
    public static SignedRank of(List<Double> differences) {
        double[] kept = differences.stream()
                .mapToDouble(Double::doubleValue)
                .filter(value -> value != 0)
                .toArray();
        double[] sizes = new double[kept.length];
        for (int i = 0; i < kept.length; i++) {
            sizes[i] = Math.abs(kept[i]);
        }
        double[] ranks =
                kept.length == 0 ? sizes : new NaturalRanking(NaNStrategy.FAILED, TiesStrategy.AVERAGE).rank(sizes);
        double positive = 0;
        double total = 0;
        double squares = 0;
        int[] doubled = new int[kept.length];
        for (int i = 0; i < kept.length; i++) {
            positive += kept[i] > 0 ? ranks[i] : 0;
            total += ranks[i];
            squares += ranks[i] * ranks[i];
            doubled[i] = (int) Math.round(2 * ranks[i]);
        }
        double distance = Math.abs(positive - total / 2);
        double p;
        if (kept.length == 0) {
            p = 1;
        } else if (kept.length <= COUNTED) {
            p = counted(doubled, 2 * distance);
        } else {
            p = 2 * new NormalDistribution().cumulativeProbability(-distance / Math.sqrt(squares / 4));
        }
        return new SignedRank(kept.length, positive, Math.min(1, p));
    }

    /** Share of the sign patterns whose sum of (doubled) positive ranks lies at least so far from the middle. */
    private static double counted(int[] doubled, double distance) {
        int total = 0;
        for (int rank : doubled) {
            total += rank;
        }
        double[] share = new double[total + 1];
        share[0] = 1;
        int reached = 0;
        for (int rank : doubled) {
            reached += rank;
            for (int sum = reached; sum >= 0; sum--) {
                share[sum] = (share[sum] + (sum >= rank ? share[sum - rank] : 0)) / 2;
            }
        }
        double p = 0;
        for (int sum = 0; sum <= total; sum++) {
            if (Math.abs(sum - total / 2.0) >= distance - 1e-9) {
                p += share[sum];
            }
        }
        return p;
    }
}
