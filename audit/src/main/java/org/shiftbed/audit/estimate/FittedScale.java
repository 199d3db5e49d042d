package org.shiftbed.audit.estimate;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.audit.family.ExponentialFamily;
import org.shiftbed.audit.form.Forms;
import org.shiftbed.audit.form.ShiftForm;

/**
 * An entry theta of what was fitted on the rows beside conditional means: of the residual covariance of a statistic, or the mean or sd that a form
 * stands on. A change of theta maps the statistic, or replaces the form.
 *
 * @param psi influence of a row of each unit on theta, for means over all rows
 * @param map derivative of the map of the statistic, q*q; empty where the form changes
 * @param above the law and form a step above
 * @param below the law and form a step below
 * @param step between the two
 */
record FittedScale(double[] psi, double[] map, Stand above, Stand below, double step) {
    /** Step of the central differences, relative to the scale: the error of a slope is of the order of its square. */
    private static final double STEP = 1e-5;

    /**
     * What a value of theta makes of a variable.
     *
     * @param map turns the fitted statistic into that of this law, q*q; empty where it stays
     * @param moments E[T] that stands for the fitted one; empty where the fitted one does
     */
    record Stand(ExponentialFamily family, double[] map, ShiftForm form, double[] moments) {}

    /** The entries of one variable; none where everything about it is known. */
    static List<FittedScale> of(Units units, ShiftingVariable variable, Settings settings) {
        return switch (variable.scale()) {
            case KNOWN -> List.of();
            case SPREAD -> spread(units, variable, ResidualScale.of(units, variable, settings));
            case NOMINAL -> nominal(units, variable);
        };
    }

    private static List<FittedScale> spread(Units units, ShiftingVariable variable, ResidualScale scale) {
        int q = variable.dimension();
        double all = units.total() / scale.total();
        List<FittedScale> entries = new ArrayList<>();
        for (int a = 0; a < q; a++) {
            for (int b = 0; b <= a; b++) {
                double[] psi = new double[units.size()];
                for (int u = 0; u < psi.length; u++) {
                    if (variable.observes(u)) {
                        psi[u] = all * (scale.residuals()[a][u] * scale.residuals()[b][u] - scale.covariance()[a][b]);
                    }
                }
                double step = STEP * Math.sqrt(scale.covariance()[a][a] * scale.covariance()[b][b]);
                Stand above = rescaled(variable, scale.flat(), a, b, step);
                Stand below = rescaled(variable, scale.flat(), a, b, -step);
                double[] map = new double[q * q];
                for (int k = 0; k < map.length; k++) {
                    map[k] = (above.map()[k] - below.map()[k]) / (2 * step);
                }
                entries.add(new FittedScale(psi, map, above, below, 2 * step));
            }
        }
        return entries;
    }

    private static Stand rescaled(ShiftingVariable variable, double[] covariance, int a, int b, double step) {
        int q = variable.dimension();
        covariance[a * q + b] += step;
        covariance[b * q + a] = covariance[a * q + b];
        double[] map = new double[q * q];
        return new Stand(variable.family().rescaled(covariance, map), map, variable.form(), new double[0]);
    }

    private static List<FittedScale> nominal(Units units, ShiftingVariable variable) {
        NominalMoments moments = new NominalMoments(units, variable);
        double all = units.total() / moments.total();
        double[] ofMean = new double[units.size()];
        double[] ofSd = new double[units.size()];
        for (int u = 0; u < ofMean.length; u++) {
            ofMean[u] = all * moments.ofMean(u);
            ofSd[u] = all * moments.ofSd(u);
        }
        double mean = moments.nominal().mean();
        double sd = moments.nominal().sd();
        double step = STEP * sd;
        double[] none = new double[0];
        return List.of(
                new FittedScale(
                        ofMean, none, around(variable, mean + step, sd), around(variable, mean - step, sd), 2 * step),
                new FittedScale(
                        ofSd, none, around(variable, mean, sd + step), around(variable, mean, sd - step), 2 * step));
    }

    private static Stand around(ShiftingVariable variable, double mean, double sd) {
        return new Stand(
                variable.family(), new double[0], variable.form().around(new Forms.Nominal(mean, sd)), new double[] {
                    mean, mean * mean + sd * sd
                });
    }

    /** Whether a change maps the statistic, rather than replace the form. */
    boolean maps() {
        return map.length > 0;
    }
}
