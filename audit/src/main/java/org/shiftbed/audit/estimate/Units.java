package org.shiftbed.audit.estimate;

import java.util.Arrays;

/**
 * What the estimator sees of the evaluation rows: units, each a row or all rows that agree in every variable that matters (a cell,
 * parametric-robustness 3.3). Every estimate is affine in the loss inside a unit, so the sums below are all that is needed of it.
 *
 * @param weight sum of row weights omega in each unit, above 0
 * @param loss sum of omega * l
 * @param square sum of omega * l^2
 * @param squaredWeight sum of omega^2
 * @param squaredLoss sum of omega^2 * l
 * @param squaredSquare sum of omega^2 * l^2
 * @param count rows in each unit
 * @param fold fold of each unit, 0 to folds - 1
 * @param folds number of folds
 * @param cluster cluster of each unit from 0, or an empty array where rows are independent
 * @param rows number of rows in all
 */
public record Units(
        double[] weight,
        double[] loss,
        double[] square,
        double[] squaredWeight,
        double[] squaredLoss,
        double[] squaredSquare,
        long[] count,
        int[] fold,
        int folds,
        int[] cluster,
        long rows) {

    /** Number of units. */
    public int size() {
        return weight.length;
    }

    /** How many clusters there are; 0 where rows are independent. */
    public int clusters() {
        return (int) Arrays.stream(cluster).distinct().count();
    }

    /** Sum of all row weights. */
    public double total() {
        double total = 0;
        for (double w : weight) {
            total += w;
        }
        return total;
    }

    /** Some of the units, in the order of the indices. */
    Units select(int[] indices) {
        long kept = 0;
        for (int u : indices) {
            kept += count[u];
        }
        return new Units(
                Selected.of(weight, indices),
                Selected.of(loss, indices),
                Selected.of(square, indices),
                Selected.of(squaredWeight, indices),
                Selected.of(squaredLoss, indices),
                Selected.of(squaredSquare, indices),
                Selected.of(count, indices),
                Selected.of(fold, indices),
                folds,
                cluster.length == 0 ? cluster : Selected.of(cluster, indices),
                kept);
    }

    /** The mean loss of each unit. */
    double[] meanLoss() {
        double[] means = new double[size()];
        for (int u = 0; u < means.length; u++) {
            means[u] = loss[u] / weight[u];
        }
        return means;
    }
}
