package org.shiftbed.audit.estimate;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The entries of a variable's fitted scale with the products of their influences, so that the error of something in one pattern of parents costs a pass over the
 * rows of that pattern alone.
 *
 * @param entries what was fitted
 * @param products {@code sum omega^2 psi_a psi_b} over all rows
 * @param total sum of the weights of all rows
 */
record Scales(List<FittedScale> entries, double[][] products, double total) {

    static Scales of(Units units, ShiftingVariable variable, Settings settings) {
        List<FittedScale> entries = FittedScale.of(units, variable, settings);
        double[][] products = new double[entries.size()][entries.size()];
        for (int a = 0; a < products.length; a++) {
            for (int b = 0; b < products.length; b++) {
                double[] one = entries.get(a).psi();
                double[] two = entries.get(b).psi();
                for (int u = 0; u < one.length; u++) {
                    products[a][b] += units.squaredWeight()[u] * one[u] * two[u];
                }
            }
        }
        return new Scales(entries, products, units.total());
    }

    /**
     * The standard error of a mean whose influence is that of some units, and of the scale everywhere.
     *
     * @param members the units
     * @param residual influence of a row of each of them, the scale known
     * @param slope derivative in an entry of the scale
     */
    double standardError(Units units, int[] members, double[] residual, ToDoubleFunction<FittedScale> slope) {
        double[] slopes = entries.stream().mapToDouble(slope).toArray();
        if (units.cluster().length > 0) {
            Affine influence = Affine.zero(units.size());
            for (int m = 0; m < members.length; m++) {
                influence.alpha()[members[m]] = residual[m];
            }
            for (int a = 0; a < slopes.length; a++) {
                double factor = slopes[a];
                double[] psi = entries.get(a).psi();
                Arrays.setAll(influence.alpha(), u -> influence.alpha()[u] + factor * psi[u]);
            }
            return influence.standardError(units);
        }
        double sum = 0;
        for (int a = 0; a < slopes.length; a++) {
            for (int b = 0; b < slopes.length; b++) {
                sum += slopes[a] * products[a][b] * slopes[b];
            }
        }
        for (int m = 0; m < members.length; m++) {
            double shared = 0;
            for (int a = 0; a < slopes.length; a++) {
                shared += slopes[a] * entries.get(a).psi()[members[m]];
            }
            sum += units.squaredWeight()[members[m]] * residual[m] * (residual[m] + 2 * shared);
        }
        double n = units.rows();
        return Math.sqrt(Math.max(0, sum) * n / (n - 1)) / total;
    }
}
