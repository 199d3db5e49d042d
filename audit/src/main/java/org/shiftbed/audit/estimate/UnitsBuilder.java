package org.shiftbed.audit.estimate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gathers rows into units in one pass. Where every column is discrete, rows of one cell and fold share a unit, and memory does not grow with the
 * rows; the index is a dense array up to 2^20 possible cells and a hash map beyond (parametric-robustness 3.3). Otherwise each row is a unit.
 */
public final class UnitsBuilder {
    private static final long DENSE_LIMIT = 1L << 20;
    private static final long INDEX_LIMIT = 1L << 62;
    /** Rows whose cells are found at once, column by column. */
    private static final int CHUNK = 1024;

    private final Layout layout;
    private final boolean cells;
    private final long[] radix;
    private final int @Nullable [] dense;
    private final Map<Long, Integer> sparse = new HashMap<>();
    private final long[] index = new long[CHUNK];
    private long row;
    private int nextFold;
    private long kept;
    private RowLosses losses = new RowLosses(0, 1);
    private int size;

    private double[][] columns;
    /** weight, loss, square, then with row weights their omega^2 forms, then the same of a second loss and the cross sums. */
    private double[][] sums;

    private long[] count;
    private long[] firstRow;
    private int[] fold;
    private int[] cluster;

    /**
     * What rows look like.
     *
     * @param cardinality by column the number of values (codes from 0), or 0 for a number that can be anything
     * @param folds number of folds; the fold of a row is its index modulo this, in the order of the rows
     * @param weighted whether rows have weights
     * @param clustered whether rows have clusters
     * @param losses 1 or 2
     * @param keepsRows whether the loss of each row is kept with its unit, as the bootstrap needs it
     */
    public record Layout(
            int[] cardinality, int folds, boolean weighted, boolean clustered, int losses, boolean keepsRows) {}

    /** An empty builder. */
    public UnitsBuilder(Layout layout) {
        this.layout = layout;
        long product = layout.folds();
        boolean discrete = !layout.clustered();
        radix = new long[layout.cardinality().length];
        for (int j = 0; j < radix.length; j++) {
            radix[j] = product;
            int values = layout.cardinality()[j];
            discrete &= values > 0;
            // Whether the index still fits; with a column of any number there is no index.
            product = values <= 0 || product > INDEX_LIMIT / Math.max(1, values) ? INDEX_LIMIT : product * values;
        }
        cells = discrete && product < INDEX_LIMIT;
        dense = cells && product <= DENSE_LIMIT ? new int[(int) product] : null;
        if (dense != null) {
            Arrays.fill(dense, -1);
        }
        int start = 1024;
        columns = new double[radix.length][start];
        sums = new double[kinds()][start];
        count = new long[start];
        firstRow = new long[start];
        fold = new int[start];
        cluster = new int[layout.clustered() ? start : 0];
        losses = new RowLosses(layout.keepsRows() ? start : 0, layout.losses());
    }

    private int kinds() {
        int one = layout.losses() == 1 ? 3 : 6;
        return layout.weighted() ? 2 * one : one;
    }

    /** Whether rows share units. */
    public boolean cells() {
        return cells;
    }

    /**
     * Adds rows; those of weight 0 count for the folds and for nothing else.
     *
     * @param rows how many of each array count
     * @param values one array a column
     * @param loss the first loss
     * @param second the second one, where there are two
     * @param weight row weights, where there are any
     * @param clusters cluster of each row from 0, where there are any
     */
    public void add(
            int rows,
            double[][] values,
            double[] loss,
            double @Nullable [] second,
            double @Nullable [] weight,
            int @Nullable [] clusters) {
        for (int from = 0; from < rows; from += CHUNK) {
            int to = Math.min(rows, from + CHUNK);
            if (cells) {
                index(values, from, to);
            }
            add(from, to, values, loss, second, weight, clusters);
        }
    }

    private void add(
            int from,
            int to,
            double[][] values,
            double[] loss,
            double @Nullable [] second,
            double @Nullable [] weight,
            int @Nullable [] clusters) {
        for (int r = from; r < to; r++) {
            int k = nextFold;
            nextFold = k + 1 == layout.folds() ? 0 : k + 1;
            row++;
            if (clusters != null) {
                // A cluster that were in two folds would confirm on one what it chose on the other.
                k = clusters[r] % layout.folds();
            }
            double omega = weight == null ? 1 : weight[r];
            if (omega == 0) {
                continue;
            }
            kept++;
            int unit = cells ? cell(index[r - from] + k, values, r, k) : next(values, r, k);
            if (clusters != null) {
                cluster[unit] = clusters[r];
            }
            count[unit]++;
            if (layout.keepsRows()) {
                losses.add(unit, omega, loss[r], second == null ? 0 : second[r]);
            }
            put(unit, 0, omega, loss[r], second == null ? 0 : second[r]);
            if (layout.weighted()) {
                put(unit, kinds() / 2, omega * omega, loss[r], second == null ? 0 : second[r]);
            }
        }
    }

    private void put(int unit, int from, double omega, double l, double l2) {
        sums[from][unit] += omega;
        sums[from + 1][unit] += omega * l;
        sums[from + 2][unit] += omega * l * l;
        if (layout.losses() == 2) {
            sums[from + 3][unit] += omega * l2;
            sums[from + 4][unit] += omega * l2 * l2;
            sums[from + 5][unit] += omega * l * l2;
        }
    }

    /** The cells of some rows, all in fold 0. */
    private void index(double[][] values, int from, int to) {
        Arrays.fill(index, 0);
        for (int j = 0; j < radix.length; j++) {
            double[] column = values[j];
            long stride = radix[j];
            for (int r = from; r < to; r++) {
                index[r - from] += stride * (int) column[r];
            }
        }
    }

    private int cell(long at, double[][] values, int r, int k) {
        if (dense != null) {
            int unit = dense[(int) at];
            if (unit < 0) {
                unit = next(values, r, k);
                dense[(int) at] = unit;
            }
            return unit;
        }
        Integer unit = sparse.get(at);
        if (unit == null) {
            unit = next(values, r, k);
            sparse.put(at, unit);
        }
        return unit;
    }

    private int next(double[][] values, int r, int k) {
        if (size == count.length) {
            int larger = size + (size >> 1);
            for (int j = 0; j < columns.length; j++) {
                columns[j] = Arrays.copyOf(columns[j], larger);
            }
            for (int j = 0; j < sums.length; j++) {
                sums[j] = Arrays.copyOf(sums[j], larger);
            }
            count = Arrays.copyOf(count, larger);
            firstRow = Arrays.copyOf(firstRow, larger);
            fold = Arrays.copyOf(fold, larger);
            cluster = layout.clustered() ? Arrays.copyOf(cluster, larger) : cluster;
        }
        for (int j = 0; j < columns.length; j++) {
            columns[j][size] = values[j][r];
        }
        fold[size] = k;
        firstRow[size] = row - 1;
        return size++;
    }

    /** The losses of all rows added; empty unless they are kept. */
    public RowLosses losses() {
        return losses;
    }

    /** The units of all rows added. */
    public UnitTable build() {
        double[][] trimmed = new double[columns.length][];
        for (int j = 0; j < columns.length; j++) {
            trimmed[j] = Arrays.copyOf(columns[j], size);
        }
        double[][] all = new double[sums.length][];
        for (int j = 0; j < sums.length; j++) {
            all[j] = Arrays.copyOf(sums[j], size);
        }
        int squared = layout.weighted() ? kinds() / 2 : 0;
        Units units = new Units(
                all[0],
                all[1],
                all[2],
                all[squared],
                all[squared + 1],
                all[squared + 2],
                Arrays.copyOf(count, size),
                Arrays.copyOf(fold, size),
                layout.folds(),
                layout.clustered() ? Arrays.copyOf(cluster, size) : new int[0],
                kept);
        double[] none = new double[0];
        boolean two = layout.losses() == 2;
        return new UnitTable(
                trimmed,
                units,
                two ? all[3] : none,
                two ? all[4] : none,
                two ? all[5] : none,
                two ? all[squared + 3] : none,
                two ? all[squared + 4] : none,
                two ? all[squared + 5] : none,
                Arrays.copyOf(firstRow, size),
                cells);
    }
}
