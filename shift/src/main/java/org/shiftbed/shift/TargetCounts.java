package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows of each cell of a target joint ({@code controlled-shifts.md} 1.8). Shares are doubles: products that differ from a whole number, or from
 * each other, by less than 1e-9 count as equal, so that 0.1 and 1/3 behave as the fractions that they stand for.
 *
 * @param asked rows of each cell by largest remainder, before any shortage
 * @param rows rows of each cell to take; above what the pool has under {@link Shortage#OVERSAMPLE} alone
 */
record TargetCounts(int[] asked, int[] rows) {
    private static final double SAME = 1e-9;

    /**
     * @param shares at least 0, summing to 1
     * @param pool rows that each cell has
     * @param rows in all; 0 = as many as the pool allows without a shortage
     * @param shortage what happens where a cell has too few; {@code ERROR} leaves the counts as they were asked for
     */
    static TargetCounts of(double[] shares, int[] pool, int rows, Shortage shortage) {
        if (rows == 0) {
            int[] most = rounded(shares, largest(shares, pool));
            return new TargetCounts(most, most);
        }
        int[] asked = rounded(shares, rows);
        if (shortestCell(asked, pool) < 0) {
            return new TargetCounts(asked, asked);
        }
        return switch (shortage) {
            case SHRINK -> new TargetCounts(asked, rounded(shares, largest(shares, pool)));
            case CLIP -> {
                int[] clipped = new int[asked.length];
                for (int cell = 0; cell < asked.length; cell++) {
                    clipped[cell] = Math.min(asked[cell], pool[cell]);
                }
                yield new TargetCounts(asked, clipped);
            }
            case OVERSAMPLE, ERROR -> new TargetCounts(asked, asked);
        };
    }

    /** All rows to take. */
    int total() {
        int total = 0;
        for (int count : rows) {
            total += count;
        }
        return total;
    }

    /** The most rows in all that keep the shares: the floor of the least pool / share over cells with a share. */
    static int largest(double[] shares, int[] pool) {
        double most = Integer.MAX_VALUE;
        for (int cell = 0; cell < shares.length; cell++) {
            if (shares[cell] > 0) {
                most = Math.min(most, pool[cell] / shares[cell]);
            }
        }
        return (int) Math.floor(Math.min(most + SAME, Integer.MAX_VALUE));
    }

    /** Whole counts that add up to {@code rows}, by largest remainder; of equal remainders the lowest cell comes first. */
    static int[] rounded(double[] shares, int rows) {
        int[] counts = new int[shares.length];
        double[] remainders = new double[shares.length];
        int left = rows;
        for (int cell = 0; cell < shares.length; cell++) {
            double exact = shares[cell] * rows;
            counts[cell] = (int) Math.floor(exact + SAME);
            remainders[cell] = exact - counts[cell];
            left -= counts[cell];
        }
        List<Integer> order = byRemainder(shares, remainders);
        if (left > order.size()) {
            throw new IllegalArgumentException("shares must sum to 1, " + left + " of " + rows + " rows are left");
        }
        for (int cell : order.subList(0, Math.max(0, left))) {
            counts[cell]++;
        }
        return counts;
    }

    /** Cells with a share, the largest remainder first, equal ones by number. */
    private static List<Integer> byRemainder(double[] shares, double[] remainders) {
        List<Integer> sorted = IntStream.range(0, shares.length)
                .filter(cell -> shares[cell] > 0)
                .boxed()
                .sorted(Comparator.comparingDouble(cell -> -remainders[cell]))
                .toList();
        List<Integer> order = new ArrayList<>(sorted);
        int from = 0;
        for (int to = 1; to <= sorted.size(); to++) {
            if (to == sorted.size() || remainders[sorted.get(from)] - remainders[sorted.get(to)] > SAME) {
                order.subList(from, to).sort(Comparator.naturalOrder());
                from = to;
            }
        }
        return order;
    }

    /** The cell that lacks most rows in proportion to what it has; -1 where none does. */
    static int shortestCell(int[] asked, int[] pool) {
        int worst = -1;
        for (int cell = 0; cell < asked.length; cell++) {
            if (asked[cell] > pool[cell]
                    && (worst < 0 || (long) asked[cell] * pool[worst] > (long) asked[worst] * pool[cell])) {
                worst = cell;
            }
        }
        return worst;
    }
}
