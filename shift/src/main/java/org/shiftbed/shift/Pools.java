package org.shiftbed.shift;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.AttributeTable;

/**
 * The rows of a data set in three parts that share no content group ({@code controlled-shifts.md} 1.6): test, validation, and the training pool.
 * They depend on the data set alone, so all runs and methods share them.
 *
 * @param test rows, ascending
 * @param validation rows, ascending
 * @param train rows, ascending
 */
record Pools(int[] test, int[] validation, int[] train) {
    private static final int LARGEST = 10_000;

    /** Rows of test and of validation: 10,000 or a tenth, whichever is less, at least 1. */
    static int size(int rows) {
        return Math.max(1, Math.min(LARGEST, rows / 10));
    }

    /**
     * Takes whole content groups in an order given by the stream (data set, "split", 0): a group that does not fit into what is left of a pool
     * is passed over, so that a pool never exceeds its size.
     *
     * @throws UserError where no group fits, so that a pool would be empty
     */
    static Pools of(String dataset, AttributeTable table) {
        int rows = table.rows();
        int[] first = firstRows(table.groups());
        int[] sizes = new int[rows];
        for (int row = 0; row < rows; row++) {
            sizes[first[row]]++;
        }
        int[] groups = IntStream.range(0, rows).filter(row -> first[row] == row).toArray();
        int[] order = Seed.of(dataset, "split", 0).permutation(groups.length);
        byte[] pool = new byte[rows];
        for (byte which = 1; which <= 2; which++) {
            int left = size(rows);
            for (int i = 0; i < order.length && left > 0; i++) {
                int group = groups[order[i]];
                if (pool[group] == 0 && sizes[group] <= left) {
                    pool[group] = which;
                    left -= sizes[group];
                }
            }
            if (left == size(rows)) {
                throw new UserError("data set '" + dataset + "': no content group of its " + rows + " rows fits into a "
                        + (which == 1 ? "test" : "validation") + " split of " + left
                        + " rows; use more rows, or fewer rows that show the same picture");
            }
        }
        return new Pools(rows(pool, first, 1), rows(pool, first, 2), rows(pool, first, 0));
    }

    /** For every row the first row of its content group, whatever numbers the groups have. */
    private static int[] firstRows(int[] groups) {
        long[] byGroup = new long[groups.length];
        for (int row = 0; row < groups.length; row++) {
            byGroup[row] = (long) groups[row] << 32 | row;
        }
        Arrays.sort(byGroup);
        int[] first = new int[groups.length];
        int representative = -1;
        for (int i = 0; i < byGroup.length; i++) {
            if (i == 0 || byGroup[i] >> 32 != byGroup[i - 1] >> 32) {
                representative = (int) byGroup[i];
            }
            first[(int) byGroup[i]] = representative;
        }
        return first;
    }

    private static int[] rows(byte[] pool, int[] first, int which) {
        return IntStream.range(0, first.length)
                .filter(row -> pool[first[row]] == which)
                .toArray();
    }
}
