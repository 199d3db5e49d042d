package org.shiftbed.report.table;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table as a value.
 *
 * @param title one line
 * @param columns headers, the one above the row labels first
 * @param rows each with one cell a column after the first
 * @param notes what a reader must know to read it right, one sentence or more each
 * @param heads leading columns that say what a row is about, at least 1: they stand in every part of a table that is cut
 */
public record Table(String title, List<String> columns, List<Row> rows, List<String> notes, int heads) {

    /** A table whose rows are told apart by their labels. */
    public Table(String title, List<String> columns, List<Row> rows, List<String> notes) {
        this(title, columns, rows, notes, 1);
    }

    /**
     * One row.
     *
     * @param label first column
     * @param cells the others
     */
    public record Row(String label, List<Cell> cells) {
        public Row {
            cells = List.copyOf(cells);
        }
    }

    /**
     * One place of a table.
     *
     * @param text as people read it
     * @param value the unrounded number that the text rounds; null where there is none
     */
    public record Cell(String text, @Nullable Double value) {}

    /** The same with another note; as it is where that is empty. */
    public Table noted(String note) {
        if (note.isEmpty()) {
            return this;
        }
        List<String> all = new ArrayList<>(notes);
        all.add(note);
        return new Table(title, columns, rows, all, heads);
    }

    public Table {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        notes = List.copyOf(notes);
        if (heads < 1 || heads > columns.size()) {
            throw new IllegalArgumentException(heads + " leading columns of " + columns.size() + " of '" + title + "'");
        }
        for (Row row : rows) {
            if (row.cells().size() != columns.size() - 1) {
                throw new IllegalArgumentException("row '" + row.label() + "' of '" + title + "' has "
                        + row.cells().size() + " cells under " + (columns.size() - 1) + " columns");
            }
        }
    }
}
