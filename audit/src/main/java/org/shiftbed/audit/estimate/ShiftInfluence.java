package org.shiftbed.audit.estimate;

import java.util.List;

/**
 * How a shift that was solved from the rows follows each of them: a row's influence on delta is {@code sum_x psi_x towards_x}. A statement such as "the
 * mean becomes 70" says how far the law moves only once it is known where it stands, and that is as uncertain as the rows are few.
 *
 * @param directions empty where the shift is known
 */
public record ShiftInfluence(List<Direction> directions) {

    /**
     * One way in which the shift moves.
     *
     * @param towards what a unit of it does to delta
     * @param psi how much of it a row of each unit brings
     */
    public record Direction(double[] towards, double[] psi) {}

    /** Keeps a copy of the list. */
    public ShiftInfluence {
        directions = List.copyOf(directions);
    }

    /** Of a shift that is given in the parameters themselves. */
    public static ShiftInfluence none() {
        return new ShiftInfluence(List.of());
    }

    /** Whether the shift is known, whatever the rows are. */
    public boolean known() {
        return directions.isEmpty();
    }

    /** Adds to the influence on a value what it gets by the shift, where {@code slope} is the value's gradient in delta. */
    void add(double[] slope, Affine influence) {
        for (Direction direction : directions) {
            double factor = 0;
            for (int a = 0; a < slope.length; a++) {
                factor += slope[a] * direction.towards()[a];
            }
            for (int u = 0; u < direction.psi().length; u++) {
                influence.alpha()[u] += factor * direction.psi()[u];
            }
        }
    }
}
