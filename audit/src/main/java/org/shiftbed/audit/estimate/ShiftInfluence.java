package org.shiftbed.audit.estimate;

import java.util.ArrayList;
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

    /** Of a shift that is known in the units of the columns: see {@link Estimator#inColumnUnits}. */
    static ShiftInfluence inColumnUnits(
            Units units, List<ShiftingVariable> variables, Parameters parameters, Settings settings, double[] delta) {
        List<ShiftInfluence.Direction> directions = new ArrayList<>();
        double[][] own = parameters.own(delta);
        for (int i = 0; i < own.length; i++) {
            int q = variables.get(i).dimension();
            if (!variables.get(i).form().linear() || own[i].length % q != 0) {
                continue;
            }
            for (FittedScale scale : FittedScale.of(units, variables.get(i), settings)) {
                if (!scale.maps()) {
                    continue;
                }
                double[] towards = new double[delta.length];
                for (int a = 0; a < own[i].length; a++) {
                    double pull = 0;
                    for (int k = 0; k < q; k++) {
                        pull += scale.map()[k * q + a % q] * own[i][a - a % q + k];
                    }
                    towards[parameters.position(i, a)] -= pull;
                }
                directions.add(new ShiftInfluence.Direction(towards, scale.psi()));
            }
        }
        return new ShiftInfluence(directions);
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
