package org.shiftbed.audit.worst;

import java.util.List;

/**
 * A maximiser of {@code g'd + d'Hd/2} over a set (parametric-robustness 4).
 *
 * @param delta the maximiser, in the coordinates of g and H
 * @param gain the value there
 * @param multiplier nu of the norm constraint; 0 in the interior, NaN where there is no such constraint or it holds one point only
 * @param kind how it was found
 * @param unique whether no other point is as good; false also where that is not known
 * @param others further maximisers where it is not unique: in the hard case the mirrored one, on a flat top the two ends of a
 *     segment of maximisers on the boundary
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
        /** The set holds nothing but one point. */
        ORIGIN,
        /** Inside, where the slope is zero. */
        INTERIOR,
        /** Inside, and as good along a whole direction. */
        INTERIOR_FLAT,
        /** On the boundary of the ball or ellipsoid. */
        BOUNDARY,
        /** On the boundary, with a mirrored point that is as good. */
        HARD,
        /** Among the corners, faces and inside of a box or of linear limits. */
        BOX
    }

    /** What kind of argument a certificate rests on. */
    public enum Proof {
        /** The conditions of the ball or ellipsoid problem, necessary and sufficient. */
        DUALITY,
        /** Every candidate was looked at. */
        ENUMERATION,
        /** A separate upper bound; not a proof unless it meets the value found. */
        BOUNDS
    }

    /**
     * Evidence of optimality.
     *
     * @param stationarity norm of the residual of the stationarity condition
     * @param curvature the slack of the second-order condition, nu - lambda_max(H) for the ball: not below 0 up to rounding; NaN where
     *     the proof does not use one
     * @param gap an upper bound of how much better any point of the set could be, rounding included where the proof is by duality; 0
     *     after an enumeration
     * @param accepted whether all three are within tolerance
     * @param proof what the evidence rests on
     */
    public record Certificate(double stationarity, double curvature, double gap, boolean accepted, Proof proof) {
        /** What a report prints beside the value: {@code certified} or {@code bounded, not certified}. */
        public String label() {
            return accepted ? "certified" : "bounded, not certified";
        }
    }

    /** An upper bound of the gain over the whole set. */
    public double upperBound() {
        return gain + certificate.gap();
    }
}
