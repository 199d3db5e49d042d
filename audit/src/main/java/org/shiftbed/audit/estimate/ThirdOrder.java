package org.shiftbed.audit.estimate;

import java.util.List;
import org.shiftbed.audit.nuisance.Fitted;

/**
 * The third derivative of the loss along a direction at no shift (parametric-robustness 5.2, item 1):
 * {@code f'''(0) = mean[(l - L)(A^3 - 3 A sum v_i - sum kappa3_i)]} with A = sum a_i. For shifts that are linear in delta.
 */
final class ThirdOrder {
    private ThirdOrder() {}

    static double derivative(
            Units units, List<ShiftingVariable> variables, Nuisances nuisances, Projection[] projections) {
        int size = units.size();
        double[] score = new double[size];
        double[] variance = new double[size];
        double[] skewness = new double[size];
        for (int i = 0; i < projections.length; i++) {
            double[] third = third(variables.get(i), nuisances, i, projections[i]);
            for (int u = 0; u < size; u++) {
                if (variables.get(i).observes(u)) {
                    score[u] += projections[i].score()[u];
                    variance[u] += projections[i].variance()[u];
                    skewness[u] += third[u];
                }
            }
        }
        double mean = Moments.meanLoss(units);
        double sum = 0;
        for (int u = 0; u < size; u++) {
            double a = score[u];
            sum += (units.loss()[u] - mean * units.weight()[u]) * (a * a * a - 3 * a * variance[u] - skewness[u]);
        }
        return sum / units.total();
    }

    /** kappa3_i: the fitted third moment of u_i'eps_i. With one statistic that of eps is fitted, so that it does not depend on delta. */
    private static double[] third(ShiftingVariable variable, Nuisances nuisances, int i, Projection projection) {
        int size = projection.score().length;
        double[] target = new double[size];
        boolean single = variable.dimension() == 1;
        for (int u = 0; u < size; u++) {
            if (variable.observes(u)) {
                double base = single ? projection.eps(u, 0) : projection.score()[u];
                target[u] = base * base * base;
            }
        }
        Fitted fitted = nuisances.on(i).fit(target);
        for (int u = 0; u < size; u++) {
            double tilt = single && variable.observes(u) ? projection.tilt(u, 0) : 1;
            target[u] = variable.observes(u) ? tilt * tilt * tilt * fitted.at(u) : 0;
        }
        return target;
    }
}
