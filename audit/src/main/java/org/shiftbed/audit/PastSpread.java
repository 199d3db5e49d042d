package org.shiftbed.audit;

import java.util.Optional;
import org.shiftbed.audit.estimate.ResidualScale;
import org.shiftbed.audit.estimate.Settings;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.estimate.Units;
import org.shiftbed.audit.nuisance.Groups;

/**
 * Whether the spread of a number changed between two past tables. A Gaussian of known spread moves its mean alone, so that the fitted shift leaves such a change
 * out, however well its own figures are known.
 */
final class PastSpread {
    private static final double ERRORS = 4;

    /** Share of the variance below which a change is none that matters. */
    private static final double MATERIAL = 0.1;

    private PastSpread() {}

    private record Spread(double variance, double error) {
        static Spread of(Units units, ShiftingVariable variable, boolean[] counted, Settings settings) {
            int size = units.size();
            double[] values = new double[size];
            boolean[] used = new boolean[size];
            for (int u = 0; u < size; u++) {
                values[u] = variable.statistic().at(u, 0);
                used[u] = counted[u] && variable.observes(u);
            }
            ResidualScale scale = ResidualScale.of(
                    units,
                    new double[][] {values},
                    used,
                    variable.parents().length == 0 ? Groups.one(size) : variable.patterns(),
                    variable.features(),
                    settings);
            double variance = scale.covariance()[0][0];
            double squares = 0;
            for (int u = 0; u < size; u++) {
                double e = scale.residuals()[0][u];
                squares += used[u] ? units.squaredWeight()[u] * Math.pow(e * e - variance, 2) : 0;
            }
            return new Spread(variance, Math.sqrt(squares) / scale.total());
        }
    }

    /**
     * A sentence where it did; of a Gaussian or log-normal variable.
     *
     * @param units of both tables
     * @param later whether a unit is of the second
     */
    static Optional<String> of(Units units, ShiftingVariable variable, boolean[] later, Settings settings) {
        String family = variable.family().name();
        if (!family.equals("gaussian") && !family.equals("log-normal")) {
            return Optional.empty();
        }
        boolean[] earlier = new boolean[later.length];
        for (int u = 0; u < later.length; u++) {
            earlier[u] = !later[u];
        }
        Spread before = Spread.of(units, variable, earlier, settings);
        Spread after = Spread.of(units, variable, later, settings);
        double moved = after.variance() - before.variance();
        boolean sure = Math.abs(moved) > ERRORS * Math.hypot(before.error(), after.error());
        if (!sure || Math.abs(moved) < MATERIAL * before.variance()) {
            return Optional.empty();
        }
        double factor = Math.sqrt(after.variance() / before.variance());
        return Optional.of(
                "From one past table to the other the spread of '" + variable.name() + "' changed by a factor of "
                        + Judge.number(factor) + ", and a " + family
                        + " law moves its mean alone: that part of what happened is not in this shift; family: gaussian-mean-variance holds both.");
    }
}
