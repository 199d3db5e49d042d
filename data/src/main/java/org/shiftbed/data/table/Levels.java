package org.shiftbed.data.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;

/** The levels of a category: their names in order, and how a value finds its code. */
final class Levels {
    private static final int TABLE = 1 << 16;

    private final List<String> names;
    private final double[] numbers;
    private final int blank;
    private final @Nullable String type;
    private final int @Nullable [] table;

    /**
     * @param names without the blank one
     * @param numbers ascending, as many as names; empty where values are texts
     * @param blank whether a value is missing
     * @param type of DuckDB that codes texts; null where values are numbers
     */
    Levels(List<String> names, double[] numbers, boolean blank, @Nullable String type) {
        List<String> all = new ArrayList<>(names);
        // A text that is called like the missing ones is one of them.
        int like = all.indexOf(TableScan.BLANK);
        if (blank && like < 0) {
            all.add(TableScan.BLANK);
        }
        this.names = List.copyOf(all);
        this.numbers = numbers;
        this.blank = like >= 0 ? like : blank ? all.size() - 1 : -1;
        this.type = type;
        this.table = table(numbers);
    }

    /** A direct table where the numbers are whole and near one another. */
    private static int @Nullable [] table(double[] numbers) {
        if (numbers.length == 0 || numbers[numbers.length - 1] - numbers[0] >= TABLE) {
            return null;
        }
        int[] table = new int[(int) (numbers[numbers.length - 1] - numbers[0]) + 1];
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] != Math.rint(numbers[i])) {
                return null;
            }
            table[(int) (numbers[i] - numbers[0])] = i;
        }
        return table;
    }

    /** Sorts numbers with their names. */
    static Levels ofNumbers(String column, List<String> names, double[] numbers, boolean blank) {
        Integer[] order = new Integer[numbers.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Double.compare(numbers[a], numbers[b]));
        double[] sorted = new double[numbers.length];
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < order.length; i++) {
            sorted[i] = numbers[order[i]] + 0.0;
            labels.add(plain(names.get(order[i])));
            if (i > 0 && sorted[i] == sorted[i - 1]) {
                throw new UserError("column '" + column + "': the values " + labels.get(i - 1) + " and " + labels.get(i)
                        + " are too large to be told apart as numbers; store them as text");
            }
        }
        return new Levels(labels, sorted, blank, null);
    }

    /** {@code 3} for {@code 3.0}. */
    static String plain(String number) {
        String plain = number.endsWith(".0") ? number.substring(0, number.length() - 2) : number;
        return plain.equals("-0") ? "0" : plain;
    }

    List<String> names() {
        return names;
    }

    @Nullable
    String type() {
        return type;
    }

    /** The code of a missing value. */
    int blank() {
        return blank;
    }

    /** Turns numbers into codes. */
    void codes(double[] values, int rows, int[] codes) {
        int[] direct = table;
        for (int i = 0; i < rows; i++) {
            double value = values[i];
            codes[i] = Double.isNaN(value)
                    ? blank
                    : direct != null ? direct[(int) (value - numbers[0])] : Arrays.binarySearch(numbers, value + 0.0);
        }
    }

    /** A category with too many levels. */
    static UserError tooMany(String table, String column) {
        return new UserError(
                table + ": column '" + column + "' has more than " + TableScan.MOST_LEVELS
                        + " different values, so it identifies rows and is no category; take another column, or give it a family of numbers");
    }
}
