package org.shiftbed.audit.nuisance;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Means inside groups (parametric-robustness 3.1, modes group and none): exact and saturated where the groups are the parent patterns. A
 * group without a unit in the training part falls back to the mean of that part.
 */
public final class GroupMeans implements Regression {
    private final Groups groups;
    private final Sample sample;
    /** Group and fold of each unit, where there are folds. */
    private final Groups cells;

    /** By cell, summed once for all targets. */
    private final double[] weights;

    private int fallbacks;

    /**
     * @param groups division of the units
     * @param sample the units to learn from
     */
    public GroupMeans(Groups groups, Sample sample) {
        this.groups = groups;
        this.sample = sample;
        if (sample.folds() == 1) {
            cells = groups;
        } else {
            int[] code = new int[sample.size()];
            for (int u = 0; u < code.length; u++) {
                code[u] = groups.at(u) * sample.folds() + sample.fold()[u];
            }
            cells = Groups.of(code, groups.count() * sample.folds());
        }
        weights = new double[groups.count() * sample.folds()];
        for (int u = 0; u < sample.size(); u++) {
            if (sample.uses(u)) {
                weights[cells.at(u)] += sample.weight()[u];
            }
        }
    }

    @Override
    public Fitted fit(double[] target) {
        int folds = sample.folds();
        int count = groups.count();
        double[] sums = new double[count * folds];
        for (int u = 0; u < target.length; u++) {
            if (sample.uses(u)) {
                sums[cells.at(u)] += sample.weight()[u] * target[u];
            }
        }
        double[] means = folds == 1 ? whole(sums) : outOfFold(sums, count, folds);
        return cells.with(means);
    }

    /**
     * The means and covariances of a one-hot statistic.
     *
     * @param component by unit from 0 to q - 1, or -1 where all components are 0
     * @param q number of components
     */
    public LevelShares levels(IntUnaryOperator component, int q) {
        double[] @Nullable [] sums = new double[weights.length][];
        for (int u = 0; u < sample.size(); u++) {
            if (sample.uses(u)) {
                int cell = cells.at(u);
                double[] own = sums[cell];
                if (own == null) {
                    own = new double[q];
                    sums[cell] = own;
                }
                int k = component.applyAsInt(u);
                if (k >= 0) {
                    own[k] += sample.weight()[u];
                }
            }
        }
        double[] @Nullable [] shares = new double[weights.length][];
        double[] @Nullable [] means = new double[weights.length][];
        int[][] sources = new int[weights.length][0];
        for (int cell = 0; cell < shares.length; cell++) {
            double[] own = sums[cell];
            if (own != null) {
                shares[cell] = divided(own, weights[cell]);
                sources[cell] = sources(cell);
                means[cell] = sample.folds() == 1 ? shares[cell] : learned(sources[cell], sums, q);
            }
        }
        return new LevelShares(cells, weights, shares, means, sources);
    }

    /** The cells a cell's value is learned from: itself, or its group in the other folds, or all of the other folds where that is empty. */
    private int[] sources(int cell) {
        int folds = sample.folds();
        if (folds == 1) {
            return new int[] {cell};
        }
        int group = cell / folds;
        int[] near = IntStream.range(group * folds, (group + 1) * folds)
                .filter(other -> other != cell && weights[other] > 0)
                .toArray();
        return near.length > 0
                ? near
                : IntStream.range(0, weights.length)
                        .filter(other -> other % folds != cell % folds && weights[other] > 0)
                        .toArray();
    }

    private double[] learned(int[] from, double[] @Nullable [] sums, int q) {
        double[] sum = new double[q];
        double weight = 0;
        for (int cell : from) {
            double[] own = sums[cell];
            if (own != null) {
                weight += weights[cell];
                for (int k = 0; k < q; k++) {
                    sum[k] += own[k];
                }
            }
        }
        return divided(sum, weight);
    }

    private static double[] divided(double[] sums, double weight) {
        double[] means = new double[sums.length];
        for (int k = 0; k < means.length && weight > 0; k++) {
            means[k] = sums[k] / weight;
        }
        return means;
    }

    private double[] whole(double[] sums) {
        double[] means = new double[sums.length];
        for (int c = 0; c < means.length; c++) {
            means[c] = weights[c] > 0 ? sums[c] / weights[c] : 0;
        }
        return means;
    }

    private double[] outOfFold(double[] sums, int count, int folds) {
        double[] allWeight = new double[folds];
        double[] allSum = new double[folds];
        double[] means = new double[sums.length];
        for (int k = 0; k < folds; k++) {
            for (int c = 0; c < sums.length; c++) {
                if (c % folds != k) {
                    allWeight[k] += weights[c];
                    allSum[k] += sums[c];
                }
            }
        }
        boolean[] empty = new boolean[sums.length];
        for (int group = 0; group < count; group++) {
            for (int k = 0; k < folds; k++) {
                double weight = 0;
                double sum = 0;
                for (int other = 0; other < folds; other++) {
                    if (other != k) {
                        weight += weights[group * folds + other];
                        sum += sums[group * folds + other];
                    }
                }
                int cell = group * folds + k;
                empty[cell] = !(weight > 0);
                means[cell] = weight > 0 ? sum / weight : allWeight[k] > 0 ? allSum[k] / allWeight[k] : 0;
            }
        }
        int fell = 0;
        for (int u = 0; u < sample.size(); u++) {
            if (empty[cells.at(u)] && sample.uses(u)) {
                fell++;
            }
        }
        fallbacks = fell;
        return means;
    }

    @Override
    public int coefficients() {
        int folds = sample.folds();
        int held = 0;
        for (int g = 0; g < groups.count(); g++) {
            double weight = 0;
            for (int k = 0; k < folds; k++) {
                weight += weights[g * folds + k];
            }
            held += weight > 0 ? 1 : 0;
        }
        return held;
    }

    @Override
    public int fallbacks() {
        return fallbacks;
    }
}
