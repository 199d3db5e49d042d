package org.shiftbed.audit.worst;

import org.shiftbed.base.UserError;

/**
 * One inequality {@code lower <= c'd <= upper} on a shift, for example "the sick patients' change at most 0.5 away from the healthy
 * patients'".
 *
 * @param name how the user knows it, for messages
 * @param coefficients c, p finite numbers, not all zero
 * @param lower at most 0; minus infinity where there is none
 * @param upper at least 0; plus infinity where there is none
 */
public record LinearLimit(String name, double[] coefficients, double lower, double upper) {

    /** @throws UserError where a coefficient is not finite, all are zero, or no shift (d = 0) is not allowed */
    public LinearLimit {
        coefficients = coefficients.clone();
        for (double c : coefficients) {
            if (!Double.isFinite(c)) {
                throw new UserError("limit '" + name + "': coefficients must be finite numbers, found " + c
                        + "; leave out parameters that do not count");
            }
        }
        if (Matrices.largest(coefficients) == 0) {
            throw new UserError("limit '" + name
                    + "': at least one coefficient must differ from 0; name a parameter or drop the limit");
        }
        if (!(lower <= upper)) {
            throw new UserError("limit '" + name + "': the lower end must be at most the upper one, found " + lower
                    + " and " + upper + "; no shift satisfies it, exchange or widen them");
        }
        if (!(lower <= 0 && upper >= 0)) {
            throw new UserError("limit '" + name + "': must allow no shift at all, which gives 0, found the range "
                    + lower + " to " + upper + "; widen it to include 0");
        }
    }

    /** c, a copy. */
    @Override
    public double[] coefficients() {
        return coefficients.clone();
    }

    /** Uncopied, for the solvers of this package, which do not write to it. */
    double[] row() {
        return coefficients;
    }

    /** The same limit with coefficients of norm 1. */
    LinearLimit normalised() {
        double norm = Matrices.norm(coefficients);
        double[] unit = coefficients.clone();
        for (int k = 0; k < unit.length; k++) {
            unit[k] /= norm;
        }
        return new LinearLimit(name, unit, lower / norm, upper / norm);
    }
}
