package org.shiftbed.audit.estimate;

/**
 * The error of the change of a ratio of two averages under a shift, {@code Q_A/Q_B - A/B}. Its influence
 * {@code (t_A - q t_B)/Q_B - (l_A - r l_B)/B}, with q and r the ratio with and without the shift, is affine in two losses at once, so that the
 * sums of a unit have to be joined.
 */
public final class RatioChange {
    private RatioChange() {}

    /**
     * The standard error at one shift.
     *
     * @param top estimator of A
     * @param bottom estimator of B, over the same units
     * @param difference estimator of the loss {@code l_A - l_B}, over the same units: its squares hold the product of the two
     * @param delta the shift
     */
    public static double standardError(Estimator top, Estimator bottom, Estimator difference, double[] delta) {
        Units one = top.units();
        Units two = bottom.units();
        double q = bottom.quadratic().at(delta);
        double ratio = top.quadratic().at(delta) / q;
        double b = bottom.quadratic().loss();
        double plain = top.quadratic().loss() / b;
        Affine ofTop = top.influence(delta);
        Affine ofBottom = bottom.influence(delta);
        int size = one.size();
        double[] alpha = new double[size];
        double[] onTop = new double[size];
        double[] onBottom = new double[size];
        double mean = 0;
        for (int u = 0; u < size; u++) {
            alpha[u] = (ofTop.alpha()[u] - ratio * ofBottom.alpha()[u]) / q;
            onTop[u] = ofTop.beta()[u] / q - 1 / b;
            onBottom[u] = plain / b - ratio * ofBottom.beta()[u] / q;
            mean += alpha[u] * one.weight()[u] + onTop[u] * one.loss()[u] + onBottom[u] * two.loss()[u];
        }
        mean /= one.total();
        for (int u = 0; u < size; u++) {
            alpha[u] -= mean;
        }
        return one.cluster().length > 0
                ? ofClusters(one, two, alpha, onTop, onBottom)
                : ofRows(one, two, difference.units(), alpha, onTop, onBottom);
    }

    private static double ofClusters(Units one, Units two, double[] alpha, double[] onTop, double[] onBottom) {
        double[] clusters =
                new double[1 + java.util.Arrays.stream(one.cluster()).max().orElse(-1)];
        for (int u = 0; u < alpha.length; u++) {
            clusters[one.cluster()[u]] +=
                    alpha[u] * one.weight()[u] + onTop[u] * one.loss()[u] + onBottom[u] * two.loss()[u];
        }
        double sum = 0;
        for (double cluster : clusters) {
            sum += cluster * cluster;
        }
        return Math.sqrt(sum) / one.total();
    }

    private static double ofRows(
            Units one, Units two, Units difference, double[] alpha, double[] onTop, double[] onBottom) {
        double sum = 0;
        for (int u = 0; u < alpha.length; u++) {
            double tops = one.squaredSquare()[u];
            double bottoms = two.squaredSquare()[u];
            double product = (tops + bottoms - difference.squaredSquare()[u]) / 2;
            sum += alpha[u] * alpha[u] * one.squaredWeight()[u]
                    + onTop[u] * onTop[u] * tops
                    + onBottom[u] * onBottom[u] * bottoms
                    + 2 * onTop[u] * onBottom[u] * product
                    + 2 * alpha[u] * (onTop[u] * one.squaredLoss()[u] + onBottom[u] * two.squaredLoss()[u]);
        }
        double n = one.rows();
        return Math.sqrt(Math.max(0, sum) * n / (n - 1)) / one.total();
    }
}
