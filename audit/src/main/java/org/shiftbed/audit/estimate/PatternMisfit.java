package org.shiftbed.audit.estimate;

import java.util.Set;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.shiftbed.audit.family.ExponentialFamily;
import org.shiftbed.audit.nuisance.Groups;

/**
 * Whether the rows of some pattern of parents do not have the spread or the skewness of the law that stands for them: a Gaussian of one spread for all patterns
 * whose groups differ in theirs. Weights by such laws have other means than 1 pattern by pattern, and would move the parents.
 */
final class PatternMisfit {
    private static final double TAIL = 3.2e-5;
    /** Smaller differences move no parent by what anybody would notice. */
    private static final double SPREAD = 0.05;

    private static final double SKEWNESS = 0.2;

    /** Means inside each pattern make these the laws of their rows, whatever those are. */
    private static final Set<String> SATURATED = Set.of("bernoulli", "categorical");

    private PatternMisfit() {}

    /**
     * @param i which of the variables; its parents have patterns
     */
    static boolean of(Units units, ShiftingVariable variable, Nuisances nuisances, int i) {
        Groups patterns = variable.patterns();
        if (patterns == null
                || patterns.count() < 2
                || variable.statistic().isOneHot()
                || variable.nominal() != null
                || SATURATED.contains(variable.family().name())) {
            return false;
        }
        int q = variable.dimension();
        double z = -new NormalDistribution(0, 1).inverseCumulativeProbability(TAIL / (2.0 * q * patterns.count()));
        for (int k = 0; k < q; k++) {
            if (component(units, variable, nuisances, i, k, z)) {
                return true;
            }
        }
        return false;
    }

    private static boolean component(
            Units units, ShiftingVariable variable, Nuisances nuisances, int i, int k, double z) {
        Groups patterns = variable.patterns();
        int count = patterns == null ? 0 : patterns.count();
        int q = variable.dimension();
        double[] weight = new double[count];
        double[][] moment = new double[2][count];
        double[][] square = new double[2][count];
        double[][] wanted = new double[2][count];
        boolean[] seen = new boolean[count];
        double[] mean = new double[q];
        double[] covariance = new double[q * q];
        double[] third = new double[q * q * q];
        ExponentialFamily family = variable.family();
        for (int u = 0; u < units.size(); u++) {
            if (!variable.observes(u) || patterns == null) {
                continue;
            }
            int g = patterns.at(u);
            if (!seen[g]) {
                seen[g] = true;
                for (int j = 0; j < q; j++) {
                    mean[j] = nuisances.mean(i, j, u);
                }
                family.tiltedCovariance(mean, new double[q], covariance);
                family.tiltedThird(mean, new double[q], third);
                wanted[0][g] = covariance[k * q + k];
                wanted[1][g] = third[(k * q + k) * q + k];
            }
            double e = variable.statistic().at(u, k) - nuisances.mean(i, k, u);
            weight[g] += units.weight()[u];
            // The mean is fitted, so that of e^3 only what e does not explain is uncertain.
            double two = e * e - wanted[0][g];
            double three = e * e * e - wanted[1][g];
            moment[0][g] += units.weight()[u] * two;
            moment[1][g] += units.weight()[u] * three;
            square[0][g] += units.squaredWeight()[u] * two * two;
            square[1][g] += units.squaredWeight()[u] * Math.pow(three - 3 * wanted[0][g] * e, 2);
        }
        for (int g = 0; g < count; g++) {
            double variance = wanted[0][g];
            if (!(weight[g] > 0) || !(variance > 0)) {
                continue;
            }
            boolean spread = Math.abs(moment[0][g]) > z * Math.sqrt(square[0][g])
                    && Math.abs(moment[0][g]) > SPREAD * variance * weight[g];
            boolean skewed = Math.abs(moment[1][g]) > z * Math.sqrt(square[1][g])
                    && Math.abs(moment[1][g]) > SKEWNESS * Math.pow(variance, 1.5) * weight[g];
            if (spread || skewed) {
                return true;
            }
        }
        return false;
    }
}
