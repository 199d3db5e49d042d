package org.shiftbed.audit.baseline;

/**
 * The mean of the worst share of rows, with a part of the row on the edge (parametric-robustness 7.1): conditional value at risk, the worst
 * law whose density ratio is at most 1/keep.
 *
 * @param keep k, above 0 and at most 1
 */
public record JointCvar(double keep) implements JointBall {
    public JointCvar {
        if (!(keep > 0 && keep <= 1)) {
            throw new IllegalArgumentException("the share of rows to keep must be above 0 and at most 1, got " + keep);
        }
    }

    @Override
    public double largest(LossDistribution losses) {
        double left = keep;
        double sum = 0;
        for (int j = losses.values().length - 1; j > 0; j--) {
            double taken = Math.min(left, losses.shares()[j]);
            sum += taken * losses.values()[j];
            left -= taken;
            if (left == 0) {
                return sum / keep;
            }
        }
        // The smallest loss takes what is left, so that rounding of the shares does not lose a part of k.
        return (sum + left * losses.values()[0]) / keep;
    }

    /** The (1 - k) quantile: the smallest loss that is kept, wholly or in part, when the worst are the largest. */
    double threshold(LossDistribution losses) {
        double left = keep;
        for (int j = losses.values().length - 1; j > 0; j--) {
            left -= losses.shares()[j];
            if (left <= 0) {
                return losses.values()[j];
            }
        }
        return losses.values()[0];
    }
}
