package org.shiftbed.data.table;

import org.jspecify.annotations.Nullable;

/**
 * Consecutive rows of a scan. The arrays are longer than the block may be, and filled anew for the next one: take what you need before you
 * return.
 */
public final class Block {
    private final long first;
    private final int rows;
    private final @Nullable Object[] columns;

    Block(long first, int rows, @Nullable Object[] columns) {
        this.first = first;
        this.rows = rows;
        this.columns = columns;
    }

    /** Position of the block's first row among the rows in use, from 0. */
    public long first() {
        return first;
    }

    /** How many rows there are. */
    public int rows() {
        return rows;
    }

    /**
     * The numbers of a wanted column; entries from 0 to {@link #rows} - 1 count.
     *
     * @throws IllegalArgumentException where column {@code index} was wanted as a category
     */
    public double[] numbers(int index) {
        if (columns[index] instanceof double[] values) {
            return values;
        }
        throw new IllegalArgumentException("column " + index + " was wanted as a category");
    }

    /**
     * The codes of a wanted column; entries from 0 to {@link #rows} - 1 count.
     *
     * @throws IllegalArgumentException where column {@code index} was wanted as a number
     */
    public int[] codes(int index) {
        if (columns[index] instanceof int[] values) {
            return values;
        }
        throw new IllegalArgumentException("column " + index + " was wanted as a number");
    }
}
