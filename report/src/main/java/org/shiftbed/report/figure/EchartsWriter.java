package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;

/**
 * Writes a figure for the page: an option of Apache ECharts, all of it data. Where the library wants a function, to paint a mark, the option has its
 * name, and {@code figure.js} puts the function there, places the panels by the width of the screen and takes the colours of words from the page.
 */
final class EchartsWriter {
    private final Figure figure;
    private final List<Object> xAxes = new ArrayList<>();
    private final List<Object> yAxes = new ArrayList<>();
    private final List<Object> grids = new ArrayList<>();
    private final List<Object> series = new ArrayList<>();
    private final List<Object> panels = new ArrayList<>();

    EchartsWriter(Figure figure) {
        this.figure = figure;
    }

    /** What the page's script reads: {@code kind}, the panels' sizes, the option. */
    String json() {
        for (int i = 0; i < figure.panels().size(); i++) {
            Panel panel = figure.panels().get(i);
            if (panel instanceof Chart chart) {
                chart(chart, i);
            } else if (panel instanceof Matrix matrix) {
                matrix(matrix, i);
            } else if (panel instanceof Pictures pictures) {
                pictures(pictures, i);
            }
        }
        Map<String, Object> option = new LinkedHashMap<>();
        option.put("animation", false);
        option.put("grid", grids);
        option.put("xAxis", xAxes);
        option.put("yAxis", yAxes);
        option.put("series", series);
        option.put("tooltip", Map.of("trigger", "item", "confine", true));
        List<Object> legend = new ArrayList<>();
        figure.legend().forEach(key -> legend.add(Map.of("name", key.name(), "icon", icon(key))));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", "figure");
        json.put("perRow", figure.perRow());
        json.put("panels", panels);
        json.put("legend", legend);
        json.put("option", option);
        return CanonicalJson.text(json);
    }

    private static String icon(Figure.Key key) {
        return key.sign() == Figure.Sign.AREA
                ? "rect"
                : key.sign() == Figure.Sign.LINE
                        ? "path://M0,4L20,4L20,6L0,6Z"
                        : switch (key.look().mark()) {
                            case CIRCLE, NONE -> "circle";
                            case SQUARE -> "rect";
                            case TRIANGLE -> "triangle";
                            case DIAMOND -> "diamond";
                            case DOWN -> "path://M0,0L10,0L5,10Z";
                            case PLUS -> "path://M4,0L6,0L6,4L10,4L10,6L6,6L6,10L4,10L4,6L0,6L0,4L4,4Z";
                            case TICK -> "path://M4,0L6,0L6,10L4,10Z";
                        };
    }

    private void axes(int index, Map<String, Object> x, Map<String, Object> y) {
        grids.add(Map.of());
        for (Map<String, Object> axis : List.of(x, y)) {
            axis.put("gridIndex", index);
            axis.put("axisLabel", Map.of("show", false));
            axis.put("axisTick", Map.of("show", false));
            axis.put("axisLine", Map.of("show", false));
            axis.put("splitLine", Map.of("show", false));
        }
        xAxes.add(x);
        yAxes.add(y);
    }

    private void panel(Panel panel, String type, List<String> labels, int rows, String xTitle, String yTitle) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("type", type);
        one.put("title", panel.title());
        one.put("labels", labels);
        one.put("rows", rows);
        one.put("xTitle", xTitle);
        one.put("yTitle", yTitle);
        panels.add(one);
    }

    private Map<String, Object> series(int index, String type, String name) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("type", type);
        one.put("name", name);
        one.put("xAxisIndex", index);
        one.put("yAxisIndex", index);
        series.add(one);
        return one;
    }

    private Map<String, Object> custom(int index, String renderItem, String name, List<?> data) {
        Map<String, Object> one = series(index, "custom", name);
        one.put("renderItem", renderItem);
        one.put("data", data);
        return one;
    }

    private void chart(Chart chart, int index) {
        axes(index, axis(chart.x()), axis(chart.y()));
        yAxes(index).put("inverse", chart.level());
        panel(
                chart,
                chart.level() ? "categories" : "chart",
                chart.y().ticks().stream().map(Scale.Tick::label).toList(),
                chart.y().ticks().size(),
                chart.x().title(),
                chart.y().title());
        ticks(index, "xTicks", chart.x());
        ticks(index, "yTicks", chart.y());
        for (Layer layer : chart.layers()) {
            if (layer instanceof Layer.Bars bars) {
                bars(chart, bars, index);
            } else if (layer instanceof Layer.Dots dots) {
                dots(chart, dots, index);
            } else if (layer instanceof Layer.Line line) {
                line(chart, line, index);
            } else if (layer instanceof Layer.Band band) {
                band(chart, band, index);
            } else if (layer instanceof Layer.Words words) {
                List<Object> data = new ArrayList<>();
                words.words()
                        .forEach(word -> data.add(
                                Map.of("value", values(chart, word.x(), word.y(), null, null), "words", word.text())));
                custom(index, "words", "", data).put("silent", true);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> yAxes(int index) {
        return (Map<String, Object>) yAxes.get(index);
    }

    private static Map<String, Object> axis(Scale scale) {
        Map<String, Object> axis = new LinkedHashMap<>();
        axis.put("type", scale.kind() == Scale.Kind.LOGARITHMIC ? "log" : "value");
        axis.put("min", number(scale, scale.low()));
        axis.put("max", number(scale, scale.high()));
        return axis;
    }

    /** Quantiles on a probit axis, which the library does not have. */
    private static @Nullable Double number(Scale scale, @Nullable Double value) {
        if (value == null || !Double.isFinite(value)) {
            return null;
        }
        return scale.kind() == Scale.Kind.PROBIT ? (Double) scale.stretched(value) : value;
    }

    private static List<@Nullable Object> values(
            Chart chart, @Nullable Double x, double y, @Nullable Double low, @Nullable Double high) {
        Scale along = chart.level() ? chart.x() : chart.y();
        List<@Nullable Object> values = new ArrayList<>();
        values.add(number(chart.x(), x));
        values.add(number(chart.y(), y));
        if (low != null && high != null) {
            values.add(number(along, low));
            values.add(number(along, high));
        }
        return Collections.unmodifiableList(values);
    }

    private void ticks(int index, String painter, Scale scale) {
        List<Object> data = new ArrayList<>();
        for (Scale.Tick tick : scale.ticks()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("value", new ArrayList<>(Collections.singletonList(number(scale, tick.value()))));
            one.put("words", tick.label());
            data.add(one);
        }
        Map<String, Object> one = custom(index, painter, "", data);
        one.put("silent", true);
        one.put("clip", false);
        one.put("z", 1);
        one.put("categories", scale.kind() == Scale.Kind.CATEGORIES);
    }

    private static Map<String, Object> look(Look look) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("colour", Tint.css(look.rgb()));
        map.put("mark", look.mark().name().toLowerCase(Locale.ROOT));
        map.put("hatch", look.hatch().name().toLowerCase(Locale.ROOT));
        map.put("width", look.width());
        return map;
    }

    /** Colour and, for areas, hatch in the legend. */
    private static Map<String, Object> style(Look look, boolean area) {
        Map<String, Object> style = new LinkedHashMap<>();
        style.put("color", Tint.css(look.rgb()));
        if (area && look.hatch() != Hatch.NONE) {
            Map<String, Object> decal = new LinkedHashMap<>();
            decal.put("symbol", "rect");
            decal.put("color", "#ffffff");
            decal.put("dashArrayX", List.of(1, look.hatch() == Hatch.CROSSED ? 3 : 0));
            decal.put("dashArrayY", List.of(2, 3));
            decal.put(
                    "rotation",
                    switch (look.hatch()) {
                        case RISING, CROSSED -> -Math.PI / 4;
                        case FALLING -> Math.PI / 4;
                        case UPRIGHT -> Math.PI / 2;
                        case NONE, LEVEL -> 0.0;
                    });
            style.put("decal", decal);
        }
        return style;
    }

    private void bars(Chart chart, Layer.Bars bars, int index) {
        List<Object> data = new ArrayList<>();
        for (Layer.Bar bar : bars.bars()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("value", values(chart, bar.value(), bar.place(), bar.low(), bar.high()));
            one.put("words", bar.words());
            one.put("of", chart.y().named(bar.place()));
            data.add(one);
        }
        Map<String, Object> one = custom(index, "bar", bars.name(), data);
        one.put("itemStyle", style(bars.look(), true));
        one.put("look", look(bars.look()));
        one.put("base", chart.x().base());
        one.put("clip", false);
    }

    private void dots(Chart chart, Layer.Dots dots, int index) {
        List<Object> data = new ArrayList<>();
        for (Layer.Dot dot : dots.dots()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("value", values(chart, dot.x(), dot.y(), dot.low(), dot.high()));
            one.put("words", dot.words().isEmpty() ? Numbers.text(chart.level() ? dot.x() : dot.y()) : dot.words());
            one.put("of", chart.level() ? chart.y().named(dot.y()) : Numbers.text(dot.x()));
            one.put("hollow", dot.hollow());
            data.add(one);
        }
        Map<String, Object> one = custom(index, chart.level() ? "levelDot" : "dot", dots.name(), data);
        one.put("itemStyle", style(dots.look(), false));
        one.put("look", look(dots.look()));
    }

    private void line(Chart chart, Layer.Line line, int index) {
        List<Object> data = new ArrayList<>();
        line.points().forEach(point -> data.add(values(chart, point.x(), point.y(), null, null)));
        Map<String, Object> one = series(index, "line", line.name());
        Map<String, Object> style = new LinkedHashMap<>();
        style.put("color", Tint.css(line.look().rgb()));
        style.put("width", line.look().width());
        double[] pattern = line.look().dash().pattern();
        if (pattern.length > 0) {
            List<Double> dash = new ArrayList<>();
            for (double part : pattern) {
                dash.add(part);
            }
            style.put("type", dash);
        }
        one.put("lineStyle", style);
        one.put("itemStyle", style(line.look(), false));
        one.put("symbol", "none");
        one.put("connectNulls", false);
        if (line.steps()) {
            one.put("step", "end");
        }
        one.put("data", data);
    }

    private void band(Chart chart, Layer.Band band, int index) {
        List<Object> data = new ArrayList<>();
        for (Layer.Range range : band.ranges()) {
            List<@Nullable Object> value = new ArrayList<>();
            value.add(number(chart.x(), range.x()));
            value.add(number(chart.y(), range.low()));
            value.add(number(chart.y(), range.high()));
            data.add(Map.of("value", value));
        }
        Map<String, Object> one = custom(index, "band", band.name(), data);
        one.put("itemStyle", style(band.look(), false));
        one.put("look", look(band.look()));
        one.put("steps", band.steps());
        one.put("silent", true);
    }

    private static Map<String, Object> span(int count) {
        Map<String, Object> axis = new LinkedHashMap<>();
        axis.put("type", "value");
        axis.put("min", -0.5);
        axis.put("max", Math.max(1, count) - 0.5);
        return axis;
    }

    private static List<Object> named(List<String> names) {
        List<Object> data = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            data.add(Map.of("value", List.of(i), "words", names.get(i)));
        }
        return data;
    }

    private void names(int index, String painter, List<String> names) {
        Map<String, Object> one = custom(index, painter, "", named(names));
        one.put("silent", true);
        one.put("clip", false);
        one.put("categories", true);
    }

    private void matrix(Matrix matrix, int index) {
        Map<String, Object> y = span(matrix.rows().size());
        y.put("inverse", true);
        axes(index, span(matrix.columns().size()), y);
        List<String> labels = matrix.rows().stream().map(Matrix.Row::label).toList();
        panel(matrix, "matrix", labels, labels.size(), matrix.corner(), "");
        names(index, "columnNames", matrix.columns());
        names(index, "yTicks", labels);
        List<Object> data = new ArrayList<>();
        for (int i = 0; i < matrix.rows().size(); i++) {
            Matrix.Row row = matrix.rows().get(i);
            for (int column = 0; column < row.cells().size(); column++) {
                Matrix.Cell cell = row.cells().get(column);
                Matrix.Shade shade = matrix.shade(cell);
                List<@Nullable Object> value = new ArrayList<>();
                value.add(column);
                value.add(i);
                value.add(cell.value());
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("value", value);
                one.put("words", cell.words());
                one.put("of", row.label() + ", " + matrix.columns().get(column));
                one.put("fill", Tint.css(shade.rgb()));
                one.put("ink", Tint.css(shade.ink()));
                one.put("hatch", shade.hatch().name().toLowerCase(Locale.ROOT));
                one.put("hatchColour", Tint.css(shade.hatchRgb()));
                data.add(one);
            }
        }
        custom(index, "cell", "", data);
    }

    private void pictures(Pictures pictures, int index) {
        int most = pictures.rows().stream()
                .mapToInt(row -> row.pictures().size())
                .max()
                .orElse(1);
        Map<String, Object> y = span(pictures.rows().size());
        y.put("inverse", true);
        axes(index, span(most), y);
        List<String> labels = pictures.rows().stream().map(Pictures.Row::label).toList();
        panel(pictures, "pictures", labels, labels.size(), "", "");
        names(index, "yTicks", labels);
        List<Object> data = new ArrayList<>();
        for (int i = 0; i < pictures.rows().size(); i++) {
            Pictures.Row row = pictures.rows().get(i);
            for (int j = 0; j < row.pictures().size(); j++) {
                Pictures.Picture picture = row.pictures().get(j);
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("value", List.of(j, i));
                one.put("words", picture.words());
                one.put("of", row.label());
                one.put("image", "data:image/png;base64," + SvgCanvas.png(picture));
                one.put("shape", (double) picture.width() / picture.height());
                data.add(one);
            }
        }
        custom(index, "picture", "", data);
    }
}
