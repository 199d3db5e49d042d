package org.shiftbed.shift;

import java.util.List;
import org.shiftbed.base.UserError;

/**
 * The size condition ({@code controlled-shifts.md} 7): every part is scaled by the same factor, rounded by largest remainder so that the total is
 * exactly as asked, and a part that has rows keeps at least one, taken from the largest part.
 */
final class DatasetSize {
    private DatasetSize() {}

    /**
     * @param counts rows of each part
     * @param size rows in all; 0 = no limit
     * @param clip whether a size above the total leaves all rows, with a warning, instead of an error
     * @return rows of each part, at most as many as before
     */
    static int[] limit(int[] counts, int size, boolean clip, String kind, List<String> warnings) {
        long total = 0;
        int filled = 0;
        for (int count : counts) {
            total += count;
            filled += count > 0 ? 1 : 0;
        }
        if (size == 0 || size == total) {
            return counts.clone();
        }
        if (size > total) {
            if (!clip) {
                throw new UserError(kind + ": size: " + size + " training rows were asked for, the training parts hold "
                        + total + "; ask for at most " + total + ", or set clip: true");
            }
            warnings.add("size " + size + " was clipped to the " + total + " training rows there are");
            return counts.clone();
        }
        if (size < filled) {
            throw new UserError(kind + ": size must be at least " + filled
                    + ", one row for each of the training parts, got " + size);
        }
        int[] scaled = largestRemainder(counts, size, total);
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0 && scaled[i] == 0) {
                scaled[i] = 1;
                scaled[largest(scaled)]--;
            }
        }
        return scaled;
    }

    /** Shares of {@code size} in proportion to the counts, in whole numbers; of equal remainders the lowest index comes first. */
    static int[] largestRemainder(int[] counts, int size, long total) {
        int[] shares = new int[counts.length];
        long[] remainders = new long[counts.length];
        long left = size;
        for (int i = 0; i < counts.length; i++) {
            shares[i] = (int) ((long) counts[i] * size / total);
            remainders[i] = (long) counts[i] * size % total;
            left -= shares[i];
        }
        for (; left > 0; left--) {
            int best = 0;
            for (int i = 1; i < remainders.length; i++) {
                if (remainders[i] > remainders[best]) {
                    best = i;
                }
            }
            shares[best]++;
            remainders[best] = -1;
        }
        return shares;
    }

    private static int largest(int[] values) {
        int best = 0;
        for (int i = 1; i < values.length; i++) {
            if (values[i] > values[best]) {
                best = i;
            }
        }
        return best;
    }
}
