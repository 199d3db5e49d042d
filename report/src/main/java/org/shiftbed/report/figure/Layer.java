package org.shiftbed.report.figure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Marks of one look in a chart, in the units of its scales; a category is the number of its place from 0, whole or beside it. */
public sealed interface Layer {
    /** As the legend calls it; empty: not in the legend. */
    String name();

    Look look();

    /** Level bars from the start of the x scale, or from 0 where that is inside of it. */
    record Bars(String name, Look look, List<Bar> bars) implements Layer {
        public Bars {
            bars = List.copyOf(bars);
        }
    }

    /**
     * One bar.
     *
     * @param place category
     * @param value where it ends; null where there is none, which the words say
     * @param low lower end of its interval; null where there is none
     * @param high upper end
     * @param words printed at its end
     */
    record Bar(
            double place,
            @Nullable Double value,
            @Nullable Double low,
            @Nullable Double high,
            String words) {
        public Bar {
            Check.finite(place, value, low, high);
        }
    }

    /** Points, with intervals where they have some. */
    record Dots(String name, Look look, List<Dot> dots) implements Layer {
        public Dots {
            dots = List.copyOf(dots);
        }
    }

    /**
     * One point.
     *
     * @param low lower end of its interval; null where there is none
     * @param high upper end
     * @param hollow whether something is missing behind it, which the caption says
     * @param words what else is known of it, for the page and the text; may be empty
     */
    record Dot(
            double x,
            double y,
            @Nullable Double low,
            @Nullable Double high,
            boolean hollow,
            String words) {
        public Dot {
            Check.finite(x, y, low, high);
        }

        /** A point without an interval that lacks nothing. */
        public Dot(double x, double y, String words) {
            this(x, y, null, null, false, words);
        }
    }

    /**
     * A line through points.
     *
     * @param points in order; NaN for y is a gap
     * @param steps whether it goes level to the next point and then up or down
     */
    record Line(String name, Look look, List<Point> points, boolean steps) implements Layer {
        public Line {
            points = List.copyOf(points);
        }

        /** From one point to another. */
        public static Line between(String name, Look look, double x, double y, double toX, double toY) {
            return new Line(name, look, List.of(new Point(x, y), new Point(toX, toY)), false);
        }
    }

    /** A place of a line. */
    record Point(double x, double y) {}

    /**
     * An area between two lines.
     *
     * @param ranges in order
     * @param steps as of a line
     */
    record Band(String name, Look look, List<Range> ranges, boolean steps) implements Layer {
        public Band {
            ranges = List.copyOf(ranges);
        }
    }

    /** Height of a band at one place. */
    record Range(double x, double low, double high) {
        public Range {
            Check.finite(x, low, high);
        }
    }

    /** Words at places of the chart; they have no legend. */
    record Words(List<Word> words) implements Layer {
        public Words {
            words = List.copyOf(words);
        }

        @Override
        public String name() {
            return "";
        }

        @Override
        public Look look() {
            return Look.PLAIN;
        }
    }

    /** A text that starts at a place, on the middle of its height. */
    record Word(double x, double y, String text) {}

    /** A mark needs numbers: what has none must not come here. */
    final class Check {
        private Check() {}

        static void finite(@Nullable Double... values) {
            for (Double value : values) {
                if (value != null && !Double.isFinite(value)) {
                    throw new IllegalArgumentException("a mark is made of finite numbers, got " + value);
                }
            }
        }
    }
}
