package org.shiftbed.audit.estimate;

import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.nuisance.Features;
import org.shiftbed.audit.nuisance.Fitted;
import org.shiftbed.audit.nuisance.GroupMeans;
import org.shiftbed.audit.nuisance.Groups;
import org.shiftbed.audit.nuisance.LeastSquares;
import org.shiftbed.audit.nuisance.Regression;
import org.shiftbed.audit.nuisance.Sample;

/**
 * The covariance of a vector around its conditional mean given parents: what a Gaussian family takes as known (parametric-robustness 1.4).
 *
 * @param residuals one array a component, one value a unit; 0 in units that do not count
 * @param covariance of the residuals, divisor the sum of weights
 * @param total sum of the weights of the units that count
 */
public record ResidualScale(double[][] residuals, double[][] covariance, double total) {

    /**
     * @param values one array of values a component
     * @param observed which units count; null for all
     * @param patterns of discrete parents; null where means come from a regression on the features
     */
    public static ResidualScale of(
            Units units,
            double[][] values,
            boolean @Nullable [] observed,
            @Nullable Groups patterns,
            Features features,
            Settings settings) {
        Sample sample = new Sample(units.weight(), units.fold(), 1, observed);
        boolean grouped = patterns != null && settings.mode() != Settings.Mode.LEAST_SQUARES;
        Regression regression = grouped && patterns != null
                ? new GroupMeans(patterns, sample)
                : new LeastSquares(features.polynomial(settings.degree()), settings.penalty(), sample);
        int d = values.length;
        double[][] residuals = new double[d][units.size()];
        double total = 0;
        for (int u = 0; u < units.size(); u++) {
            total += sample.uses(u) ? units.weight()[u] : 0;
        }
        for (int a = 0; a < d; a++) {
            Fitted mean = regression.fit(values[a]);
            for (int u = 0; u < units.size(); u++) {
                residuals[a][u] = sample.uses(u) ? values[a][u] - mean.at(u) : 0;
            }
        }
        double[][] covariance = new double[d][d];
        for (int a = 0; a < d; a++) {
            for (int b = 0; b <= a; b++) {
                double sum = 0;
                for (int u = 0; u < units.size(); u++) {
                    sum += units.weight()[u] * residuals[a][u] * residuals[b][u];
                }
                covariance[a][b] = sum / total;
                covariance[b][a] = covariance[a][b];
            }
        }
        return new ResidualScale(residuals, covariance, total);
    }

    /** The residuals of a variable's own statistic. */
    static ResidualScale of(Units units, ShiftingVariable variable, Settings settings) {
        int q = variable.dimension();
        double[][] values = new double[q][units.size()];
        for (int u = 0; u < units.size(); u++) {
            for (int k = 0; k < q; k++) {
                values[k][u] = variable.statistic().at(u, k);
            }
        }
        return of(
                units,
                values,
                variable.observed(),
                variable.parents().length == 0 ? Groups.one(units.size()) : variable.patterns(),
                variable.features(),
                settings);
    }

    /** The covariance, row-major. */
    double[] flat() {
        int d = covariance.length;
        double[] flat = new double[d * d];
        for (int a = 0; a < d; a++) {
            System.arraycopy(covariance[a], 0, flat, a * d, d);
        }
        return flat;
    }
}
