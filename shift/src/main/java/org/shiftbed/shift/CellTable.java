package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.List;

/**
 * How rows, or their weights, fall on the cells of two attributes, and how strongly the two go together ({@code controlled-shifts.md} 1.7-1.8).
 *
 * @param mass one row a value of the first attribute, one column a value of the second; counts or probabilities, at least 0
 */
record CellTable(double[][] mass) {

    /** Counts of some rows. */
    static CellTable counts(int[] rows, int[] first, int firstValues, int[] second, int secondValues) {
        double[][] mass = new double[firstValues][secondValues];
        for (int row : rows) {
            mass[first[row]][second[row]]++;
        }
        return new CellTable(mass);
    }

    /** Sums of the weights of all rows; {@code weights[row]} may be 0. */
    static CellTable weighted(double[] weights, int[] first, int firstValues, int[] second, int secondValues) {
        double[][] mass = new double[firstValues][secondValues];
        for (int row = 0; row < weights.length; row++) {
            if (weights[row] > 0) {
                mass[first[row]][second[row]] += weights[row];
            }
        }
        return new CellTable(mass);
    }

    /** Cramér's V in [0, 1]: levels without mass are dropped first; NaN where one level is left. */
    double cramersV() {
        double[] first = first();
        double[] second = second();
        double total = sum(first);
        int levels = Math.min(positive(first), positive(second));
        if (levels < 2) {
            return Double.NaN;
        }
        double phi = 0;
        for (int i = 0; i < first.length; i++) {
            for (int j = 0; j < second.length; j++) {
                double expected = first[i] * second[j] / total;
                if (expected > 0) {
                    double off = mass[i][j] - expected;
                    phi += off * off / expected;
                }
            }
        }
        return Math.sqrt(phi / total / (levels - 1));
    }

    /** Mutual information in nats; an empty cell adds nothing; NaN where there is no mass. */
    double mutualInformation() {
        double[] first = first();
        double[] second = second();
        double total = sum(first);
        if (!(total > 0)) {
            return Double.NaN;
        }
        double information = 0;
        for (int i = 0; i < first.length; i++) {
            for (int j = 0; j < second.length; j++) {
                if (mass[i][j] > 0) {
                    information += mass[i][j] / total * Math.log(mass[i][j] * total / (first[i] * second[j]));
                }
            }
        }
        return information;
    }

    /** As plain lists; whole numbers where every entry is one. */
    List<List<Object>> plain() {
        List<List<Object>> lists = new ArrayList<>();
        for (double[] row : mass) {
            List<Object> list = new ArrayList<>();
            for (double value : row) {
                list.add(value == Math.rint(value) ? (Object) (long) value : (Object) value);
            }
            lists.add(list);
        }
        return lists;
    }

    private double[] first() {
        double[] margin = new double[mass.length];
        for (int i = 0; i < mass.length; i++) {
            margin[i] = sum(mass[i]);
        }
        return margin;
    }

    private double[] second() {
        double[] margin = new double[mass.length == 0 ? 0 : mass[0].length];
        for (double[] row : mass) {
            for (int j = 0; j < row.length; j++) {
                margin[j] += row[j];
            }
        }
        return margin;
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    private static int positive(double[] values) {
        int count = 0;
        for (double value : values) {
            count += value > 0 ? 1 : 0;
        }
        return count;
    }
}
