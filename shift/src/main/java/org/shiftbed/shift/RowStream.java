package org.shiftbed.shift;

import java.util.SplittableRandom;

/** Rows in a shuffled order, for ever: shuffled anew on each pass, so that within a pass no row comes twice. */
final class RowStream {
    private final int[] rows;
    private final SplittableRandom random;
    private int next;

    /** @param rows at least one */
    RowStream(int[] rows, SplittableRandom random) {
        this.rows = rows.clone();
        this.random = random;
        this.next = rows.length;
    }

    /** Leaves out what is left of a pass where it is less than this: the next row is the first of a new pass then. */
    void finishPassBelow(int count) {
        if (rows.length - next < count) {
            next = rows.length;
        }
    }

    int next() {
        if (next == rows.length) {
            for (int i = rows.length - 1; i > 0; i--) {
                int j = random.nextInt(i + 1);
                int swapped = rows[i];
                rows[i] = rows[j];
                rows[j] = swapped;
            }
            next = 0;
        }
        return rows[next++];
    }
}
