package org.shiftbed.report.evidence;

import org.hipparchus.analysis.solvers.BrentSolver;
import org.hipparchus.distribution.continuous.NormalDistribution;

/** The range of k independent standard normal numbers: the studentized range with endlessly many degrees of freedom. */
final class StudentizedRange {
    private static final NormalDistribution NORMAL = new NormalDistribution();
    private static final double REACH = 8.5;
    private static final int INTERVALS = 1700;

    private StudentizedRange() {}

    /** Probability of a range of at most q: the integral of k phi(z) (Phi(z) - Phi(z - q))^(k-1), by Simpson's rule. */
    static double cumulative(double q, int k) {
        double step = 2 * REACH / INTERVALS;
        double sum = 0;
        for (int i = 0; i <= INTERVALS; i++) {
            double z = -REACH + i * step;
            double inside = NORMAL.cumulativeProbability(z) - NORMAL.cumulativeProbability(z - q);
            double weight = i == 0 || i == INTERVALS ? 1 : i % 2 == 1 ? 4 : 2;
            sum += weight * NORMAL.density(z) * Math.pow(inside, k - 1);
        }
        return Math.min(1, k * sum * step / 3);
    }

    /** The range that is exceeded with a probability of 1 - p. */
    static double quantile(double p, int k) {
        return new BrentSolver(1e-10).solve(200, q -> cumulative(q, k) - p, 0, 20);
    }
}
