package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.table.Table;

/** The numbers of a figure as tables, one a panel: what stands for it where nothing can be drawn. */
final class FigureTables {
    private static final String NONE = "\u2013";

    private FigureTables() {}

    static List<Table> of(Figure figure) {
        List<Table> tables = new ArrayList<>();
        for (Panel panel : figure.panels()) {
            String title = panel.title().isEmpty() ? figure.title() : figure.title() + ": " + panel.title();
            List<String> notes = panel == figure.panels().get(figure.panels().size() - 1)
                            && !figure.caption().isEmpty()
                    ? List.of(figure.caption())
                    : List.of();
            if (panel instanceof Matrix matrix) {
                tables.add(matrix(title, matrix, notes));
            } else if (panel instanceof Chart chart) {
                tables.add(chart(title, chart, notes));
            } else if (panel instanceof Pictures pictures) {
                tables.add(pictures(title, pictures, notes));
            }
        }
        return tables;
    }

    private static Table matrix(String title, Matrix matrix, List<String> notes) {
        List<String> columns = new ArrayList<>(List.of(matrix.corner()));
        columns.addAll(matrix.columns());
        return new Table(
                title,
                columns,
                matrix.rows().stream()
                        .map(row -> new Table.Row(
                                row.label(),
                                row.cells().stream()
                                        .map(cell -> new Table.Cell(cell.words(), cell.value()))
                                        .toList()))
                        .toList(),
                notes);
    }

    private static Table pictures(String title, Pictures pictures, List<String> notes) {
        return new Table(
                title,
                List.of("row", "pictures", "what they are"),
                pictures.rows().stream()
                        .map(row -> new Table.Row(
                                row.label(),
                                List.of(
                                        new Table.Cell(
                                                String.valueOf(row.pictures().size()),
                                                (double) row.pictures().size()),
                                        words(String.join(
                                                "; ",
                                                row.pictures().stream()
                                                        .map(Pictures.Picture::words)
                                                        .filter(words -> !words.isEmpty())
                                                        .toList())))))
                        .toList(),
                notes);
    }

    private static Table chart(String title, Chart chart, List<String> notes) {
        List<Table.Row> rows = new ArrayList<>();
        for (Layer layer : chart.layers()) {
            if (layer instanceof Layer.Bars bars) {
                bars.bars()
                        .forEach(bar -> rows.add(row(
                                chart.y().named(bar.place()), layer, bar.value(), bar.low(), bar.high(), bar.words())));
            } else if (layer instanceof Layer.Dots dots) {
                for (Layer.Dot dot : dots.dots()) {
                    String of = chart.level() ? chart.y().named(dot.y()) : Numbers.text(dot.x());
                    rows.add(row(of, layer, chart.level() ? dot.x() : dot.y(), dot.low(), dot.high(), dot.words()));
                }
            } else if (layer instanceof Layer.Line line && !line.name().isEmpty()) {
                line(rows, chart, line);
            } else if (layer instanceof Layer.Words words) {
                words.words()
                        .forEach(word -> rows.add(row(
                                chart.level() ? chart.y().named(word.y()) : "", layer, null, null, null, word.text())));
            } else if (layer instanceof Layer.Band band && line(chart, band) == null) {
                band.ranges()
                        .forEach(range ->
                                rows.add(row(Numbers.text(range.x()), layer, null, range.low(), range.high(), "")));
            }
        }
        String value = chart.level() ? chart.x().title() : chart.y().title();
        String along = chart.level() ? chart.y().title() : chart.x().title();
        return new Table(
                title,
                List.of(
                        along.isEmpty() ? "of" : along,
                        "what",
                        value.isEmpty() ? "value" : value,
                        "low",
                        "high",
                        "note"),
                rows,
                notes);
    }

    private static void line(List<Table.Row> rows, Chart chart, Layer.Line line) {
        List<Layer.Range> ranges = ranges(chart, line);
        for (int i = 0; i < line.points().size(); i++) {
            Layer.Point point = line.points().get(i);
            Layer.Range range = ranges.isEmpty() ? null : ranges.get(i);
            double value = chart.level() ? point.x() : point.y();
            rows.add(row(
                    chart.level() ? chart.y().named(point.y()) : Numbers.text(point.x()),
                    line,
                    Double.isFinite(value) ? (Double) value : null,
                    range == null ? null : (Double) range.low(),
                    range == null ? null : (Double) range.high(),
                    ""));
        }
    }

    /** The band around a line: of its name, with a range a point. */
    private static List<Layer.Range> ranges(Chart chart, Layer.Line line) {
        for (Layer layer : chart.layers()) {
            if (layer instanceof Layer.Band band && around(band, line)) {
                return band.ranges();
            }
        }
        return List.of();
    }

    private static Layer.@Nullable Line line(Chart chart, Layer.Band band) {
        for (Layer layer : chart.layers()) {
            if (layer instanceof Layer.Line line && around(band, line)) {
                return line;
            }
        }
        return null;
    }

    private static boolean around(Layer.Band band, Layer.Line line) {
        boolean same = band.name().equals(line.name())
                && band.ranges().size() == line.points().size();
        for (int i = 0; same && i < line.points().size(); i++) {
            same = band.ranges().get(i).x() == line.points().get(i).x();
        }
        return same;
    }

    private static Table.Row row(
            String of, Layer layer, @Nullable Double value, @Nullable Double low, @Nullable Double high, String words) {
        return new Table.Row(of, List.of(words(layer.name()), number(value), number(low), number(high), words(words)));
    }

    private static Table.Cell number(@Nullable Double value) {
        return new Table.Cell(value == null ? NONE : Numbers.text(value), value);
    }

    private static Table.Cell words(String words) {
        return new Table.Cell(words, null);
    }
}
