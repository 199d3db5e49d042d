package org.shiftbed.audit.estimate;

import java.util.Arrays;
import java.util.List;

/** Standard errors of the entries of the gradient: each is the mean of (l - m_i) x_i (parametric-robustness 3.4). */
final class GradientErrors {
    private GradientErrors() {}

    /** Adds something to the influence on an entry of the gradient. */
    interface Part {
        void add(int entry, Affine influence);
    }

    /** @param part that of fitted scales */
    static double[] of(
            Units units, List<ShiftingVariable> variables, Nuisances nuisances, Parameters parameters, Part part) {
        Scores[] scores = new Scores[variables.size()];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = Scores.of(variables.get(i), nuisances, i);
        }
        double[] errors = new double[parameters.size()];
        for (int a = 0; a < errors.length; a++) {
            Affine influence = Affine.zero(units.size());
            for (int i = 0; i < scores.length; i++) {
                int[] places = parameters.places(i);
                for (int own = 0; own < places.length; own++) {
                    if (places[own] == a) {
                        add(units, variables.get(i), nuisances, i, own, scores[i], influence);
                    }
                }
            }
            part.add(a, influence);
            errors[a] = influence.standardError(units);
        }
        return errors;
    }

    private static void add(
            Units units,
            ShiftingVariable variable,
            Nuisances nuisances,
            int i,
            int own,
            Scores scores,
            Affine influence) {
        double[] base = new double[scores.strata()];
        for (int s = 0; s < base.length; s++) {
            int at = Arrays.binarySearch(scores.baseRows(s), own);
            base[s] = at < 0 ? 0 : scores.base(s)[at];
        }
        for (int u = 0; u < units.size(); u++) {
            if (variable.observes(u)) {
                scores.load(u);
                int at = Arrays.binarySearch(scores.rows(), own);
                double x = base[scores.stratum()] + (at < 0 ? 0 : scores.values()[at]);
                influence.alpha()[u] -= nuisances.loss(i, u) * x;
                influence.beta()[u] += x;
            }
        }
    }
}
