package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.List;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.jspecify.annotations.Nullable;

/** What a figure's PGFPlots source must hold, written down from the value: coordinates, and distances to the ends of intervals. */
final class PgfNumbers {
    private static final NormalDistribution NORMAL = new NormalDistribution();

    private PgfNumbers() {}

    static List<String> of(Figure figure) {
        List<String> all = new ArrayList<>();
        for (Panel panel : figure.panels()) {
            if (panel instanceof Matrix matrix) {
                matrix.rows()
                        .forEach(row -> row.cells().forEach(cell -> {
                            Double value = cell.value();
                            all.add("cell "
                                    + (value == null
                                            ? "none"
                                            : value == Math.rint(value)
                                                    ? String.valueOf(value.longValue())
                                                    : String.valueOf(value)));
                        }));
            } else if (panel instanceof Chart chart) {
                chart.layers().forEach(layer -> add(all, chart, layer));
            }
        }
        return all;
    }

    private static void add(List<String> all, Chart chart, Layer layer) {
        if (layer instanceof Layer.Bars bars) {
            for (Layer.Bar bar : bars.bars()) {
                Double value = bar.value();
                if (value != null) {
                    all.add(at(chart, value, bar.place()) + interval(true, value, bar.low(), bar.high()));
                }
            }
        } else if (layer instanceof Layer.Dots dots) {
            for (Layer.Dot dot : dots.dots()) {
                boolean level = chart.level();
                all.add(at(chart, dot.x(), dot.y())
                        + interval(level, level ? dot.x() : dot.y(), dot.low(), dot.high()));
            }
        } else if (layer instanceof Layer.Line line) {
            line.points().forEach(point -> all.add(at(chart, point.x(), point.y())));
        } else if (layer instanceof Layer.Band band) {
            for (int i = 0; i < band.ranges().size(); i++) {
                Layer.Range range = band.ranges().get(i);
                if (band.steps() && i > 0) {
                    all.add(at(chart, range.x(), band.ranges().get(i - 1).high()));
                    all.add(at(chart, range.x(), band.ranges().get(i - 1).low()));
                }
                all.add(at(chart, range.x(), range.high()));
                all.add(at(chart, range.x(), range.low()));
            }
        }
    }

    private static String interval(boolean level, double value, @Nullable Double low, @Nullable Double high) {
        if (low == null || high == null) {
            return "";
        }
        return level
                ? " " + (high - value + 0.0) + " 0.0 " + (value - low + 0.0) + " 0.0"
                : " 0.0 " + (high - value + 0.0) + " 0.0 " + (value - low + 0.0);
    }

    private static String at(Chart chart, double x, double y) {
        return "at " + spaced(chart.x(), x) + " " + spaced(chart.y(), y);
    }

    private static double spaced(Scale scale, double value) {
        return (scale.kind() == Scale.Kind.PROBIT ? NORMAL.inverseCumulativeProbability(value / 100) : value) + 0.0;
    }
}
