package org.shiftbed.audit.estimate;

import java.util.Arrays;
import java.util.List;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.QRDecomposition;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.nuisance.Fitted;

/**
 * The influence of every row on the self-normalised weighted loss at a fixed delta, fitted laws included:
 *
 * <pre>
 * w (l - l_w)/mean(w) + l_w - sum_i k_i'eps_i,   k_i = E[w (l - l_w) V_i^-1 (mu_i,delta - mu_i)|Z_i] / mean(w)
 * </pre>
 *
 * because {@code -d log w / d mu_i = V_i^-1 (mu_i,delta - mu_i)}, with the family's own covariance V_i. Where a family has no closed cumulant function the
 * weights are normalised by the regression itself, and {@code w_i - 1} stands in place of {@code V_i^-1 (mu_i,delta - mu_i)'eps_i}. Scales are taken for
 * known, and so are nominal means.
 */
final class WeightedInfluence {
    /** A direction in which a law does not vary has no say. */
    private static final double SINGULAR = 1e-10;

    private final Units units;
    private final List<ShiftingVariable> variables;
    private final Nuisances nuisances;
    private final DensityRatio ratio;

    WeightedInfluence(Units units, List<ShiftingVariable> variables, Nuisances nuisances, DensityRatio ratio) {
        this.units = units;
        this.variables = variables;
        this.nuisances = nuisances;
        this.ratio = ratio;
    }

    /**
     * @param delta one array a variable
     * @return affine in the loss, unit by unit
     */
    Affine at(double[][] delta) {
        double[] log = ratio.log(delta);
        double loss = ImportanceSampling.of(units, log).selfNormalised();
        double top = Arrays.stream(log).max().orElse(0);
        double[] w = new double[log.length];
        double mean = 0;
        for (int u = 0; u < w.length; u++) {
            w[u] = Math.exp(log[u] - top);
            mean += w[u] * units.weight()[u];
        }
        mean /= units.total();
        double[] meanLoss = units.meanLoss();
        Affine influence = Affine.zero(w.length);
        double[] centred = new double[w.length];
        for (int u = 0; u < w.length; u++) {
            influence.beta()[u] = w[u] / mean;
            influence.alpha()[u] = -w[u] / mean * loss + loss;
            centred[u] = w[u] / mean * (meanLoss[u] - loss);
        }
        for (int i = 0; i < variables.size(); i++) {
            if (ratio.normalised(i)) {
                byRegression(i, delta[i], centred, influence);
            } else if (variables.get(i).nominal() == null) {
                byLaw(i, delta[i], centred, influence);
            }
        }
        return influence;
    }

    private void byLaw(int i, double[] delta, double[] centred, Affine influence) {
        ShiftingVariable variable = variables.get(i);
        int q = variable.dimension();
        double[][] target = new double[q][centred.length];
        double[] z = new double[variable.parents().length];
        double[] s = new double[q];
        double[] mean = new double[q];
        double[] seen = new double[2 * q];
        double @Nullable [] pull = null;
        for (int u = 0; u < centred.length; u++) {
            if (!variable.observes(u)) {
                continue;
            }
            variable.parents(u, z);
            variable.form().value(z, delta, s);
            ratio.mean(i, u, mean);
            // Rows of one pattern mostly follow each other in their law; the last one is kept.
            if (pull == null || !same(seen, mean, s)) {
                System.arraycopy(mean, 0, seen, 0, q);
                System.arraycopy(s, 0, seen, q, q);
                pull = pull(variable, mean, s);
            }
            for (int k = 0; k < q; k++) {
                target[k][u] = centred[u] * pull[k];
            }
        }
        for (int k = 0; k < q; k++) {
            Fitted fitted = nuisances.on(i).fit(target[k]);
            for (int u = 0; u < centred.length; u++) {
                if (variable.observes(u)) {
                    influence.alpha()[u] -= fitted.at(u) * (variable.statistic().at(u, k) - nuisances.mean(i, k, u));
                }
            }
        }
    }

    private static boolean same(double[] seen, double[] mean, double[] s) {
        int q = mean.length;
        return Arrays.equals(seen, 0, q, mean, 0, q) && Arrays.equals(seen, q, 2 * q, s, 0, q);
    }

    /** {@code V^-1 (mu_delta - mu)}. */
    private static double[] pull(ShiftingVariable variable, double[] mean, double[] s) {
        int q = mean.length;
        double[] moved = new double[q];
        variable.family().tiltedMean(mean, s, moved);
        for (int k = 0; k < q; k++) {
            moved[k] -= mean[k];
        }
        if (variable.statistic().isOneHot()) {
            double reference = 1 - Arrays.stream(mean).sum();
            double all = Arrays.stream(moved).sum();
            for (int k = 0; k < q; k++) {
                moved[k] = (mean[k] > 0 ? moved[k] / mean[k] : 0) + (reference > SINGULAR ? all / reference : 0);
            }
            return moved;
        }
        double[] covariance = new double[q * q];
        variable.family().tiltedCovariance(mean, new double[q], covariance);
        if (q == 1) {
            moved[0] = covariance[0] > 0 ? moved[0] / covariance[0] : 0;
            return moved;
        }
        double[][] rows = new double[q][];
        for (int k = 0; k < q; k++) {
            rows[k] = Arrays.copyOfRange(covariance, k * q, (k + 1) * q);
        }
        QRDecomposition solver = new QRDecomposition(new Array2DRowRealMatrix(rows), SINGULAR);
        return solver.getSolver().isNonSingular()
                ? solver.getSolver().solve(new ArrayRealVector(moved)).toArray()
                : new double[q];
    }

    private void byRegression(int i, double[] delta, double[] centred, Affine influence) {
        ShiftingVariable variable = variables.get(i);
        Fitted fitted = nuisances.on(i).fit(centred);
        double[] own = ratio.logOf(i, delta);
        for (int u = 0; u < centred.length; u++) {
            if (variable.observes(u)) {
                influence.alpha()[u] -= fitted.at(u) * Math.expm1(own[u]);
            }
        }
    }
}
