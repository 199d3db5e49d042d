package org.shiftbed.audit.worst;

import java.util.List;

/** The set of shifts that count as plausible (parametric-robustness 4). Implementations are immutable. */
public sealed interface Budget permits Ball, Ellipsoid, Box, LinearLimits {

    /**
     * Prepares the search for the worst shift of this gain; see each kind for what the radius means.
     *
     * @throws org.shiftbed.base.UserError where the budget does not fit the gain, for example leaves it unbounded
     */
    RadiusSolver on(Quadratic gain);

    /** The worst shift at one radius; use {@link #on} for several. */
    default WorstCase solve(Quadratic gain, double radius) {
        return on(gain).solve(radius);
    }

    /**
     * The same budget for the kept parameters while all others stay at 0.
     *
     * @param kept ascending positions among the p parameters
     * @param labels the names of all p parameters
     * @throws org.shiftbed.base.UserError where the budget forbids 0 for a parameter that is not kept
     */
    Budget keep(int[] kept, List<String> labels);
}
