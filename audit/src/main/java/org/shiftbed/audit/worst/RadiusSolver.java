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

    /** The limit of the gain as the radius grows: infinite where a large enough radius reaches any gain. */
    double supremum();
}
