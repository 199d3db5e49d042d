package org.shiftbed.shift;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.OfficialPart;
import org.shiftbed.data.OfficialParts;

/**
 * The rows of a data set in three parts that share no content group ({@code controlled-shifts.md} 1.6): test, validation, and the training pool.
 * They depend on the data set alone, so all runs and methods share them. Where the data set comes with parts, those count: its test always, all of them
 * where a shift leaves just those values unseen that its training rows lack.
 *
 * @param test rows, ascending
 * @param validation rows, ascending
 * @param otherDomains those of the validation rows that are distributed otherwise than training, ascending; mostly none
 * @param train rows, ascending
 */
record Pools(int[] test, int[] validation, int[] otherDomains, int[] train) {
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
        OfficialParts parts = table.parts();
        if (parts != null && parts.domain() == null) {
            return withTest(dataset, table, parts);
        }
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
        return new Pools(rows(pool, first, 1), rows(pool, first, 2), new int[0], rows(pool, first, 0));
    }

    /**
     * The parts that the data set comes with, where they fit: they differ in values of this attribute, no training row has one of the unseen values, and
     * test and validation rows of other domains have no other. {@link #of} otherwise.
     *
     * @param unseen values that training must not have
     */
    static Pools unseen(String dataset, AttributeTable table, String attribute, List<String> unseen) {
        OfficialParts parts = table.parts();
        if (parts == null || !attribute.equals(parts.domain())) {
            return of(dataset, table);
        }
        boolean[] rare = new boolean[table.attribute(attribute).cardinality()];
        unseen.forEach(value -> rare[table.attribute(attribute).code(value)] = true);
        int[] codes = table.column(attribute);
        for (int row = 0; row < codes.length; row++) {
            if (parts.of(row) != OfficialPart.TEST_ID && rare[codes[row]] != otherDomain(parts, row)) {
                return of(dataset, table);
            }
        }
        return new Pools(
                rows(parts, EnumSet.of(OfficialPart.TEST)),
                rows(parts, EnumSet.of(OfficialPart.VALIDATION_ID, OfficialPart.VALIDATION_OOD)),
                rows(parts, EnumSet.of(OfficialPart.VALIDATION_OOD)),
                rows(parts, EnumSet.of(OfficialPart.TRAIN)));
    }

    /** The values of an attribute that training rows of the data set's own parts lack; empty where its parts do not differ in it. */
    static List<String> officiallyUnseen(AttributeTable table, Attribute attribute) {
        OfficialParts parts = table.parts();
        if (parts == null || !attribute.name().equals(parts.domain())) {
            return List.of();
        }
        boolean[] seen = new boolean[attribute.cardinality()];
        int[] codes = table.column(attribute.name());
        for (int row = 0; row < codes.length; row++) {
            seen[codes[row]] |= !otherDomain(parts, row);
        }
        return attribute.values().stream()
                .filter(value -> !seen[attribute.code(value)])
                .toList();
    }

    private static boolean otherDomain(OfficialParts parts, int row) {
        return parts.of(row) == OfficialPart.TEST || parts.of(row) == OfficialPart.VALIDATION_OOD;
    }

    private static int[] rows(OfficialParts parts, Set<OfficialPart> wanted) {
        return IntStream.range(0, parts.codes().length)
                .filter(row -> wanted.contains(parts.of(row)))
                .toArray();
    }

    /** The test is fixed: whole content groups of the other rows are held out for validation, as far as they share none with the test. */
    private static Pools withTest(String dataset, AttributeTable table, OfficialParts parts) {
        int rows = table.rows();
        int[] first = firstRows(table.groups());
        int[] sizes = new int[rows];
        byte[] pool = new byte[rows];
        for (int row = 0; row < rows; row++) {
            boolean test = parts.of(row) == OfficialPart.TEST;
            pool[first[row]] = test ? 1 : pool[first[row]];
            sizes[first[row]] += test ? 0 : 1;
        }
        int[] groups = IntStream.range(0, rows)
                .filter(row -> first[row] == row && pool[row] == 0)
                .toArray();
        int left = parts.heldOut();
        for (int i : Seed.of(dataset, "split", 0).permutation(groups.length)) {
            int group = groups[i];
            if (sizes[group] <= left) {
                pool[group] = 2;
                left -= sizes[group];
            }
        }
        if (left == parts.heldOut()) {
            throw new UserError(
                    "data set '" + dataset + "': no content group of its training rows fits into a validation"
                            + " split of " + left + " rows; use more rows, or fewer rows that show the same picture");
        }
        // A picture of the training file that the test shows too is used by neither pool but the test's own row.
        int[] test = rows(parts, EnumSet.of(OfficialPart.TEST));
        return new Pools(test, rows(pool, first, 2), new int[0], rows(pool, first, 0));
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
