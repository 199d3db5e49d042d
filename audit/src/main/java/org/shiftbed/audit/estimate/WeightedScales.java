package org.shiftbed.audit.estimate;

import java.util.Arrays;
import java.util.List;

/**
 * What scales that were fitted on the same rows add to the influence of a row on the weighted loss at a fixed delta: with theta an entry of a scale and
 * psi the influence of a row on it,
 *
 * <pre>
 * psi dW/dtheta,  dW/dtheta = sum w (l - W) dlog w/dtheta / sum w
 * </pre>
 */
final class WeightedScales {
    private final Units units;
    private final List<ShiftingVariable> variables;
    private final DensityRatio ratio;

    WeightedScales(Units units, List<ShiftingVariable> variables, DensityRatio ratio) {
        this.units = units;
        this.variables = variables;
        this.ratio = ratio;
    }

    /**
     * @param delta one array a variable
     * @param influence on the weighted loss, to which the scales' part is added
     */
    void add(double[][] delta, Settings settings, Affine influence) {
        if (!ScaleInfluence.needed(variables)) {
            return;
        }
        double[] log = ratio.log(delta);
        double loss = ImportanceSampling.of(units, log).selfNormalised();
        double top = Arrays.stream(log).max().orElse(0);
        double[] pull = new double[log.length];
        double sum = 0;
        for (int u = 0; u < pull.length; u++) {
            double w = Math.exp(log[u] - top);
            sum += w * units.weight()[u];
            pull[u] = w * (units.loss()[u] - loss * units.weight()[u]);
        }
        for (int i = 0; i < variables.size(); i++) {
            for (FittedScale scale : FittedScale.of(units, variables.get(i), settings)) {
                double slope = 0;
                for (int u = 0; u < pull.length; u++) {
                    if (variables.get(i).observes(u)) {
                        slope += pull[u] * (log(i, u, scale.above(), delta[i]) - log(i, u, scale.below(), delta[i]));
                    }
                }
                slope /= scale.step() * sum;
                for (int u = 0; u < pull.length; u++) {
                    influence.alpha()[u] += slope * scale.psi()[u];
                }
            }
        }
    }

    /** The logarithm of the density ratio of a unit under another value of the scale. */
    private double log(int i, int u, FittedScale.Stand stand, double[] delta) {
        ShiftingVariable variable = variables.get(i);
        int q = variable.dimension();
        double[] z = new double[variable.parents().length];
        variable.parents(u, z);
        double[] s = new double[q];
        stand.form().value(z, delta, s);
        double[] t = new double[q];
        double[] mean = new double[q];
        for (int k = 0; k < q; k++) {
            t[k] = variable.statistic().at(u, k);
        }
        if (stand.map().length > 0) {
            t = LawAndRows.mapped(stand.map(), t);
            ratio.mean(i, u, mean);
            mean = LawAndRows.mapped(stand.map(), mean);
        } else {
            mean = stand.moments();
        }
        double log = -stand.family().cumulant(mean, s);
        for (int k = 0; k < q; k++) {
            log += s[k] * t[k];
        }
        return log;
    }
}
