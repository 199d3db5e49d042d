package org.shiftbed.audit.estimate;

import java.util.Arrays;
import java.util.List;
import org.shiftbed.audit.nuisance.Groups;

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
                double[] moved = new double[pull.length];
                for (int u = 0; u < pull.length; u++) {
                    if (variables.get(i).observes(u)) {
                        moved[u] = log(i, u, scale.above(), delta[i]) - log(i, u, scale.below(), delta[i]);
                    }
                }
                normalise(i, delta[i], moved);
                double slope = 0;
                for (int u = 0; u < pull.length; u++) {
                    slope += pull[u] * moved[u];
                }
                slope /= scale.step() * sum;
                for (int u = 0; u < pull.length; u++) {
                    influence.alpha()[u] += slope * scale.psi()[u];
                }
            }
        }
    }

    /** Where the rows of each pattern normalise the weights, those keep their sum. */
    private void normalise(int i, double[] delta, double[] moved) {
        ShiftingVariable variable = variables.get(i);
        Groups patterns = variable.patterns();
        if (patterns == null || !ratio.normalised(i)) {
            return;
        }
        double[] own = ratio.logOf(i, delta);
        double[] total = new double[patterns.count()];
        double[] mean = new double[patterns.count()];
        for (int u = 0; u < moved.length; u++) {
            if (variable.observes(u)) {
                double w = Math.exp(own[u]) * units.weight()[u];
                total[patterns.at(u)] += w;
                mean[patterns.at(u)] += w * moved[u];
            }
        }
        for (int u = 0; u < moved.length; u++) {
            if (variable.observes(u)) {
                moved[u] -= mean[patterns.at(u)] / total[patterns.at(u)];
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
