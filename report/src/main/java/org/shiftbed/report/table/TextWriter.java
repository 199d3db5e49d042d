package org.shiftbed.report.table;

import java.util.ArrayList;
import java.util.List;

/**
 * Tables for a terminal. Headers are broken over several lines, and a table wider than the terminal is cut into blocks of columns that
 * repeat the row labels.
 */
public final class TextWriter {
    private static final String GAP = "  ";
    private static final int HEADER_WIDTH = 18;

    private final int width;

    /** @param width columns of the terminal; one column of numbers is printed even where it is narrower */
    public TextWriter(int width) {
        this.width = width;
    }

    /** The tables, each followed by an empty line. */
    public String write(List<Table> tables) {
        StringBuilder out = new StringBuilder();
        for (Table table : tables) {
            write(table, out);
            out.append('\n');
        }
        return out.toString();
    }

    private void write(Table table, StringBuilder out) {
        wrap(Escape.line(table.title()), width).forEach(line -> out.append(line).append('\n'));
        out.append("=".repeat(Math.min(width, length(Escape.line(table.title())))))
                .append('\n');
        int[] widths = widths(table);
        int heads = table.heads();
        int from = heads;
        do {
            int to = from;
            int used = widths[0];
            for (int head = 1; head < heads; head++) {
                used += GAP.length() + widths[head];
            }
            while (to < widths.length && (to == from || used + GAP.length() + widths[to] <= width)) {
                used += GAP.length() + widths[to];
                to++;
            }
            if (from > heads) {
                out.append('\n');
            }
            block(table, widths, from, to, out);
            from = to;
        } while (from < widths.length);
        for (String note : table.notes()) {
            wrap(Escape.line(note), width).forEach(line -> out.append(line).append('\n'));
        }
    }

    private static void block(Table table, int[] widths, int from, int to, StringBuilder out) {
        List<List<String>> headers = new ArrayList<>();
        int height = 1;
        for (int column = 0; column < widths.length; column++) {
            List<String> lines = wrap(Escape.line(table.columns().get(column)), HEADER_WIDTH);
            headers.add(lines);
            height =
                    column < table.heads() || (column >= from && column < to) ? Math.max(height, lines.size()) : height;
        }
        for (int line = 0; line < height; line++) {
            List<String> texts = new ArrayList<>();
            for (List<String> header : headers) {
                int index = line - (height - header.size());
                texts.add(index >= 0 && index < header.size() ? header.get(index) : "");
            }
            row(texts, widths, table.heads(), from, to, out);
        }
        List<String> rules = new ArrayList<>();
        for (int columnWidth : widths) {
            rules.add("-".repeat(columnWidth));
        }
        row(rules, widths, table.heads(), from, to, out);
        for (Table.Row row : table.rows()) {
            List<String> texts = new ArrayList<>();
            texts.add(Escape.line(row.label()));
            row.cells().forEach(cell -> texts.add(Escape.line(cell.text())));
            row(texts, widths, table.heads(), from, to, out);
        }
    }

    private static void row(List<String> texts, int[] widths, int heads, int from, int to, StringBuilder out) {
        StringBuilder line = new StringBuilder(padded(texts.get(0), widths[0]));
        for (int column = 1; column < to; column++) {
            if (column < heads || column >= from) {
                line.append(GAP).append(padded(texts.get(column), widths[column]));
            }
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }

    private static int[] widths(Table table) {
        int[] widths = new int[table.columns().size()];
        for (int column = 0; column < widths.length; column++) {
            for (String line : wrap(Escape.line(table.columns().get(column)), HEADER_WIDTH)) {
                widths[column] = Math.max(widths[column], length(line));
            }
            for (Table.Row row : table.rows()) {
                String text =
                        column == 0 ? row.label() : row.cells().get(column - 1).text();
                widths[column] = Math.max(widths[column], length(Escape.line(text)));
            }
        }
        return widths;
    }

    /** Breaks a text at spaces; a word longer than the width stands alone on its line. */
    public static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (line.length() > 0 && length(line.toString()) + 1 + length(word) > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() > 0 ? " " : "").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - length(text)));
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
