package org.shiftbed.audit.estimate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.nuisance.Fitted;
import org.shiftbed.audit.nuisance.GroupMeans;
import org.shiftbed.audit.nuisance.Groups;

/**
 * The logarithm of the density ratio w_delta in every unit (parametric-robustness 1.3, 3.5), from fitted conditional means. Where a family has
 * no closed cumulant function (a statistic of the user's), or the rows of a parent pattern are not those of the law, weights are normalised inside each
 * parent pattern instead, so that the parents stay as they are.
 */
final class DensityRatio {
    private final Units units;
    private final List<ShiftingVariable> variables;
    private final Nuisances nuisances;
    /** By variable, once it was asked for. */
    private final @Nullable Boolean[] foreign;

    DensityRatio(Units units, List<ShiftingVariable> variables, Nuisances nuisances) {
        this.units = units;
        this.variables = variables;
        this.nuisances = nuisances;
        foreign = new Boolean[variables.size()];
    }

    /** By the laws alone, whatever the rows are: for the likelihood of other rows than those that the laws were fitted on. */
    static DensityRatio ofLaws(Units units, List<ShiftingVariable> variables, Nuisances nuisances) {
        DensityRatio ratio = new DensityRatio(units, variables, nuisances);
        for (int i = 0; i < variables.size(); i++) {
            ratio.foreign[i] = !variables.get(i).family().parametric();
        }
        return ratio;
    }

    /**
     * Whether the weights of a variable are normalised by the rows of each pattern of its parents: where its law has no closed form, and where the rows
     * of a pattern are not those of the law.
     */
    boolean normalised(int i) {
        Boolean known = foreign[i];
        if (known == null) {
            known = !variables.get(i).family().parametric()
                    || nuisances.on(i) instanceof GroupMeans && PatternMisfit.of(units, variables.get(i), nuisances, i);
            foreign[i] = known;
        }
        return known;
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
        return normalised(i) ? empirical(i, delta) : closed(i, delta);
    }

    /**
     * Mean and covariance of the statistic over the rows of each pattern, weighted by this variable's own ratio: what takes the place of the law's where
     * {@link #normalised} holds.
     *
     * @return by pattern q means, then q*q covariances
     */
    double[][] weightedMoments(int i, double[] delta, Groups patterns) {
        ShiftingVariable variable = variables.get(i);
        int q = variable.dimension();
        double[] log = logOf(i, delta);
        double[] total = new double[patterns.count()];
        double[][] moments = new double[patterns.count()][q + q * q];
        for (int u = 0; u < log.length; u++) {
            if (variable.observes(u)) {
                double w = Math.exp(log[u]) * units.weight()[u];
                total[patterns.at(u)] += w;
                for (int k = 0; k < q; k++) {
                    moments[patterns.at(u)][k] += w * variable.statistic().at(u, k);
                }
            }
        }
        for (int g = 0; g < moments.length; g++) {
            for (int k = 0; k < q; k++) {
                moments[g][k] /= total[g];
            }
        }
        for (int u = 0; u < log.length; u++) {
            if (variable.observes(u)) {
                double[] own = moments[patterns.at(u)];
                double w = Math.exp(log[u]) * units.weight()[u] / total[patterns.at(u)];
                for (int k = 0; k < q; k++) {
                    for (int c = 0; c < q; c++) {
                        own[q + k * q + c] += w
                                * (variable.statistic().at(u, k) - own[k])
                                * (variable.statistic().at(u, c) - own[c]);
                    }
                }
            }
        }
        return moments;
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
