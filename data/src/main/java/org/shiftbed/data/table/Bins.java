package org.shiftbed.data.table;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shiftbed.base.UserError;

/**
 * A column of numbers or dates cut into finitely many values: bin k holds what is at least cut k-1 and below cut k. Missing values are a value of their
 * own, the last one.
 *
 * @param names of the bins, ascending, without the missing one
 * @param cuts ascending, one fewer than names
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Bins(List<String> names, double[] cuts) {
    private static final double DAY = 86_400;

    /**
     * Reads what was declared.
     *
     * @param column for messages
     * @param declared a list of cut points (numbers, dates as text), or how many bins
     * @param kind of the column
     * @param values of the whole table, NaN where missing
     * @throws UserError where the column holds texts, cuts are of another kind, or every row falls into one bin
     */
    static Bins of(String column, Object declared, ColumnKind kind, double[] values) {
        String place = "bins." + column;
        if (kind == ColumnKind.TEXT || kind == ColumnKind.BOOLEAN) {
            throw new UserError(place + ": bins need numbers or dates, and column '" + column + "' holds "
                    + kind.words() + "; leave its bins out");
        }
        double[] present =
                Arrays.stream(values).filter(v -> !Double.isNaN(v)).sorted().toArray();
        double[] cuts = declared instanceof List<?> list
                ? list.stream().mapToDouble(cut -> cut(place, cut, kind)).toArray()
                : quantiles(present, ((Number) declared).intValue());
        if (present.length > 0
                && (cuts.length == 0 || bin(cuts, present[0]) == bin(cuts, present[present.length - 1]))) {
            throw new UserError(place + ": all " + present.length + " rows fall into one bin, from "
                    + text(present[0], kind) + " to " + text(present[present.length - 1], kind)
                    + "; give cut points between them");
        }
        List<String> names = new ArrayList<>();
        names.add("below " + text(cuts[0], kind));
        for (int i = 1; i < cuts.length; i++) {
            names.add(text(cuts[i - 1], kind) + " to " + text(cuts[i], kind));
        }
        names.add("from " + text(cuts[cuts.length - 1], kind));
        return new Bins(List.copyOf(names), cuts);
    }

    /** The j-th of m-1 cuts is the value of rank floor(n j / m), from 0; equal ones are one. */
    private static double[] quantiles(double[] sorted, int bins) {
        List<Double> cuts = new ArrayList<>();
        for (int j = 1; j < bins && sorted.length > 0; j++) {
            double cut = sorted[(int) ((long) sorted.length * j / bins)];
            if (cut > sorted[0] && (cuts.isEmpty() || cut > cuts.get(cuts.size() - 1))) {
                cuts.add(cut);
            }
        }
        return cuts.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double cut(String place, Object cut, ColumnKind kind) {
        boolean date = kind == ColumnKind.DATE || kind == ColumnKind.TIMESTAMP;
        if (cut instanceof Number number && !date) {
            return number.doubleValue();
        }
        if (cut instanceof String text && date) {
            return LocalDate.parse(text).toEpochDay() * (kind == ColumnKind.TIMESTAMP ? DAY : 1);
        }
        throw new UserError(place + ": the column holds " + kind.words() + ", so cut points are "
                + (date ? "dates such as '2020-01-31'" : "numbers") + ", got " + cut);
    }

    /** Code of a value; the number of bins where it is missing. */
    int code(double value) {
        return Double.isNaN(value) ? names.size() : bin(cuts, value);
    }

    private static int bin(double[] cuts, double value) {
        int at = Arrays.binarySearch(cuts, value + 0.0);
        return at >= 0 ? at + 1 : -at - 1;
    }

    /** Names with that of missing values, where there are any. */
    List<String> names(boolean missing) {
        if (!missing) {
            return names;
        }
        List<String> all = new ArrayList<>(names);
        all.add(TableScan.BLANK);
        return all;
    }

    private static String text(double value, ColumnKind kind) {
        return switch (kind) {
            case DATE -> LocalDate.ofEpochDay((long) value).toString();
            case TIMESTAMP -> {
                LocalDateTime time = LocalDateTime.ofEpochSecond((long) Math.floor(value), 0, ZoneOffset.UTC);
                yield value % DAY == 0 ? time.toLocalDate().toString() : time.toString();
            }
            default ->
                value == Math.rint(value) && Math.abs(value) < 1e15
                        ? Long.toString((long) value)
                        : Double.toString(value);
        };
    }
}
