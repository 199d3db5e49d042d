package org.shiftbed.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The joint of two attributes as a small heat map of characters: a shade and per cent for each cell, the darkest for the largest share.
 *
 * @param title one line above
 * @param rows values of the first attribute
 * @param columns values of the second
 * @param mass counts or probabilities, one row a value of the first
 */
record JointMap(String title, List<String> rows, List<String> columns, List<List<Double>> mass) {
    /** From nothing to the largest share. */
    private static final String SHADES = " ░▒▓█";

    private static final int MOST_COLUMNS = 12;
    private static final int MOST_ROWS = 24;
    private static final int NAME = 14;

    /** The lines, without line ends. */
    List<String> lines() {
        double total = 0;
        double largest = 0;
        for (List<Double> row : mass) {
            for (double value : row) {
                total += value;
                largest = Math.max(largest, value);
            }
        }
        int shown = Math.min(columns.size(), MOST_COLUMNS);
        Columns table = new Columns();
        List<String> head = new ArrayList<>(List.of(""));
        columns.subList(0, shown).forEach(value -> head.add("   " + cut(value)));
        table.row(head.toArray(String[]::new));
        for (int i = 0; i < Math.min(rows.size(), MOST_ROWS); i++) {
            List<String> line = new ArrayList<>(List.of(cut(rows.get(i))));
            for (int j = 0; j < shown; j++) {
                line.add(cell(mass.get(i).get(j), total, largest));
            }
            table.row(line.toArray(String[]::new));
        }
        List<String> lines = new ArrayList<>(List.of(title));
        table.lines().forEach(line -> lines.add("  " + line));
        List<String> more = new ArrayList<>(
                List.of(left(rows.size() - MOST_ROWS, "row"), left(columns.size() - MOST_COLUMNS, "column")));
        more.removeIf(String::isEmpty);
        if (!more.isEmpty()) {
            lines.add("  and " + String.join(" and ", more) + " not shown");
        }
        return lines;
    }

    private static String left(int count, String what) {
        return count <= 0 ? "" : count + " " + what + (count == 1 ? "" : "s");
    }

    /** The shade twice, for a character is twice as high as it is wide. */
    private static String cell(double value, double total, double largest) {
        int darkest = SHADES.length() - 1;
        int shade = value <= 0 ? 0 : Math.max(1, (int) Math.ceil(value / largest * darkest - 1e-9));
        char sign = SHADES.charAt(shade);
        double percent = total > 0 ? 100 * value / total : 0;
        String text = value > 0 && percent < 0.05 ? "<0.1" : String.format(Locale.ROOT, "%.1f", percent);
        return "" + sign + sign + " " + " ".repeat(Math.max(0, 5 - text.length())) + text;
    }

    private static String cut(String text) {
        return text.length() <= NAME ? text : text.substring(0, NAME - 1) + "…";
    }
}
