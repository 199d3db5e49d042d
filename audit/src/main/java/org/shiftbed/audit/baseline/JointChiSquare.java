package org.shiftbed.audit.baseline;

/**
 * The worst law whose density ratio w has {@code E[(w - 1)^2] <= rho} (parametric-robustness 7.2; other texts use half this divergence). The
 * dual {@code min over e of sqrt(1 + rho) sqrt(E[max(l - e, 0)^2]) + e} is convex in e and, between two neighbouring losses, has a closed form, so
 * one pass over the losses from the largest down finds the exact minimum.
 *
 * @param rho at least 0, finite
 */
public record JointChiSquare(double rho) implements JointBall {
    public JointChiSquare {
        if (!(rho >= 0) || Double.isInfinite(rho)) {
            throw new IllegalArgumentException("the chi-square divergence must be a number of at least 0, got " + rho);
        }
    }

    @Override
    public double largest(LossDistribution losses) {
        if (rho == 0) {
            return losses.mean();
        }
        double square = 1 + rho;
        double share = 0;
        double mean = 0;
        double spread = 0;
        for (int j = losses.values().length - 1; j >= 0; j--) {
            // Share, mean and variance sum of the losses from j up, updated without cancellation.
            double off = losses.values()[j] - mean;
            double p = losses.shares()[j];
            share += p;
            mean += off * p / share;
            spread += p * off * (losses.values()[j] - mean);
            double excess = square * share - 1;
            if (excess > 0) {
                // Here the slope of the dual is zero at e = mean - depth.
                double depth = Math.sqrt(spread / share / excess);
                if (j == 0 || mean - depth >= losses.values()[j - 1]) {
                    return mean + excess * depth;
                }
            }
        }
        // Only where rounding leaves the shares a little below 1 and rho is of that size.
        return losses.mean();
    }
}
