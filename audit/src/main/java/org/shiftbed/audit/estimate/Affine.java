package org.shiftbed.audit.estimate;

/**
 * A value of every row that is affine in its loss, {@code alpha + beta l}, with alpha and beta the same in a unit: sums over rows follow from
 * the sums a unit keeps (parametric-robustness 3.3).
 *
 * @param alpha one number a unit
 * @param beta one number a unit
 */
public record Affine(double[] alpha, double[] beta) {

    static Affine zero(int units) {
        return new Affine(new double[units], new double[units]);
    }

    /** The weighted mean over rows. */
    public double mean(Units units) {
        double sum = 0;
        for (int u = 0; u < alpha.length; u++) {
            sum += alpha[u] * units.weight()[u] + beta[u] * units.loss()[u];
        }
        return sum / units.total();
    }

    /**
     * The standard error of the weighted mean: of {@code omega/mean(omega) (t - mean)} over rows, or over sums of clusters where there are
     * clusters (parametric-robustness 3.4).
     */
    public double standardError(Units units) {
        double mean = mean(units);
        double total = units.total();
        double sum = 0;
        if (units.cluster().length > 0) {
            double[] clusters = new double
                    [1 + java.util.Arrays.stream(units.cluster()).max().orElse(-1)];
            for (int u = 0; u < alpha.length; u++) {
                clusters[units.cluster()[u]] += (alpha[u] - mean) * units.weight()[u] + beta[u] * units.loss()[u];
            }
            for (double cluster : clusters) {
                sum += cluster * cluster;
            }
            return Math.sqrt(sum) / total;
        }
        for (int u = 0; u < alpha.length; u++) {
            double a = alpha[u] - mean;
            double b = beta[u];
            sum += a * a * units.squaredWeight()[u]
                    + 2 * a * b * units.squaredLoss()[u]
                    + b * b * units.squaredSquare()[u];
        }
        double n = units.rows();
        // Divisor n - 1, as a sample variance; rounding may leave a tiny negative sum.
        return Math.sqrt(Math.max(0, sum) * n / (n - 1)) / total;
    }

    /** {@code this - other}. */
    Affine minus(Affine other) {
        Affine difference = zero(alpha.length);
        for (int u = 0; u < alpha.length; u++) {
            difference.alpha[u] = alpha[u] - other.alpha[u];
            difference.beta[u] = beta[u] - other.beta[u];
        }
        return difference;
    }
}
