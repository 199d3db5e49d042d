package org.shiftbed.audit.nuisance;

import org.jspecify.annotations.Nullable;

/**
 * The conditional means of all components of a one-hot statistic inside groups, and its conditional covariance (parametric-robustness 3.1,
 * modes group and none): what {@link GroupMeans} gives for each component, and for each product of two residuals, in one pass instead of q^2.
 *
 * <p>Products of two components are zero beside the diagonal, so a cell's mean of {@code (T - mu)(T - mu)'} follows from its shares s alone:
 * {@code diag(s) - s mu' - mu s' + mu mu'}. With folds it is the mean of that over the cells a fold learns from, each with its own mu.
 */
public final class LevelShares {
    private final Groups cells;
    private final double[] weights;
    /** By cell that has units: the share of each component there, and the fitted mean, which is the same without folds. */
    private final double[] @Nullable [] shares;

    private final double[] @Nullable [] means;
    /** By cell: the cells its values are learned from. */
    private final int[][] sources;

    LevelShares(
            Groups cells,
            double[] weights,
            double[] @Nullable [] shares,
            double[] @Nullable [] means,
            int[][] sources) {
        this.cells = cells;
        this.weights = weights;
        this.shares = shares;
        this.means = means;
        this.sources = sources;
    }

    /** The cells inside which everything here is one value: groups, or groups and folds. */
    public Groups cells() {
        return cells;
    }

    /** mu of component k in a cell that has units. */
    public double mean(int cell, int k) {
        return of(means, cell)[k];
    }

    /** Entry (a, b) of V in a cell that has units. */
    public double covariance(int cell, int a, int b) {
        double sum = 0;
        double weight = 0;
        for (int source : sources[cell]) {
            double[] s = of(shares, source);
            double[] mu = of(means, source);
            double product =
                    a == b ? s[a] * (1 - mu[a]) - mu[a] * (s[a] - mu[a]) : mu[a] * mu[b] - s[a] * mu[b] - mu[a] * s[b];
            sum += weights[source] * product;
            weight += weights[source];
        }
        return weight > 0 ? sum / weight : 0;
    }

    /** {@code tilt'V tilt} in a cell that has units. */
    public double variance(int cell, double[] tilt) {
        double sum = 0;
        double weight = 0;
        for (int source : sources[cell]) {
            double[] s = of(shares, source);
            double[] mu = of(means, source);
            double along = 0;
            double expected = 0;
            double squares = 0;
            for (int k = 0; k < tilt.length; k++) {
                along += s[k] * tilt[k];
                expected += mu[k] * tilt[k];
                squares += s[k] * tilt[k] * tilt[k];
            }
            sum += weights[source] * (squares - 2 * along * expected + expected * expected);
            weight += weights[source];
        }
        return weight > 0 ? sum / weight : 0;
    }

    private static double[] of(double[] @Nullable [] values, int cell) {
        double[] found = values[cell];
        if (found == null) {
            throw new IllegalStateException("cell " + cell + " has no units");
        }
        return found;
    }
}
