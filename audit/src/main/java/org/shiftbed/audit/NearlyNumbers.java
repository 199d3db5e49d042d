package org.shiftbed.audit;

import java.util.List;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.TableScan;
import org.shiftbed.data.table.Wanted;

/** A column that is text only because a few of its cells are: one bad cell among numbers makes texts of them all. */
final class NearlyNumbers {
    /** Numbers must be this many times as many as other texts, so that codes with an accidental number among them are not meant. */
    private static final int TIMES = 9;

    private NearlyNumbers() {}

    /**
     * @param column of texts; one of more values than a category takes is not looked at
     * @throws UserError where nearly all of its values are numbers; names the first that is none
     */
    static void refuse(TableScan scan, String column) {
        if (scan.summary(column).distinct() > TableScan.MOST_LEVELS) {
            return;
        }
        List<String> levels = scan.levels(column);
        boolean[] number = new boolean[levels.size()];
        boolean[] blank = new boolean[levels.size()];
        for (int level = 0; level < number.length; level++) {
            number[level] = isNumber(levels.get(level));
            blank[level] = levels.get(level).equals(TableScan.BLANK);
        }
        long[] numbers = {0};
        long[] others = {0};
        long[] first = {-1};
        String[] found = {""};
        scan.read(List.of(Wanted.category(column)), block -> {
            int[] codes = block.codes(0);
            for (int r = 0; r < block.rows(); r++) {
                if (number[codes[r]]) {
                    numbers[0]++;
                } else if (!blank[codes[r]]) {
                    others[0]++;
                    if (first[0] < 0) {
                        first[0] = block.first() + r;
                        found[0] = levels.get(codes[r]);
                    }
                }
            }
        });
        if (others[0] > 0 && numbers[0] >= TIMES * others[0]) {
            throw new UserError(
                    scan.place(first[0]) + ", column '" + column + "': '" + found[0] + "' is no number, and "
                            + numbers[0] + " of " + (numbers[0] + others[0])
                            + " values are; leave the cell blank or correct it, so that the column holds numbers");
        }
    }

    /** Leading zeros make a code of a number, as everywhere in tables. */
    private static boolean isNumber(String text) {
        if (!text.matches("[-+]?[0-9.][0-9.eE+-]*") || text.matches("[-+]?0[0-9].*")) {
            return false;
        }
        try {
            return Double.isFinite(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
