package org.shiftbed.audit.estimate;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.audit.estimate.ShiftingVariable.Scale;

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
    private final Units units;
    private final List<ShiftingVariable> variables;
    private final Nuisances nuisances;
    private final List<List<FittedScale>> scales = new ArrayList<>();

    ScaleInfluence(Units units, List<ShiftingVariable> variables, Nuisances nuisances, Settings settings) {
        this.units = units;
        this.variables = variables;
        this.nuisances = nuisances;
        for (ShiftingVariable variable : variables) {
            scales.add(FittedScale.of(units, variable, settings));
        }
    }

    static boolean needed(List<ShiftingVariable> variables) {
        return variables.stream().anyMatch(variable -> variable.scale() != Scale.KNOWN);
    }

    /**
     * Adds the scales' part to the influence on Q.
     *
     * @param delta own parameters of each variable
     * @param factor what the part is multiplied by
     */
    void add(double[][] delta, Projection[] projections, double factor, Affine t) {
        for (int i = 0; i < scales.size(); i++) {
            for (FittedScale scale : scales.get(i)) {
                double derivative = factor * derivative(i, scale, delta[i], projections);
                for (int u = 0; u < units.size(); u++) {
                    t.alpha()[u] += derivative * scale.psi()[u];
                }
            }
        }
    }

    private double derivative(int i, FittedScale scale, double[] delta, Projection[] projections) {
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
            if (scale.maps()) {
                for (int k = 0; k < q; k++) {
                    unit[k] = own.tilt(u, k);
                }
                mapped(scale.map(), unit, tilt);
                if (!variable.form().linear()) {
                    mapped(scale.map(), contraction.second(variable.form(), u), bend);
                }
            } else {
                difference(scale, contraction, u, tilt, bend);
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

    private static void difference(FittedScale scale, Contraction contraction, int u, double[] tilt, double[] bend) {
        double[] above = contraction.first(scale.above().form(), u).clone();
        double[] below = contraction.first(scale.below().form(), u);
        double[] bentAbove = contraction.second(scale.above().form(), u).clone();
        double[] bentBelow = contraction.second(scale.below().form(), u);
        for (int k = 0; k < tilt.length; k++) {
            tilt[k] = (above[k] - below[k]) / scale.step();
            bend[k] = (bentAbove[k] - bentBelow[k]) / scale.step();
        }
    }
}
