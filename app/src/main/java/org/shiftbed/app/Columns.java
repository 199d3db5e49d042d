package org.shiftbed.app;

import java.util.ArrayList;
import java.util.List;

/** Lines of text in columns, two blanks apart, for a terminal. The last column is not padded. */
final class Columns {
    private final List<List<String>> rows = new ArrayList<>();

    /** Adds a row; every row has as many cells as the first. */
    void row(String... cells) {
        if (!rows.isEmpty() && rows.get(0).size() != cells.length) {
            throw new IllegalArgumentException(
                    cells.length + " cells in a table of " + rows.get(0).size());
        }
        rows.add(List.of(cells));
    }

    /** One line a row, without a line end. */
    List<String> lines() {
        int[] widths = new int[rows.isEmpty() ? 0 : rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(row.get(i));
                if (i < widths.length - 1) {
                    line.append(" ".repeat(widths[i] - row.get(i).length() + 2));
                }
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
