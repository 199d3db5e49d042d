package org.shiftbed.audit.baseline;

import java.util.Arrays;
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
        double[] values = new double[losses.length];
        for (int r = 0; r < values.length; r++) {
            // Adding 0.0 makes -0.0 the same value as 0.0.
            values[r] = losses[r] + 0.0;
        }
        Arrays.sort(values);
        double[] along = new double[values.length];
        int size = 0;
        for (double value : values) {
            if (size == 0 || values[size - 1] != value) {
                values[size++] = value;
            }
            along[size - 1]++;
        }
        if (!equal) {
            // A search for each row needs no order of rows, so that ten million of them are served without an object
            // each.
            Arrays.fill(along, 0);
            for (int r = 0; r < losses.length; r++) {
                along[Arrays.binarySearch(values, 0, size, losses[r] + 0.0)] += weights[r];
            }
        }
        return shared(values, along, size);
    }

    /** Leaves out what has no weight. */
    private static LossDistribution shared(double[] values, double[] along, int size) {
        double total = Arrays.stream(along, 0, size).sum();
        int kept = 0;
        for (int j = 0; j < size; j++) {
            if (along[j] > 0) {
                values[kept] = values[j];
                along[kept++] = along[j];
            }
        }
        double[] shares = Arrays.copyOf(along, kept);
        for (int j = 0; j < kept; j++) {
            shares[j] /= total;
        }
        return new LossDistribution(Arrays.copyOf(values, kept), shares);
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
