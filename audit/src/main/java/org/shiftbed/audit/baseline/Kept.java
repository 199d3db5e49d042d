package org.shiftbed.audit.baseline;

import org.shiftbed.audit.estimate.Affine;
import org.shiftbed.audit.estimate.Units;

/**
 * The mean of {@code e + max(mu - e, 0)/k + h (l - mu)/k} over rows (parametric-robustness 7.5), with mu the fitted loss, e its edge and h the
 * share of a row that is kept. It is affine in the loss of a row, so the sums of units suffice.
 */
final class Kept {
    private final double keep;
    private final Affine bracket;

    Kept(int units, double keep) {
        this.keep = keep;
        bracket = new Affine(new double[units], new double[units]);
    }

    void set(int unit, double mu, double edge, double share) {
        bracket.alpha()[unit] = edge + (Math.max(mu - edge, 0) - share * mu) / keep;
        bracket.beta()[unit] = share / keep;
    }

    Estimate estimate(Units units) {
        return new Estimate(bracket.mean(units), bracket.standardError(units));
    }
}
