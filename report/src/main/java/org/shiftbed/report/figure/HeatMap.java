package org.shiftbed.report.figure;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A table of signed numbers as colours: blue above zero, red below, white at zero, the same limit both ways; every number is printed, and cells below
 * zero are hatched, so that nothing is lost without colour ({@code controlled-shifts.md} 5, figures 3, 4, 6, 7 and 8).
 *
 * @param title one line
 * @param corner what rows and columns are
 * @param columns headers
 * @param rows from the top
 * @param note how to read it, one line
 */
public record HeatMap(String title, String corner, List<String> columns, List<Row> rows, String note)
        implements Drawing {
    private static final int LABELS = 130;
    private static final int CELL = 82;
    private static final int LINE = 24;
    private static final int TOP = 64;
    private static final int BOTTOM = 34;
    private static final int LETTER = 7;
    private static final Color ABOVE = new Color(0x2166ac);
    private static final Color BELOW = new Color(0xb2182b);

    /** One row. */
    public record Row(String label, List<Cell> cells) {
        public Row {
            cells = List.copyOf(cells);
        }
    }

    /**
     * One cell.
     *
     * @param value null where there is none
     * @param mark behind the number, for example how many data sets are behind it; empty: nothing
     */
    public record Cell(@Nullable Double value, String mark) {}

    public HeatMap {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    @Override
    public int width() {
        return Math.max(LABELS + CELL * columns.size() + 20, 20 + LETTER * Math.max(title.length(), note.length()));
    }

    @Override
    public int height() {
        return TOP + LINE * rows.size() + BOTTOM;
    }

    /** The value that has the full colour, above zero or below. */
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

    /** White at zero, full colour at the limit and beyond. */
    static Color colour(double value, double limit) {
        double share = limit > 0 ? Math.min(1, Math.abs(value) / limit) : 0;
        Color full = value < 0 ? BELOW : ABOVE;
        return new Color(mixed(full.getRed(), share), mixed(full.getGreen(), share), mixed(full.getBlue(), share));
    }

    private static int mixed(int full, double share) {
        return (int) Math.round(255 + share * (full - 255));
    }

    @Override
    public void paint(Graphics2D g) {
        Ink.left(g, title, 10, 16);
        Ink.left(g, corner, 10, TOP - 14);
        for (int column = 0; column < columns.size(); column++) {
            Ink.centred(g, columns.get(column), LABELS + CELL * (column + 0.5), TOP - 14);
        }
        double limit = limit();
        for (int i = 0; i < rows.size(); i++) {
            double y = TOP + LINE * i;
            g.setColor(Ink.TEXT);
            Ink.right(g, rows.get(i).label(), LABELS - 8, y + (LINE - 2) / 2.0);
            for (int column = 0; column < columns.size(); column++) {
                cell(
                        g,
                        new Rectangle2D.Double(LABELS + CELL * column, y, CELL - 2, LINE - 2),
                        rows.get(i).cells().get(column),
                        limit);
            }
        }
        g.setColor(Ink.TEXT);
        Ink.left(g, note, 10, height() - 16);
    }

    private static void cell(Graphics2D g, Rectangle2D area, Cell cell, double limit) {
        Double value = cell.value();
        Color colour = value == null ? Ink.EMPTY : colour(value, limit);
        g.setColor(colour);
        g.fill(area);
        String text = value == null ? "\u2013" : signed(value);
        if (value != null && text.startsWith("\u2212")) {
            Ink.lines(g, area, lighter(colour), 1);
        }
        boolean dark = 0.299 * colour.getRed() + 0.587 * colour.getGreen() + 0.114 * colour.getBlue() < 140;
        g.setColor(dark ? Color.WHITE : Ink.TEXT);
        Ink.centred(g, cell.mark().isEmpty() ? text : text + " " + cell.mark(), area.getCenterX(), area.getCenterY());
    }

    private static Color lighter(Color colour) {
        return new Color(
                colour.getRed() + (255 - colour.getRed()) / 3,
                colour.getGreen() + (255 - colour.getGreen()) / 3,
                colour.getBlue() + (255 - colour.getBlue()) / 3);
    }

    /** With a sign and one decimal; what rounds to zero has none. */
    static String signed(double value) {
        String text = String.format(Locale.ROOT, "%.1f", Math.abs(value));
        return text.equals("0.0") ? text : (value < 0 ? "\u2212" : "+") + text;
    }
}
