package org.shiftbed.audit.estimate;

/**
 * Units with the values of the columns they agree in, and the sums of one loss or of two: the two parts of a ratio metric, or two models on
 * the same rows. A combination {@code a l1 + b l2} is a loss like any other; because estimates are affine in the loss, its sums follow from
 * those kept here.
 *
 * @param columns one array of values a column, one value a unit
 * @param first units with the first loss
 * @param second sum of omega * l2 in each unit; empty where there is one loss
 * @param secondSquare sum of omega * l2^2
 * @param cross sum of omega * l1 * l2
 * @param squaredSecond sum of omega^2 * l2
 * @param squaredSecondSquare sum of omega^2 * l2^2
 * @param squaredCross sum of omega^2 * l1 * l2
 * @param firstRow position of the first row of each unit among the rows read, from 0
 * @param cells whether units are cells; otherwise each is a row
 */
public record UnitTable(
        double[][] columns,
        Units first,
        double[] second,
        double[] secondSquare,
        double[] cross,
        double[] squaredSecond,
        double[] squaredSecondSquare,
        double[] squaredCross,
        long[] firstRow,
        boolean cells) {

    /** The units with loss {@code a l1 + b l2}. */
    public Units combined(double a, double b) {
        if (b == 0 && a == 1) {
            return first;
        }
        return new Units(
                first.weight(),
                sum(a, first.loss(), b, second),
                squares(a, first.square(), b, secondSquare, cross),
                first.squaredWeight(),
                sum(a, first.squaredLoss(), b, squaredSecond),
                squares(a, first.squaredSquare(), b, squaredSecondSquare, squaredCross),
                first.count(),
                first.fold(),
                first.folds(),
                first.cluster(),
                first.rows());
    }

    private static double[] sum(double a, double[] x, double b, double[] y) {
        double[] sum = new double[x.length];
        for (int u = 0; u < sum.length; u++) {
            sum[u] = a * x[u] + b * y[u];
        }
        return sum;
    }

    private static double[] squares(double a, double[] xx, double b, double[] yy, double[] xy) {
        double[] sum = new double[xx.length];
        for (int u = 0; u < sum.length; u++) {
            sum[u] = a * a * xx[u] + 2 * a * b * xy[u] + b * b * yy[u];
        }
        return sum;
    }
}
