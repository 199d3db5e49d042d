package org.shiftbed.audit.estimate;

import java.util.Arrays;

/**
 * Errors of differences between two values of a ratio of two averages. Of the change under a shift, {@code Q_A/Q_B - A/B}, the influence is
 * {@code (t_A - q t_B)/Q_B - (l_A - r l_B)/B}, with q and r the ratio with and without the shift; of the estimate minus weighted rows it is
 * {@code (t_A - q t_B)/Q_B - (w_A - s w_B)/W_B}, with s the weighted ratio and w_A, w_B the influences on its parts. Both are affine in two losses at
 * once, so that the sums of a unit have to be joined.
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
     * @param shift how it follows the rows
     */
    public static double standardError(
            Estimator top, Estimator bottom, Estimator difference, double[] delta, ShiftInfluence shift) {
        double b = bottom.quadratic().loss();
        double plain = top.quadratic().loss() / b;
        Affine loss = Affine.zero(top.units().size());
        Arrays.fill(loss.beta(), 1);
        return error(
                top,
                bottom,
                difference,
                new Part(
                        top.influence(delta, shift),
                        bottom.influence(delta, shift),
                        bottom.quadratic().at(delta),
                        ratio(top, bottom, delta)),
                new Part(loss, loss, b, plain));
    }

    /**
     * The standard error of the estimate minus weighted rows at one shift; parameters as above. Where the shift is known, a fitted scale is taken for
     * known as well: it moves both alike.
     */
    public static double differenceError(
            Estimator top, Estimator bottom, Estimator difference, double[] delta, ShiftInfluence shift) {
        double weighted = bottom.importance(delta).selfNormalised();
        return error(
                top,
                bottom,
                difference,
                new Part(
                        model(top, delta, shift),
                        model(bottom, delta, shift),
                        bottom.quadratic().at(delta),
                        ratio(top, bottom, delta)),
                new Part(
                        weighted(top, delta, shift),
                        weighted(bottom, delta, shift),
                        weighted,
                        top.importance(delta).selfNormalised() / weighted));
    }

    private static Affine model(Estimator of, double[] delta, ShiftInfluence shift) {
        return shift.known() ? of.plainInfluence(delta) : of.influence(delta, shift);
    }

    private static Affine weighted(Estimator of, double[] delta, ShiftInfluence shift) {
        return shift.known() ? of.weightedInfluence(delta) : of.weightedInfluence(delta, shift);
    }

    private static double ratio(Estimator top, Estimator bottom, double[] delta) {
        return top.quadratic().at(delta) / bottom.quadratic().at(delta);
    }

    /**
     * One value of the ratio.
     *
     * @param top influence on the numerator
     * @param bottom influence on the denominator
     * @param divisor value of the denominator
     * @param ratio the value
     */
    private record Part(Affine top, Affine bottom, double divisor, double ratio) {
        double alpha(int u) {
            return (top.alpha()[u] - ratio * bottom.alpha()[u]) / divisor;
        }

        double onTop(int u) {
            return top.beta()[u] / divisor;
        }

        double onBottom(int u) {
            return -ratio * bottom.beta()[u] / divisor;
        }
    }

    private static double error(Estimator top, Estimator bottom, Estimator difference, Part shifted, Part other) {
        Units one = top.units();
        Units two = bottom.units();
        int size = one.size();
        double[] alpha = new double[size];
        double[] onTop = new double[size];
        double[] onBottom = new double[size];
        double mean = 0;
        for (int u = 0; u < size; u++) {
            alpha[u] = shifted.alpha(u) - other.alpha(u);
            onTop[u] = shifted.onTop(u) - other.onTop(u);
            onBottom[u] = shifted.onBottom(u) - other.onBottom(u);
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
        double[] clusters = new double[1 + Arrays.stream(one.cluster()).max().orElse(-1)];
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
