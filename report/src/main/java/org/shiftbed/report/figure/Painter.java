package org.shiftbed.report.figure;

import java.util.List;

/** Paints a figure: what SVG and PDF have in common, so that they cannot differ. */
final class Painter {
    private static final int FAINT = 0x555555;

    private final Figure figure;
    private final Plan plan;

    Painter(Figure figure) {
        this.figure = figure;
        this.plan = new Plan(figure);
    }

    /** The figure as an SVG file, text as text. */
    String svg() {
        SvgCanvas canvas = new SvgCanvas(plan.width(), plan.height(), figure.title(), figure.caption());
        paint(canvas);
        return canvas.file();
    }

    /** The figure as a PDF file of one page. */
    byte[] pdf() {
        PdfCanvas canvas = new PdfCanvas(plan.width(), plan.height(), figure.title());
        paint(canvas);
        return canvas.file();
    }

    private static Canvas.Type type(Canvas.Anchor anchor, double size, int rgb) {
        return new Canvas.Type(anchor, size, rgb);
    }

    private void paint(Canvas canvas) {
        double y = Plan.MARGIN + Plan.LINE / 2;
        for (String line : plan.title()) {
            canvas.text(line, Plan.MARGIN, y, type(Canvas.Anchor.START, Plan.SIZE + 1, 0x000000));
            y += Plan.LINE + 2;
        }
        plan.legend().paint(canvas, Plan.MARGIN, plan.legendTop());
        for (int i = 0; i < figure.panels().size(); i++) {
            Panel panel = figure.panels().get(i);
            canvas.open("data-panel", panel.title());
            Plan.Room room = plan.room(i);
            double left = plan.left(i);
            double top = plan.top(i);
            if (!panel.title().isEmpty()) {
                title(canvas, panel, room, left, top - room.top() + 9);
            }
            if (panel instanceof Chart chart) {
                chart(canvas, chart, room, left, top);
            } else if (panel instanceof Matrix matrix) {
                matrix(canvas, matrix, room, left, top);
            } else if (panel instanceof Pictures pictures) {
                pictures(canvas, pictures, left, top);
            }
            canvas.close();
        }
        y = plan.captionTop() + Plan.LINE / 2;
        for (String line : plan.caption()) {
            canvas.text(line, Plan.MARGIN, y, type(Canvas.Anchor.START, Plan.SMALL, FAINT));
            y += Plan.LINE;
        }
    }

    /** Above the plot, further left where it is too long for that. */
    private static void title(Canvas canvas, Panel panel, Plan.Room room, double left, double y) {
        List<String> lines = Plan.title(panel, room);
        double most = room.left() + room.width() + room.right();
        double wide = lines.stream()
                .mapToDouble(line -> Letters.width(line, Plan.SIZE))
                .max()
                .orElse(0);
        double start = Math.max(left - room.left(), Math.min(left, left - room.left() + most - wide));
        for (int i = 0; i < lines.size(); i++) {
            canvas.text(
                    Letters.fitted(lines.get(i), most + 10, Plan.SIZE),
                    start,
                    y + Plan.LINE * i,
                    type(Canvas.Anchor.START, Plan.SIZE, Tint.TEXT));
        }
    }

    private static void chart(Canvas canvas, Chart chart, Plan.Room room, double left, double top) {
        ChartPainter painter = new ChartPainter(canvas, chart, left, top, room.width(), room.height());
        double bottom = top + room.height();
        Canvas.Pen grid = new Canvas.Pen(Tint.GRID, 0.8);
        double free = Double.NEGATIVE_INFINITY;
        for (Scale.Tick tick : chart.x().ticks()) {
            double x = painter.x(tick.value());
            canvas.stroke(x, top, x, bottom, grid);
            double half = Letters.width(tick.label(), Plan.SMALL) / 2;
            if (x - half > free) {
                canvas.text(tick.label(), x, bottom + 11, type(Canvas.Anchor.MIDDLE, Plan.SMALL, Tint.TEXT));
                free = x + half + 4;
            }
        }
        if (!chart.x().title().isEmpty()) {
            canvas.text(
                    chart.x().title(),
                    left + room.width() / 2,
                    bottom + 11 + Plan.LINE,
                    type(Canvas.Anchor.MIDDLE, Plan.SMALL, Tint.TEXT));
        }
        for (Scale.Tick tick : chart.y().ticks()) {
            double y = painter.y(tick.value());
            if (!chart.level()) {
                canvas.stroke(left, y, left + room.width(), y, grid);
            }
            if (room.labels()) {
                canvas.text(Plan.label(tick.label()), left - 6, y, type(Canvas.Anchor.END, Plan.SMALL, Tint.TEXT));
            }
        }
        if (room.labels() && !chart.y().title().isEmpty()) {
            double x = left - room.left() + Plan.LINE / 2;
            canvas.upward(
                    Letters.fitted(chart.y().title(), room.height() + 30, Plan.SMALL),
                    x,
                    top + room.height() / 2,
                    type(Canvas.Anchor.MIDDLE, Plan.SMALL, Tint.TEXT));
        }
        canvas.frame(left, top, room.width(), room.height(), new Canvas.Pen(Tint.FRAME, 0.8));
        painter.paint();
    }

    private static void matrix(Canvas canvas, Matrix matrix, Plan.Room room, double left, double top) {
        int columns = matrix.columns().size();
        double cell = room.width() / Math.max(1, columns);
        double line = room.height() / Math.max(1, matrix.rows().size());
        canvas.text(Plan.label(matrix.corner()), left - 8, top - 12, type(Canvas.Anchor.END, Plan.SMALL, Tint.TEXT));
        for (int column = 0; column < columns; column++) {
            List<String> lines = Plan.lines(matrix.columns().get(column), cell, Plan.SMALL);
            for (int i = 0; i < lines.size(); i++) {
                canvas.text(
                        Letters.fitted(lines.get(i), cell, Plan.SMALL),
                        left + cell * (column + 0.5),
                        top - 12 - 14 * (lines.size() - 1 - i),
                        type(Canvas.Anchor.MIDDLE, Plan.SMALL, Tint.TEXT));
            }
        }
        for (int i = 0; i < matrix.rows().size(); i++) {
            Matrix.Row row = matrix.rows().get(i);
            double y = top + line * i;
            canvas.text(Plan.label(row.label()), left - 8, y + line / 2, type(Canvas.Anchor.END, Plan.SIZE, Tint.TEXT));
            for (int column = 0; column < columns; column++) {
                Matrix.Cell one = row.cells().get(column);
                Double value = one.value();
                canvas.open(
                        "data-row",
                        row.label(),
                        "data-column",
                        matrix.columns().get(column),
                        "data-value",
                        Numbers.exact(value, "none"));
                Matrix.Shade shade = matrix.shade(one);
                double x = left + cell * column;
                canvas.box(x + 1, y + 1, cell - 2, line - 2, shade.rgb());
                canvas.segments(
                        shade.hatch().on(x + 1, y + 1, cell - 2, line - 2), new Canvas.Pen(shade.hatchRgb(), 1));
                canvas.text(
                        one.words(), x + cell / 2, y + line / 2, type(Canvas.Anchor.MIDDLE, Plan.SMALL, shade.ink()));
                canvas.close();
            }
        }
    }

    private static void pictures(Canvas canvas, Pictures pictures, double left, double top) {
        double side = Plan.side(pictures);
        for (int i = 0; i < pictures.rows().size(); i++) {
            Pictures.Row row = pictures.rows().get(i);
            double y = top + (side + 4) * i;
            canvas.text(Plan.label(row.label()), left - 8, y + side / 2, type(Canvas.Anchor.END, Plan.SIZE, Tint.TEXT));
            if (row.pictures().isEmpty()) {
                canvas.text("no row", left, y + side / 2, type(Canvas.Anchor.START, Plan.SMALL, FAINT));
            }
            for (int j = 0; j < row.pictures().size(); j++) {
                Pictures.Picture picture = row.pictures().get(j);
                double scale = side / Math.max(picture.width(), picture.height());
                canvas.open("data-row", row.label(), "data-words", picture.words());
                canvas.picture(picture, left + (side + 4) * j, y, scale * picture.width(), scale * picture.height());
                canvas.close();
            }
        }
    }
}
