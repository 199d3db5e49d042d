package org.shiftbed.report.figure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table of numbers as colours, each number printed in its cell.
 *
 * @param title what tells it from the other panels; empty where there is one only
 * @param corner what rows and columns are
 * @param columns headers
 * @param rows from the top
 * @param tone how colours follow numbers
 * @param unit of the numbers, in words
 */
public record Matrix(String title, String corner, List<String> columns, List<Row> rows, Tone tone, String unit)
        implements Panel {
    /** How colours follow numbers. */
    public enum Tone {
        /** Blue above zero, red and hatched below, white at zero; the same limit both ways. */
        DIVERGING,
        /** Shares of a whole: lighter is more, nothing is black ({@code controlled-shifts.md} 5, figure 1). */
        LIGHTER_IS_MORE
    }

    /** One row. */
    public record Row(String label, List<Cell> cells) {
        public Row {
            cells = List.copyOf(cells);
        }
    }

    /**
     * One cell.
     *
     * @param value null where there is none: the cell is crossed out
     * @param words printed in it
     */
    public record Cell(@Nullable Double value, String words) {
        public Cell {
            Layer.Check.finite(value);
        }
    }

    public Matrix {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        for (Row row : rows) {
            if (row.cells().size() != columns.size()) {
                throw new IllegalArgumentException("row " + row.label() + " has "
                        + row.cells().size() + " cells under " + columns.size() + " headers");
            }
        }
    }

    /** The largest number, its sign aside: it has the full colour. */
    double limit() {
        double limit = 0;
        for (Row row : rows) {
            for (Cell cell : row.cells()) {
                Double value = cell.value();
                limit = value == null ? limit : Math.max(limit, Math.abs(value));
            }
        }
        return limit;
    }

    /** Colour of a cell, its hatch and the colour of its words. */
    record Shade(int rgb, Hatch hatch, int hatchRgb, int ink) {}

    Shade shade(Cell cell) {
        Double value = cell.value();
        if (value == null) {
            return new Shade(0xf2f2f2, Hatch.CROSSED, 0xd0d0d0, Tint.TEXT);
        }
        double limit = limit();
        double share = limit > 0 ? Math.min(1, Math.abs(value) / limit) : 0;
        if (tone == Tone.LIGHTER_IS_MORE) {
            int fill = Tint.mixed(0x0b1d33, 0xffffff, share);
            return new Shade(fill, Hatch.NONE, fill, Tint.ink(fill));
        }
        int fill = Tint.mixed(0xffffff, value < 0 ? 0xb2182b : 0x2166ac, share);
        boolean below = value < 0 && !cell.words().startsWith("0.0");
        return new Shade(fill, below ? Hatch.RISING : Hatch.NONE, Tint.mixed(fill, 0xffffff, 1 / 3.0), Tint.ink(fill));
    }
}
