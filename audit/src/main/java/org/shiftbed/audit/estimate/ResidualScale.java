package org.shiftbed.audit.estimate;

import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.nuisance.Features;
import org.shiftbed.audit.nuisance.Fitted;
import org.shiftbed.audit.nuisance.GroupMeans;
import org.shiftbed.audit.nuisance.Groups;
import org.shiftbed.audit.nuisance.LeastSquares;
import org.shiftbed.audit.nuisance.Regression;
import org.shiftbed.audit.nuisance.Sample;

/** The covariance of a vector around its conditional mean given parents: what a Gaussian family takes as known (parametric-robustness 1.4). */
public final class ResidualScale {
    private ResidualScale() {}

    /**
     * @param values one array of values a component
     * @param observed which units count; null for all
     * @param patterns of discrete parents; null where means come from a regression on the features
     * @return the covariance, divisor the sum of weights
     */
    public static double[][] of(
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
        Fitted[] means = new Fitted[d];
        for (int a = 0; a < d; a++) {
            means[a] = regression.fit(values[a]);
        }
        double[][] covariance = new double[d][d];
        double total = 0;
        for (int u = 0; u < units.size(); u++) {
            if (sample.uses(u)) {
                total += units.weight()[u];
                for (int a = 0; a < d; a++) {
                    for (int b = 0; b < d; b++) {
                        covariance[a][b] +=
                                units.weight()[u] * (values[a][u] - means[a].at(u)) * (values[b][u] - means[b].at(u));
                    }
                }
            }
        }
        for (double[] row : covariance) {
            for (int b = 0; b < d; b++) {
                row[b] /= total;
            }
        }
        return covariance;
    }
}
