package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.stat.regression.SimpleRegression;
import org.jspecify.annotations.Nullable;

/**
 * Validation against test accuracy, one point a training, on axes spaced by the quantiles of the normal distribution, with the line fitted there
 * (Miller et al. 2021, "Accuracy on the Line").
 *
 * @param title one line
 * @param panels one a place
 * @param chosen how a training's checkpoint was chosen, in words
 */
public record AccuracyLine(String title, List<Place> panels, String chosen) {
    private static final int PER_ROW = 3;

    /** With fewer trainings than this a line says nothing. */
    static final int FEWEST = 3;

    /** An accuracy of 0 or 1 has no quantile. */
    private static final double EDGE = 0.0005;

    /** Trainings at one place. */
    public record Place(String label, List<Point> points) {
        public Place {
            points = List.copyOf(points);
        }
    }

    /**
     * One training.
     *
     * @param slot place of the method among all: it decides the look
     * @param validation accuracy in [0, 1]
     * @param test accuracy in [0, 1]
     * @param words what else is known of it
     */
    public record Point(String method, int slot, double validation, double test, String words) {
        private boolean inside() {
            return validation > EDGE && validation < 1 - EDGE && test > EDGE && test < 1 - EDGE;
        }
    }

    /**
     * The line through quantiles.
     *
     * @param n points behind it
     * @param r Pearson's correlation of the quantiles
     */
    public record Fit(int n, double slope, double intercept, double r) {}

    public AccuracyLine {
        panels = List.copyOf(panels);
    }

    /** Least squares of the quantile of test on that of validation accuracy; null with fewer than three points, or where validation does not vary. */
    public static @Nullable Fit fit(List<Point> points) {
        NormalDistribution normal = new NormalDistribution();
        SimpleRegression regression = new SimpleRegression();
        points.stream()
                .filter(Point::inside)
                .forEach(point -> regression.addData(
                        normal.inverseCumulativeProbability(point.validation),
                        normal.inverseCumulativeProbability(point.test)));
        if (regression.getN() < FEWEST
                || !Double.isFinite(regression.getSlope())
                || !Double.isFinite(regression.getR())) {
            return null;
        }
        return new Fit((int) regression.getN(), regression.getSlope(), regression.getIntercept(), regression.getR());
    }

    /** The figure; null where there is no point. */
    public @Nullable Figure figure() {
        List<Point> all = panels.stream()
                .flatMap(panel -> panel.points.stream())
                .filter(Point::inside)
                .toList();
        if (all.isEmpty()) {
            return null;
        }
        long outside = panels.stream().flatMap(panel -> panel.points.stream()).count() - all.size();
        Scale x = Scale.probit(
                "validation accuracy in per cent", all.stream().mapToDouble(point -> 100 * point.validation));
        Scale y = Scale.probit("test accuracy in per cent", all.stream().mapToDouble(point -> 100 * point.test));
        List<Panel> charts = new ArrayList<>();
        for (Place place : panels) {
            if (place.points.stream().anyMatch(Point::inside)) {
                charts.add(chart(place, x, y));
            }
        }
        return new Figure(
                title,
                "One point a training that finished, " + all.size() + " in all; " + chosen
                        + " Axes are spaced by quantiles of the normal distribution, where the line is fitted by least squares; r"
                        + " is Pearson's correlation there. Dashed, where it is inside: test as good as validation."
                        + (outside > 0 ? " Left out, at 0 or 100 per cent: " + outside + "." : ""),
                charts,
                Math.min(PER_ROW, charts.size()));
    }

    private static Chart chart(Place place, Scale x, Scale y) {
        List<Layer> layers = new ArrayList<>();
        double from = Math.max(x.low(), y.low());
        double to = Math.min(x.high(), y.high());
        if (from < to) {
            layers.add(Layer.Line.between("", Look.REFERENCE, from, from, to, to));
        }
        Map<String, List<Layer.Dot>> dots = new LinkedHashMap<>();
        Map<String, Integer> slots = new LinkedHashMap<>();
        place.points.stream().filter(Point::inside).forEach(point -> {
            dots.computeIfAbsent(point.method, unused -> new ArrayList<>())
                    .add(new Layer.Dot(100 * point.validation, 100 * point.test, point.words));
            slots.put(point.method, point.slot);
        });
        dots.forEach((method, own) -> layers.add(new Layer.Dots(method, Look.of(slots.getOrDefault(method, 0)), own)));
        Fit fit = fit(place.points);
        String said = "n = " + dots.values().stream().mapToInt(List::size).sum();
        if (fit != null) {
            layers.add(line(place.points, fit));
            said = String.format(Locale.ROOT, "slope %.2f, r = %.2f, n = %d", fit.slope, fit.r, fit.n)
                    .replace('-', '\u2212');
        }
        return new Chart(
                Stream.of(place.label, said)
                        .filter(text -> !text.isEmpty())
                        .reduce((a, b) -> a + ": " + b)
                        .orElse(""),
                x,
                y,
                layers);
    }

    /** From the lowest validation accuracy to the highest, straight on these axes. */
    private static Layer line(List<Point> points, Fit fit) {
        NormalDistribution normal = new NormalDistribution();
        double[] ends = points.stream()
                .filter(Point::inside)
                .mapToDouble(Point::validation)
                .sorted()
                .toArray();
        List<Layer.Point> line = new ArrayList<>();
        for (double end : new double[] {ends[0], ends[ends.length - 1]}) {
            double quantile = fit.intercept + fit.slope * normal.inverseCumulativeProbability(end);
            line.add(new Layer.Point(100 * end, 100 * normal.cumulativeProbability(quantile)));
        }
        return new Layer.Line("fitted line", Look.PLAIN, line, false);
    }
}
