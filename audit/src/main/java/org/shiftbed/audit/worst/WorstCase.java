package org.shiftbed.audit.worst;

import java.util.List;

/**
 * A maximiser of {@code g'd + d'Hd/2} over a set (parametric-robustness 4).
 *
 * @param delta the maximiser, in the coordinates of g and H
 * @param gain the value there
 * @param multiplier nu of the norm constraint; 0 in the interior, NaN where there is no such constraint
 * @param kind how it was found
 * @param unique whether no other point is as good
 * @param others further maximisers where it is not unique (the hard case: the mirrored one)
 * @param certificate why no point of the set is better
 */
public record WorstCase(
        double[] delta,
        double gain,
        double multiplier,
        Kind kind,
        boolean unique,
        List<double[]> others,
        Certificate certificate) {

    /** How a maximiser lies in its set. */
    public enum Kind {
        ORIGIN,
        INTERIOR,
        INTERIOR_FLAT,
        BOUNDARY,
        HARD,
        BOX
    }

    /**
     * Evidence of optimality.
     *
     * @param stationarity norm of the residual of the stationarity condition
     * @param curvature the slack of the second-order condition: nu - lambda_max(H); not below 0 up to rounding
     * @param gap an upper bound of how much better any point of the set could be
     * @param accepted whether all three are within tolerance
     */
    public record Certificate(double stationarity, double curvature, double gap, boolean accepted) {}
}
