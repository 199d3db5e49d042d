package org.shiftbed.audit.estimate;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.audit.estimate.ShiftingVariable.Scale;
import org.shiftbed.audit.form.Forms;
import org.shiftbed.audit.form.ShiftForm;

/**
 * What a scale fitted on the same rows adds to the influence of a row on Q(delta). Let theta be an entry of the scale (of the residual
 * covariance of the statistic, or the mean or sd that a form stands on) and psi the influence of a row on theta. Then the row's influence on Q gains
 *
 * <pre>
 * psi dQ/dtheta,  dQ/dtheta = mean[(l - m_i)(a'(1 + a_i) - u_i'V_i u' + b'/2)] + sum_j mean[(l - c_ij) a' a_j]
 * </pre>
 *
 * where u', a' = u'.eps_i and b' are the derivatives of u_i, a_i and b_i of {@link Influence}. For one Gaussian statistic in units of its sd s,
 * u' = -u_i for theta = ln s and psi = (eps_i^2 - 1)/2. Conditional means and V_i follow a linear change of the statistic, so that it suffices to
 * move u_i.
 */
final class ScaleInfluence {
    /** Step of the central differences, relative to the scale: the error of a slope is of the order of its square. */
    private static final double STEP = 1e-5;

    private final Units units;
    private final List<ShiftingVariable> variables;
    private final Nuisances nuisances;
    private final List<Slope> slopes = new ArrayList<>();

    ScaleInfluence(Units units, List<ShiftingVariable> variables, Nuisances nuisances, Settings settings) {
        this.units = units;
        this.variables = variables;
        this.nuisances = nuisances;
        for (int i = 0; i < variables.size(); i++) {
            switch (variables.get(i).scale()) {
                case KNOWN -> {}
                case SPREAD -> spread(i, ResidualScale.of(units, variables.get(i), settings));
                case NOMINAL -> nominal(i);
            }
        }
    }

    static boolean needed(List<ShiftingVariable> variables) {
        return variables.stream().anyMatch(variable -> variable.scale() != Scale.KNOWN);
    }

    /**
     * An entry theta of the scale of a variable. A change of theta maps the statistic, or replaces the form.
     *
     * @param psi influence of a row of each unit on theta, for means over all rows
     * @param map derivative of the map of the statistic, q*q; empty where the form changes
     * @param forms the form a step above and a step below; empty where the statistic changes
     * @param step between the two forms
     */
    private record Slope(int variable, double[] psi, double[] map, List<ShiftForm> forms, double step) {}

    private void spread(int i, ResidualScale scale) {
        ShiftingVariable variable = variables.get(i);
        int q = variable.dimension();
        double all = units.total() / scale.total();
        for (int a = 0; a < q; a++) {
            for (int b = 0; b <= a; b++) {
                double[] psi = new double[units.size()];
                for (int u = 0; u < psi.length; u++) {
                    if (variable.observes(u)) {
                        psi[u] = all * (scale.residuals()[a][u] * scale.residuals()[b][u] - scale.covariance()[a][b]);
                    }
                }
                double step = STEP * Math.sqrt(scale.covariance()[a][a] * scale.covariance()[b][b]);
                double[] above = map(variable, scale.flat(), a, b, step);
                double[] below = map(variable, scale.flat(), a, b, -step);
                for (int k = 0; k < above.length; k++) {
                    above[k] = (above[k] - below[k]) / (2 * step);
                }
                slopes.add(new Slope(i, psi, above, List.of(), 0));
            }
        }
    }

    private static double[] map(ShiftingVariable variable, double[] covariance, int a, int b, double step) {
        int q = variable.dimension();
        covariance[a * q + b] += step;
        covariance[b * q + a] = covariance[a * q + b];
        double[] map = new double[q * q];
        variable.family().rescaled(covariance, map);
        return map;
    }

    private void nominal(int i) {
        ShiftForm form = variables.get(i).form();
        NominalMoments moments = new NominalMoments(units, variables.get(i));
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
        slopes.add(new Slope(
                i,
                ofMean,
                none,
                List.of(
                        form.around(new Forms.Nominal(mean + step, sd)),
                        form.around(new Forms.Nominal(mean - step, sd))),
                2 * step));
        slopes.add(new Slope(
                i,
                ofSd,
                none,
                List.of(
                        form.around(new Forms.Nominal(mean, sd + step)),
                        form.around(new Forms.Nominal(mean, sd - step))),
                2 * step));
    }

    /**
     * Adds the scales' part to the influence on Q.
     *
     * @param delta own parameters of each variable
     * @param factor what the part is multiplied by
     */
    void add(double[][] delta, Projection[] projections, double factor, Affine t) {
        for (Slope slope : slopes) {
            double derivative = factor * derivative(slope, delta[slope.variable()], projections);
            for (int u = 0; u < units.size(); u++) {
                t.alpha()[u] += derivative * slope.psi()[u];
            }
        }
    }

    private double derivative(Slope slope, double[] delta, Projection[] projections) {
        int i = slope.variable();
        ShiftingVariable variable = variables.get(i);
        Projection own = projections[i];
        int q = variable.dimension();
        double[] tilt = new double[q];
        double[] bend = new double[q];
        double[] unit = new double[q];
        Contraction contraction = new Contraction(variable, delta);
        double sum = 0;
        for (int u = 0; u < units.size(); u++) {
            if (!variable.observes(u)) {
                continue;
            }
            if (slope.forms().isEmpty()) {
                for (int k = 0; k < q; k++) {
                    unit[k] = own.tilt(u, k);
                }
                mapped(slope.map(), unit, tilt);
                if (!variable.form().linear()) {
                    mapped(slope.map(), contraction.second(variable.form(), u), bend);
                }
            } else {
                difference(slope, contraction, u, tilt, bend);
            }
            double score = 0;
            double curvature = 0;
            double variance = 0;
            for (int k = 0; k < q; k++) {
                score += tilt[k] * own.eps(u, k);
                curvature += bend[k] * own.eps(u, k);
                for (int c = 0; c < q; c++) {
                    variance += tilt[k] * own.tilt(u, c) * nuisances.covariance(i, k * q + c, u);
                }
            }
            double n = units.weight()[u];
            double s = units.loss()[u];
            sum += (s - n * nuisances.loss(i, u)) * (score * (1 + own.score()[u]) - variance + curvature / 2);
            for (int j = 0; j < variables.size(); j++) {
                if (j != i && variables.get(j).observes(u)) {
                    double c = nuisances.pairLoss(Math.min(i, j), Math.max(i, j), u);
                    sum += (s - n * c) * score * projections[j].score()[u];
                }
            }
        }
        return sum / units.total();
    }

    /** {@code map' values}. */
    private static void mapped(double[] map, double[] values, double[] into) {
        int q = into.length;
        for (int c = 0; c < q; c++) {
            into[c] = 0;
            for (int k = 0; k < q; k++) {
                into[c] += map[k * q + c] * values[k];
            }
        }
    }

    private static void difference(Slope slope, Contraction contraction, int u, double[] tilt, double[] bend) {
        double[] above = contraction.first(slope.forms().get(0), u).clone();
        double[] below = contraction.first(slope.forms().get(1), u);
        double[] bentAbove = contraction.second(slope.forms().get(0), u).clone();
        double[] bentBelow = contraction.second(slope.forms().get(1), u);
        for (int k = 0; k < tilt.length; k++) {
            tilt[k] = (above[k] - below[k]) / slope.step();
            bend[k] = (bentAbove[k] - bentBelow[k]) / slope.step();
        }
    }
}
