package org.shiftbed.audit.worst;

/** A budget and a gain brought together: what does not depend on the radius is worked out once and serves all radii. */
public interface RadiusSolver {

    /**
     * The worst case inside the budget at this radius.
     *
     * @param radius at least 0; infinite only where {@link Budget} says so
     * @throws org.shiftbed.base.UserError where the radius is negative or not a number, or no shift satisfies the budget
     */
    WorstCase solve(double radius);

    /** A number the gain does not exceed at any radius; infinite where there is none, or where none is known without a search. */
    double supremum();

    /** The smallest radius at which the budget holds any shift: 0 unless limits forbid the unshifted case. */
    default double smallestRadius() {
        return 0;
    }
}
