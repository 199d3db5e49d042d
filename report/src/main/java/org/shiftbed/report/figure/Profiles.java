package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Curves with bands around them in one chart: performance profiles (steps), or anything over one axis.
 *
 * @param title one line
 * @param caption how many runs are behind a curve, what its band is
 * @param x title of the x axis
 * @param y title of the y axis
 * @param share whether y is a share between 0 and 1
 * @param steps whether curves go level to the next point
 * @param curves one a method
 */
public record Profiles(
        String title, String caption, String x, String y, boolean share, boolean steps, List<Curve> curves) {
    private static final int TOGETHER = 4;
    private static final int PER_ROW = 3;
    private static final Look BEHIND = new Look(0xc4c4c4, Hatch.NONE, Look.Mark.NONE, Look.Dash.SOLID, 1);

    /**
     * One curve.
     *
     * @param slot place of the method among all: it decides the look
     * @param points in order of x
     */
    public record Curve(String name, int slot, List<Point> points) {
        public Curve {
            points = List.copyOf(points);
        }
    }

    /** A value with the ends of its band; both equal the value where it has none. */
    public record Point(double x, double value, double low, double high) {}

    public Profiles {
        curves = List.copyOf(curves);
    }

    /** The figure: bands of more than four curves would hide each other, so that each curve then has a panel, the others grey behind it. */
    public Figure figure() {
        DoubleStream xs =
                curves.stream().flatMapToDouble(curve -> curve.points.stream().mapToDouble(Point::x));
        DoubleStream ys = curves.stream()
                .flatMapToDouble(curve -> curve.points.stream()
                        .flatMapToDouble(point -> DoubleStream.of(point.low, point.value, point.high)));
        Scale along = Scale.covering(x, xs);
        Scale up = share ? Scale.even(y, 0, 1, 0.2) : Scale.covering(y, ys);
        if (curves.size() <= TOGETHER) {
            List<Layer> layers = new ArrayList<>();
            curves.forEach(curve -> band(layers, curve));
            curves.forEach(curve -> layers.add(line(curve, curve.name, Look.of(curve.slot))));
            return new Figure(title, caption, new Chart("", along, up, layers));
        }
        List<Panel> panels = new ArrayList<>();
        for (Curve curve : curves) {
            List<Layer> layers = new ArrayList<>();
            for (Curve other : curves) {
                if (other != curve) {
                    layers.add(line(other, "", BEHIND));
                }
            }
            band(layers, curve);
            layers.add(line(curve, curve.name, Look.of(curve.slot)));
            panels.add(new Chart(curve.name, along, up, layers));
        }
        return new Figure(title, caption, panels, PER_ROW);
    }

    private void band(List<Layer> layers, Curve curve) {
        if (curve.points.stream().anyMatch(point -> point.low < point.high)) {
            layers.add(new Layer.Band(
                    curve.name,
                    Look.of(curve.slot),
                    curve.points.stream()
                            .map(point -> new Layer.Range(point.x, point.low, point.high))
                            .toList(),
                    steps));
        }
    }

    private Layer line(Curve curve, String name, Look look) {
        return new Layer.Line(
                name,
                look,
                curve.points.stream()
                        .map(point -> new Layer.Point(point.x, point.value))
                        .toList(),
                steps);
    }
}
