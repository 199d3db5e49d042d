package org.shiftbed.audit.baseline;

import org.hipparchus.analysis.solvers.BracketingNthOrderBrentSolver;

/**
 * The worst law of Kullback-Leibler divergence at most rho from the observed one (parametric-robustness 7.3): {@code min over tau > 0 of tau rho +
 * tau ln E[exp(l / tau)]}. The minimum is where the law tilted by exp(l / tau) has divergence rho; that equation has one root, and any tau gives
 * an upper bound whose error is of second order.
 *
 * @param rho at least 0, finite
 */
public record JointKl(double rho) implements JointBall {
    private static final int EVALUATIONS = 500;
    private static final double LARGEST_TILT = 1e14;
    private static final double SMALLEST_TILT = 1e-8;

    public JointKl {
        if (!(rho >= 0) || Double.isInfinite(rho)) {
            throw new IllegalArgumentException(
                    "the Kullback-Leibler divergence must be a number of at least 0, got " + rho);
        }
    }

    @Override
    public double largest(LossDistribution losses) {
        int n = losses.values().length;
        double top = losses.values()[n - 1];
        double range = top - losses.values()[0];
        double mean = losses.mean();
        if (rho == 0 || range == 0) {
            return mean;
        }
        if (rho >= -Math.log(losses.shares()[n - 1])) {
            return top;
        }
        // Losses in units of their range, measured from their mean: small tilts then keep all their digits.
        double[] scaled = new double[n];
        for (int j = 0; j < n; j++) {
            scaled[j] = (losses.values()[j] - mean) / range;
        }
        double variance = 0;
        for (int j = 0; j < n; j++) {
            variance += losses.shares()[j] * scaled[j] * scaled[j];
        }
        if (rho < SMALLEST_TILT * SMALLEST_TILT * variance) {
            // The tilt is then sqrt(2 rho / variance) to more digits than its divergence keeps.
            return mean + range * Math.sqrt(2 * rho * variance);
        }
        double high = 1;
        while (divergence(scaled, losses.shares(), high) < rho && high < LARGEST_TILT) {
            high *= 2;
        }
        double low = high / 2;
        while (divergence(scaled, losses.shares(), low) > rho) {
            low /= 2;
        }
        // Beyond the largest tilt the bound is within rho / tilt of the range from the worst mean, and is taken as it
        // is.
        double tilt = high >= LARGEST_TILT
                ? high
                : new BracketingNthOrderBrentSolver(1e-13, 1e-300, 1e-14 * rho, 5)
                        .solve(EVALUATIONS, x -> divergence(scaled, losses.shares(), x) - rho, low, high);
        double value = mean + range * (rho + cumulant(scaled, losses.shares(), tilt)) / tilt;
        return Math.min(value, top);
    }

    /** ln E[exp(tilt y)] for y of mean 0. */
    private static double cumulant(double[] y, double[] shares, double tilt) {
        double largest = tilt * y[y.length - 1];
        double sum = 0;
        if (largest < 1) {
            for (int j = 0; j < y.length; j++) {
                sum += shares[j] * (Math.expm1(tilt * y[j]) - tilt * y[j]);
            }
            return Math.log1p(sum);
        }
        for (int j = 0; j < y.length; j++) {
            sum += shares[j] * Math.exp(tilt * y[j] - largest);
        }
        return largest + Math.log(sum);
    }

    /** The divergence of the tilted law: tilt times its mean, less the cumulant. */
    private static double divergence(double[] y, double[] shares, double tilt) {
        double largest = tilt * y[y.length - 1];
        double weights = 0;
        double sum = 0;
        for (int j = 0; j < y.length; j++) {
            double w = shares[j] * Math.exp(tilt * y[j] - largest);
            weights += w;
            sum += w * y[j];
        }
        return tilt * sum / weights - cumulant(y, shares, tilt);
    }
}
