package org.shiftbed.audit.estimate;

import java.util.Arrays;

/** The losses of single rows with the unit of each: what the bootstrap and baselines on rows need beyond the sums. */
public final class RowLosses {
    private int size;
    private int[] unit;
    private double[] weight;
    private double[] loss;
    private double[] second;

    RowLosses(int capacity, int losses) {
        unit = new int[capacity];
        weight = new double[capacity];
        loss = new double[capacity];
        second = new double[losses == 2 ? capacity : 0];
    }

    void add(int u, double omega, double l, double l2) {
        if (size == unit.length) {
            int larger = Math.max(16, size + (size >> 1));
            unit = Arrays.copyOf(unit, larger);
            weight = Arrays.copyOf(weight, larger);
            loss = Arrays.copyOf(loss, larger);
            second = second.length == 0 && size > 0 ? second : Arrays.copyOf(second, larger);
        }
        unit[size] = u;
        weight[size] = omega;
        loss[size] = l;
        if (second.length > 0) {
            second[size] = l2;
        }
        size++;
    }

    /** Number of rows. */
    public int size() {
        return size;
    }

    /** The unit of a row. */
    public int unit(int row) {
        return unit[row];
    }

    /** The weight of a row. */
    public double weight(int row) {
        return weight[row];
    }

    /** The loss {@code a l1 + b l2} of a row. */
    public double loss(int row, double a, double b) {
        return a * loss[row] + (b == 0 ? 0 : b * second[row]);
    }
}
