package org.shiftbed.audit.estimate;

import org.hipparchus.exception.MathIllegalArgumentException;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.CholeskyDecomposition;
import org.shiftbed.audit.estimate.ShiftingVariable.Scale;
import org.shiftbed.audit.family.ExponentialFamily;
import org.shiftbed.audit.form.Forms;

/**
 * A fitted scale on other rows: on those of a fold, or on the weights of a bootstrap replicate. Where those rows do not vary enough to have one,
 * the scale stays as it is and counts as known.
 */
final class ScaleRefit {
    /** Of the variance that the scale so far would give. */
    private static final double LEAST_VARIANCE = 1e-12;

    private ScaleRefit() {}

    static ShiftingVariable of(Units units, ShiftingVariable variable, Settings settings) {
        return switch (variable.scale()) {
            case KNOWN -> variable;
            case SPREAD -> spread(units, variable, settings);
            case NOMINAL -> nominal(units, variable);
        };
    }

    private static ShiftingVariable spread(Units units, ShiftingVariable variable, Settings settings) {
        int q = variable.dimension();
        double[] covariance = ResidualScale.of(units, variable, settings).flat();
        Statistic statistic = variable.statistic();
        if (!usable(variable, covariance)) {
            return known(variable);
        }
        double[] map = new double[q * q];
        ExponentialFamily family = variable.family().rescaled(covariance, map);
        double[] moved = new double[units.size() * q];
        for (int u = 0; u < units.size(); u++) {
            for (int k = 0; k < q; k++) {
                for (int c = 0; c < q; c++) {
                    moved[u * q + k] += map[k * q + c] * statistic.at(u, c);
                }
            }
        }
        return variable.with(family, variable.form(), Statistic.of(moved, q), variable.nominal(), Scale.SPREAD);
    }

    private static boolean usable(ShiftingVariable variable, double[] covariance) {
        int q = variable.dimension();
        double[] expected = new double[q * q];
        variable.family().tiltedCovariance(new double[q], new double[q], expected);
        double[][] relative = new double[q][q];
        for (int a = 0; a < q; a++) {
            for (int b = 0; b < q; b++) {
                relative[a][b] = covariance[a * q + b] / Math.sqrt(expected[a * q + a] * expected[b * q + b]);
                if (!Double.isFinite(relative[a][b])) {
                    return false;
                }
            }
        }
        try {
            double least = new CholeskyDecomposition(new Array2DRowRealMatrix(relative, false), 1e-9, LEAST_VARIANCE)
                    .getDeterminant();
            return least > 0;
        } catch (MathIllegalArgumentException e) {
            return false;
        }
    }

    private static ShiftingVariable nominal(Units units, ShiftingVariable variable) {
        Forms.Nominal found = new NominalMoments(units, variable).nominal();
        if (!Double.isFinite(found.mean()) || !(found.sd() > 0)) {
            return known(variable);
        }
        return variable.with(
                variable.family(),
                variable.form().around(found),
                variable.statistic(),
                new double[] {found.mean(), found.mean() * found.mean() + found.sd() * found.sd()},
                Scale.NOMINAL);
    }

    private static ShiftingVariable known(ShiftingVariable variable) {
        return variable.with(variable.family(), variable.form(), variable.statistic(), variable.nominal(), Scale.KNOWN);
    }
}
