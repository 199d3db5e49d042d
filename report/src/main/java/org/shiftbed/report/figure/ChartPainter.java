package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Paints the layers of a chart into the rectangle between its axes. */
final class ChartPainter {
    /** Of a row of categories, the part that a bar fills. */
    private static final double BAR = 0.66;

    private static final double RADIUS = 3.6;
    private static final double CAP = 3;
    private static final double SIZE = 11;
    private static final double OPACITY = 0.25;
    private static final int NONE = 0x666666;

    private final Canvas canvas;
    private final Chart chart;
    private final double left;
    private final double top;
    private final double width;
    private final double height;

    ChartPainter(Canvas canvas, Chart chart, double left, double top, double width, double height) {
        this.canvas = canvas;
        this.chart = chart;
        this.left = left;
        this.top = top;
        this.width = width;
        this.height = height;
    }

    void paint() {
        for (Layer layer : chart.layers()) {
            if (layer instanceof Layer.Bars bars) {
                canvas.open("data-layer", layer.name(), "data-kind", "bars");
                bars.bars().forEach(bar -> bar(bar, layer.look()));
            } else if (layer instanceof Layer.Dots dots) {
                canvas.open("data-layer", layer.name(), "data-kind", "dots");
                dots.dots().forEach(dot -> dot(dot, layer.look()));
            } else if (layer instanceof Layer.Line line) {
                line(line);
            } else if (layer instanceof Layer.Band band) {
                band(band);
            } else if (layer instanceof Layer.Words words) {
                canvas.open("data-kind", "words");
                words.words().forEach(word -> text(word.text(), x(word.x()) + 4, y(word.y()), Tint.TEXT));
            }
            canvas.close();
        }
    }

    double x(double value) {
        return left + width * chart.x().place(value);
    }

    double y(double value) {
        double share = chart.y().place(value);
        return top + height * (chart.level() ? share : 1 - share);
    }

    private void text(String text, double x, double y, int rgb) {
        canvas.text(text, x, y, new Canvas.Type(Canvas.Anchor.START, SIZE, rgb));
    }

    private void bar(Layer.Bar bar, Look look) {
        List<String> data = new ArrayList<>(List.of("data-y", Numbers.exact(bar.place())));
        add(data, "data-x", bar.value());
        add(data, "data-low", bar.low());
        add(data, "data-high", bar.high());
        canvas.open(data.toArray(String[]::new));
        double row = height / Math.max(1, chart.y().ticks().size());
        double middle = y(bar.place());
        double base = x(chart.x().base());
        Double value = bar.value();
        if (value == null) {
            text(bar.words(), base + 4, middle, NONE);
        } else {
            double end = x(value);
            hatched(canvas, look, Math.min(base, end), middle - BAR * row / 2, Math.abs(end - base), BAR * row);
            interval(bar.low(), bar.high(), middle, new Canvas.Pen(0x000000, 1.1));
            double far = Math.max(Math.max(end, base), bar.high() == null ? end : x(bar.high()));
            // Words lie on paper, not on lines of the grid or on the frame.
            canvas.box(far + 3, middle - SIZE / 2 - 1, Letters.width(bar.words(), SIZE) + 4, SIZE + 2, 0xffffff);
            text(bar.words(), far + 5, middle, Tint.TEXT);
        }
        canvas.close();
    }

    private void interval(@Nullable Double low, @Nullable Double high, double across, Canvas.Pen pen) {
        if (low == null || high == null) {
            return;
        }
        if (chart.level()) {
            canvas.stroke(x(low), across, x(high), across, pen);
            canvas.stroke(x(low), across - CAP, x(low), across + CAP, pen);
            canvas.stroke(x(high), across - CAP, x(high), across + CAP, pen);
        } else {
            canvas.stroke(across, y(low), across, y(high), pen);
            canvas.stroke(across - CAP, y(low), across + CAP, y(low), pen);
            canvas.stroke(across - CAP, y(high), across + CAP, y(high), pen);
        }
    }

    private void dot(Layer.Dot dot, Look look) {
        List<String> data =
                new ArrayList<>(List.of("data-x", Numbers.exact(dot.x()), "data-y", Numbers.exact(dot.y())));
        add(data, "data-low", dot.low());
        add(data, "data-high", dot.high());
        canvas.open(data.toArray(String[]::new));
        interval(dot.low(), dot.high(), chart.level() ? y(dot.y()) : x(dot.x()), new Canvas.Pen(look.rgb(), 1.3));
        mark(canvas, look, x(dot.x()), y(dot.y()), RADIUS, dot.hollow());
        canvas.close();
    }

    private static void add(List<String> data, String name, @Nullable Double value) {
        if (value != null) {
            data.add(name);
            data.add(Numbers.exact(value));
        }
    }

    private void line(Layer.Line line) {
        StringBuilder xs = new StringBuilder();
        StringBuilder ys = new StringBuilder();
        line.points().forEach(point -> {
            xs.append(xs.length() == 0 ? "" : " ").append(Numbers.exact(point.x()));
            ys.append(ys.length() == 0 ? "" : " ")
                    .append(Double.isFinite(point.y()) ? Numbers.exact(point.y()) : "none");
        });
        canvas.open("data-layer", line.name(), "data-kind", "line", "data-xs", xs.toString(), "data-ys", ys.toString());
        Look look = line.look();
        Canvas.Pen pen = new Canvas.Pen(look.rgb(), look.width(), look.dash());
        List<double[]> run = new ArrayList<>();
        for (Layer.Point point : line.points()) {
            if (!Double.isFinite(point.y())) {
                stroke(run, pen);
                run.clear();
                continue;
            }
            if (line.steps() && !run.isEmpty()) {
                run.add(new double[] {x(point.x()), run.get(run.size() - 1)[1]});
            }
            run.add(new double[] {x(point.x()), y(point.y())});
        }
        stroke(run, pen);
    }

    private void stroke(List<double[]> run, Canvas.Pen pen) {
        if (run.size() > 1) {
            canvas.line(
                    run.stream().mapToDouble(at -> at[0]).toArray(),
                    run.stream().mapToDouble(at -> at[1]).toArray(),
                    pen);
        }
    }

    private void band(Layer.Band band) {
        StringBuilder xs = new StringBuilder();
        StringBuilder lows = new StringBuilder();
        StringBuilder highs = new StringBuilder();
        List<double[]> upper = new ArrayList<>();
        List<double[]> lower = new ArrayList<>();
        for (Layer.Range range : band.ranges()) {
            String gap = xs.length() == 0 ? "" : " ";
            xs.append(gap).append(Numbers.exact(range.x()));
            lows.append(gap).append(Numbers.exact(range.low()));
            highs.append(gap).append(Numbers.exact(range.high()));
            double at = x(range.x());
            if (band.steps() && !upper.isEmpty()) {
                upper.add(new double[] {at, upper.get(upper.size() - 1)[1]});
                lower.add(new double[] {at, lower.get(lower.size() - 1)[1]});
            }
            upper.add(new double[] {at, y(range.high())});
            lower.add(new double[] {at, y(range.low())});
        }
        canvas.open(
                "data-layer",
                band.name(),
                "data-kind",
                "band",
                "data-xs",
                xs.toString(),
                "data-lows",
                lows.toString(),
                "data-highs",
                highs.toString());
        if (upper.size() > 1) {
            java.util.Collections.reverse(lower);
            upper.addAll(lower);
            canvas.area(
                    upper.stream().mapToDouble(at -> at[0]).toArray(),
                    upper.stream().mapToDouble(at -> at[1]).toArray(),
                    band.look().rgb(),
                    OPACITY);
        }
    }

    /** A rectangle in the colour and hatch of a look. */
    static void hatched(Canvas canvas, Look look, double x, double y, double width, double height) {
        canvas.box(x, y, width, height, look.rgb());
        canvas.segments(look.hatch().on(x, y, width, height), new Canvas.Pen(0xffffff, 1.3));
        canvas.frame(x, y, width, height, new Canvas.Pen(Tint.TEXT, 0.7));
    }

    /** The point of a look. */
    static void mark(Canvas canvas, Look look, double x, double y, double r, boolean hollow) {
        int fill = hollow ? 0xffffff : look.rgb();
        Canvas.Pen border = new Canvas.Pen(hollow ? look.rgb() : 0xffffff, hollow ? 1.4 : 0.6);
        switch (look.mark()) {
            case NONE -> {}
            case CIRCLE -> canvas.circle(x, y, r, fill, border);
            case SQUARE ->
                polygon(
                        canvas,
                        new double[] {x - r, x + r, x + r, x - r},
                        new double[] {y - r, y - r, y + r, y + r},
                        fill,
                        border);
            case TRIANGLE ->
                polygon(
                        canvas,
                        new double[] {x, x + 1.15 * r, x - 1.15 * r},
                        new double[] {y - 1.25 * r, y + r, y + r},
                        fill,
                        border);
            case DOWN ->
                polygon(
                        canvas,
                        new double[] {x, x + 1.15 * r, x - 1.15 * r},
                        new double[] {y + 1.25 * r, y - r, y - r},
                        fill,
                        border);
            case DIAMOND ->
                polygon(
                        canvas,
                        new double[] {x, x + 1.35 * r, x, x - 1.35 * r},
                        new double[] {y - 1.35 * r, y, y + 1.35 * r, y},
                        fill,
                        border);
            case PLUS -> {
                double a = 1.25 * r;
                double b = 0.42 * r;
                polygon(
                        canvas,
                        new double[] {x - b, x + b, x + b, x + a, x + a, x + b, x + b, x - b, x - b, x - a, x - a, x - b
                        },
                        new double[] {y - a, y - a, y - b, y - b, y + b, y + b, y + a, y + a, y + b, y + b, y - b, y - b
                        },
                        fill,
                        new Canvas.Pen(look.rgb(), hollow ? 1.2 : 0.4));
            }
            case TICK -> canvas.box(x - 1.8, y - 10, 3.6, 20, look.rgb());
        }
    }

    private static void polygon(Canvas canvas, double[] xs, double[] ys, int fill, Canvas.Pen border) {
        canvas.area(xs, ys, fill, 1);
        double[] closedX = java.util.Arrays.copyOf(xs, xs.length + 1);
        double[] closedY = java.util.Arrays.copyOf(ys, ys.length + 1);
        closedX[xs.length] = xs[0];
        closedY[ys.length] = ys[0];
        canvas.line(closedX, closedY, border);
    }
}
