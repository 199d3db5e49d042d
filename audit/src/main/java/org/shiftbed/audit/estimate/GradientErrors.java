package org.shiftbed.audit.estimate;

import java.util.List;

/** Standard errors of the entries of the gradient: each is the mean of (l - m_i) x_i (parametric-robustness 3.4). */
final class GradientErrors {
    private GradientErrors() {}

    static double[] of(Units units, List<ShiftingVariable> variables, Nuisances nuisances, Parameters parameters) {
        int p = parameters.size();
        double[] errors = new double[p];
        for (int a = 0; a < p; a++) {
            Affine influence = Affine.zero(units.size());
            for (int i = 0; i < variables.size(); i++) {
                for (int own = 0; own < variables.get(i).form().parameters(); own++) {
                    if (parameters.shared(i, own) == a) {
                        add(units, variables.get(i), nuisances, i, own, influence);
                    }
                }
            }
            errors[a] = influence.standardError(units);
        }
        return errors;
    }

    private static void add(
            Units units, ShiftingVariable variable, Nuisances nuisances, int i, int own, Affine influence) {
        Directions directions = new Directions(variable);
        int q = variable.dimension();
        for (int u = 0; u < units.size(); u++) {
            if (!variable.observes(u)) {
                continue;
            }
            directions.load(u);
            int[] rows = directions.rows();
            for (int r = 0; r < rows.length; r++) {
                if (rows[r] == own) {
                    double x = 0;
                    for (int k = 0; k < q; k++) {
                        x += directions.values()[r * q + k]
                                * (variable.statistic()[u * q + k] - nuisances.mean(i, k, u));
                    }
                    influence.alpha()[u] -= nuisances.loss(i, u) * x;
                    influence.beta()[u] += x;
                }
            }
        }
    }
}
