package org.shiftbed.audit.baseline;

import java.util.Arrays;
import java.util.Comparator;
import org.shiftbed.audit.estimate.RowLosses;

/**
 * How often each loss occurs: all that a ball around the joint law of a row can see.
 *
 * @param values distinct finite losses, ascending
 * @param shares share of the total row weight at each, positive, of sum 1
 */
public record LossDistribution(double[] values, double[] shares) {
    public LossDistribution {
        if (values.length == 0 || values.length != shares.length) {
            throw new IllegalArgumentException(
                    values.length + " losses with " + shares.length + " shares: equally many, at least one");
        }
    }

    /**
     * The losses of rows that weigh the same.
     *
     * @throws IllegalArgumentException where there is no row, or a loss is not finite
     */
    public static LossDistribution of(double[] losses) {
        double[] ones = new double[losses.length];
        Arrays.fill(ones, 1);
        return of(losses, ones);
    }

    /**
     * The losses of rows with weights.
     *
     * @param weights not negative, not all 0; a row of weight 0 counts for nothing
     * @throws IllegalArgumentException where no row has a weight, or a number is not finite
     */
    public static LossDistribution of(double[] losses, double[] weights) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int r = 0; r < losses.length; r++) {
            if (!Double.isFinite(losses[r]) || !(weights[r] >= 0) || Double.isInfinite(weights[r])) {
                throw new IllegalArgumentException("row " + r + ": loss " + losses[r] + " with weight " + weights[r]);
            }
            largest = Math.max(largest, weights[r]);
        }
        if (!(largest > 0)) {
            throw new IllegalArgumentException("no row has a weight above 0");
        }
        return gathered(losses, weights);
    }

    /** The losses {@code a l1 + b l2} of the rows that were kept, at least one. */
    public static LossDistribution of(RowLosses rows, double a, double b) {
        double[] losses = new double[rows.size()];
        double[] weights = new double[rows.size()];
        for (int r = 0; r < losses.length; r++) {
            losses[r] = rows.loss(r, a, b);
            weights[r] = rows.weight(r);
        }
        return of(losses, weights);
    }

    private static LossDistribution gathered(double[] losses, double[] weights) {
        boolean equal = Arrays.stream(weights).allMatch(w -> w == weights[0]);
        double[] sorted = new double[losses.length];
        double[] along = new double[losses.length];
        if (equal) {
            // Without an order of rows to keep, primitive sorting serves ten million of them.
            System.arraycopy(losses, 0, sorted, 0, sorted.length);
            Arrays.sort(sorted);
            Arrays.fill(along, 1);
        } else {
            Integer[] order = new Integer[losses.length];
            Arrays.setAll(order, r -> r);
            Arrays.sort(order, Comparator.comparingDouble(r -> losses[r]));
            for (int r = 0; r < order.length; r++) {
                sorted[r] = losses[order[r]];
                along[r] = weights[order[r]];
            }
        }
        double total = Arrays.stream(along).sum();
        int size = 0;
        for (int r = 0; r < sorted.length; r++) {
            if (along[r] == 0) {
                continue;
            }
            // Comparison by ==, and a sum with 0.0, so that 0.0 and -0.0 are one value.
            if (size > 0 && sorted[size - 1] == sorted[r]) {
                along[size - 1] += along[r];
            } else {
                sorted[size] = sorted[r] + 0.0;
                along[size++] = along[r];
            }
        }
        double[] values = Arrays.copyOf(sorted, size);
        double[] shares = Arrays.copyOf(along, size);
        for (int j = 0; j < size; j++) {
            shares[j] /= total;
        }
        return new LossDistribution(values, shares);
    }

    /** The mean loss. */
    public double mean() {
        double sum = 0;
        for (int j = 0; j < values.length; j++) {
            sum += shares[j] * values[j];
        }
        return sum;
    }

    /** The losses with their signs turned, for a metric of which less is worse. */
    public LossDistribution mirrored() {
        int n = values.length;
        double[] turned = new double[n];
        double[] along = new double[n];
        for (int j = 0; j < n; j++) {
            turned[j] = -values[n - 1 - j];
            along[j] = shares[n - 1 - j];
        }
        return new LossDistribution(turned, along);
    }
}
