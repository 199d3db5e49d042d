package org.shiftbed.audit.estimate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.nuisance.Fitted;

/**
 * The logarithm of the density ratio w_delta in every unit (parametric-robustness 1.3, 3.5), from fitted conditional means. Where a family has
 * no closed cumulant function (a statistic of the user's), weights are normalised inside each parent pattern instead.
 */
final class DensityRatio {
    private final Units units;
    private final List<ShiftingVariable> variables;
    private final Nuisances nuisances;

    DensityRatio(Units units, List<ShiftingVariable> variables, Nuisances nuisances) {
        this.units = units;
        this.variables = variables;
        this.nuisances = nuisances;
    }

    /**
     * log w at {@code share * delta}.
     *
     * @param delta one array a variable
     */
    double[] log(double[][] delta) {
        double[] log = new double[units.size()];
        for (int i = 0; i < variables.size(); i++) {
            double[] own = logOf(i, delta[i]);
            for (int u = 0; u < log.length; u++) {
                log[u] += own[u];
            }
        }
        return log;
    }

    /** The same of one variable, given its own parameters. */
    double[] logOf(int i, double[] delta) {
        return variables.get(i).family().parametric() ? closed(i, delta) : empirical(i, delta);
    }

    private double[] closed(int i, double[] delta) {
        ShiftingVariable variable = variables.get(i);
        Strata strata = nuisances.strata(i);
        if (strata != null) {
            TiltedLevels levels = new TiltedLevels(strata, delta);
            double[] own = new double[units.size()];
            for (int u = 0; u < own.length; u++) {
                own[u] = variable.observes(u) ? levels.log(u) : 0;
            }
            return own;
        }
        int q = variable.dimension();
        double[] z = new double[variable.parents().length];
        double[] s = new double[q];
        double[] mean = new double[q];
        double[] own = new double[units.size()];
        for (int u = 0; u < own.length; u++) {
            if (variable.observes(u)) {
                variable.parents(u, z);
                variable.form().value(z, delta, s);
                mean(i, u, mean);
                own[u] = dot(s, variable, u) - variable.family().cumulant(mean, s);
            }
        }
        return own;
    }

    /** {@code s'T - log E[exp(s'T)|z]}, the expectation by the nuisance regression. */
    private double[] empirical(int i, double[] delta) {
        ShiftingVariable variable = variables.get(i);
        double[] z = new double[variable.parents().length];
        double[] s = new double[variable.dimension()];
        double[] own = new double[units.size()];
        double top = Double.NEGATIVE_INFINITY;
        for (int u = 0; u < own.length; u++) {
            if (variable.observes(u)) {
                variable.parents(u, z);
                variable.form().value(z, delta, s);
                own[u] = dot(s, variable, u);
                top = Math.max(top, own[u]);
            }
        }
        double[] tilted = new double[units.size()];
        for (int u = 0; u < own.length; u++) {
            tilted[u] = variable.observes(u) ? Math.exp(own[u] - top) : 0;
        }
        Fitted normaliser = nuisances.on(i).fit(tilted);
        for (int u = 0; u < own.length; u++) {
            if (variable.observes(u)) {
                // A regression may leave the positive numbers; the smallest normal one then marks the weight as
                // useless, not as missing.
                own[u] -= top + Math.log(Math.max(normaliser.at(u), Double.MIN_NORMAL));
            }
        }
        return own;
    }

    /** Where laws of a one-hot variable are the same; null for other variables. */
    @Nullable
    Strata strata(int i) {
        return nuisances.strata(i);
    }

    /** The conditional mean that stands for the law of the unit: the user's nominal one, or the fitted one. */
    void mean(int i, int u, double[] mean) {
        double[] nominal = variables.get(i).nominal();
        for (int k = 0; k < mean.length; k++) {
            mean[k] = nominal == null ? nuisances.mean(i, k, u) : nominal[k];
        }
    }

    private static double dot(double[] s, ShiftingVariable variable, int u) {
        double sum = 0;
        for (int k = 0; k < s.length; k++) {
            if (s[k] != 0) {
                sum += s[k] * variable.statistic().at(u, k);
            }
        }
        return sum;
    }
}
