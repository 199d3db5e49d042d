package org.shiftbed.audit.estimate;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.shiftbed.base.Seed;

/**
 * Replicates of the quadratic loss under random row weights, all regressions fitted anew (parametric-robustness 3.4). Weights are Poisson(1), from a
 * generator keyed by seed, replicate and row (or cluster), so that they depend neither on threads nor on what was drawn before.
 */
public final class Bootstrap {
    /** {@code P(X <= k)} of Poisson(1), k = 0, 1, …; beyond the last, the probability is below 2^-53. */
    private static final double[] CUMULATIVE = cumulative();

    private Bootstrap() {}

    /**
     * Quadratic models of {@code a l1 + b l2} on replicates, in parallel.
     *
     * @param estimator of the rows as they are
     * @param rows the losses of the rows
     * @param replicates how many
     * @param seed names the draw
     */
    public static QuadraticLoss[] replicates(
            Estimator estimator, RowLosses rows, double a, double b, int replicates, Seed seed) {
        return IntStream.range(0, replicates)
                .parallel()
                .mapToObj(r -> estimator
                        .with(weighted(
                                estimator.units(),
                                rows,
                                a,
                                b,
                                seed.child("replicate", r).key()))
                        .quadratic())
                .toArray(QuadraticLoss[]::new);
    }

    private static Units weighted(Units units, RowLosses rows, double a, double b, long key) {
        int size = units.size();
        double[] weight = new double[size];
        double[] loss = new double[size];
        boolean clustered = units.cluster().length > 0;
        for (int row = 0; row < rows.size(); row++) {
            int unit = rows.unit(row);
            int draw = poisson(key, clustered ? units.cluster()[unit] : row);
            if (draw > 0) {
                double omega = draw * rows.weight(row);
                weight[unit] += omega;
                loss[unit] += omega * rows.loss(row, a, b);
            }
        }
        // Only means are taken of a replicate: sums of squares stand for nothing and stay zero.
        double[] none = new double[size];
        return new Units(
                weight,
                loss,
                none,
                none,
                none,
                none,
                units.count(),
                units.fold(),
                units.folds(),
                units.cluster(),
                units.rows());
    }

    /** A Poisson(1) draw from a counter. */
    static int poisson(long key, long counter) {
        double uniform = (mix(key + counter * 0x9E3779B97F4A7C15L) >>> 11) * 0x1p-53;
        int k = 0;
        while (k < CUMULATIVE.length && uniform >= CUMULATIVE[k]) {
            k++;
        }
        return k;
    }

    /** The finaliser of SplitMix64 (Steele, Lea, Flood 2014). */
    private static long mix(long z) {
        long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
        return x ^ (x >>> 31);
    }

    private static double[] cumulative() {
        double[] sums = new double[18];
        double term = Math.exp(-1);
        double sum = 0;
        for (int k = 0; k < sums.length; k++) {
            sum += term;
            sums[k] = sum;
            term /= k + 1;
        }
        return sums;
    }

    /**
     * A quantile of replicates, interpolated linearly between order statistics: the k-th of n stands for the share k/(n + 1), which is the
     * probability that one more draw of the same law falls below it. With the more common (k - 1)/(n - 1) the middle 95% of 200 replicates
     * would hold one more draw in 94% of cases.
     *
     * @param values not empty
     * @param share from 0 to 1
     */
    public static double quantile(double[] values, double share) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double position = Math.min(sorted.length - 1, Math.max(0, share * (sorted.length + 1) - 1));
        int below = (int) Math.floor(position);
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }
}
