package org.shiftbed.shift;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.shiftbed.base.Seed;
import org.shiftbed.data.AttributeTable;

/**
 * Chooses rows of the pools in random streams that are named by data set, shift and filter ({@code controlled-shifts.md} 1.9), not by counts, label,
 * sampler or conditions: all of those share them, and choices nest in the count.
 *
 * @param kind of the shift
 * @param table whole table
 * @param seed names the run
 * @param warnings takes one line for each thing worth telling
 */
record Chooser(String kind, Frame frame, AttributeTable table, Pools pools, Seed seed, List<String> warnings) {

    /** Training rows in the order of which a choice is a prefix. */
    int[] picked(int[] rows, String filter) {
        return ordered(rows, pick(filter));
    }

    /** Training rows drawn with replacement. */
    int[] repeated(int[] rows, String filter, int count) {
        SplittableRandom random = pick(filter).child("repeated").random();
        int[] drawn = new int[count];
        for (int i = 0; i < count; i++) {
            drawn[i] = rows[random.nextInt(rows.length)];
        }
        return drawn;
    }

    /** The first rows of an order of validation rows that all runs share, ascending. */
    int[] validation(int[] rows, String filter, long count) {
        return shared(rows, Seed.of(frame.dataset(), kind, filter, "validation"), count);
    }

    /** The first rows of an order of test rows that all runs and kinds share, ascending. */
    int[] test(int[] rows, String filter, long count) {
        return shared(rows, Seed.of(frame.dataset(), "test", filter), count);
    }

    private Seed pick(String filter) {
        return seed.child(frame.dataset(), kind, filter, "pick");
    }

    private static int[] shared(int[] rows, Seed seed, long count) {
        return Arrays.stream(ordered(rows, seed)).limit(count).sorted().toArray();
    }

    private static int[] ordered(int[] rows, Seed seed) {
        return Arrays.stream(seed.permutation(rows.length)).map(i -> rows[i]).toArray();
    }
}
