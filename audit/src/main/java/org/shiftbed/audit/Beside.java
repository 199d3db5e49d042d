package org.shiftbed.audit;

import java.util.List;

/**
 * What is asked beside the worst cases at the radii of the budget.
 *
 * @param thresholds losses for which the smallest shift that passes them is told
 * @param radii at which the worst case is needed as well; one that a family does not allow is refused
 */
public record Beside(List<Double> thresholds, List<Double> radii) {
    public Beside {
        thresholds = List.copyOf(thresholds);
        radii = List.copyOf(radii);
    }

    public static Beside nothing() {
        return new Beside(List.of(), List.of());
    }

    /** Losses for which the smallest shift that passes them is told. */
    public static Beside thresholds(Double... losses) {
        return new Beside(List.of(losses), List.of());
    }
}
