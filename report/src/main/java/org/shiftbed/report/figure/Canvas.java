package org.shiftbed.report.figure;

import java.util.List;

/** What figures are painted on; pixels, y downwards. */
interface Canvas {
    /**
     * How a line is drawn.
     *
     * @param rgb colour
     * @param width in pixels
     */
    record Pen(int rgb, double width, Look.Dash dash) {
        Pen(int rgb, double width) {
            this(rgb, width, Look.Dash.SOLID);
        }
    }

    /** Which point of a text stays where it is put. */
    enum Anchor {
        START(0),
        MIDDLE(0.5),
        END(1);

        private final double share;

        Anchor(double share) {
            this.share = share;
        }

        /** How much of the text lies left of the point. */
        double share() {
            return share;
        }
    }

    /**
     * How a text is set.
     *
     * @param size of the letters in pixels
     */
    record Type(Anchor anchor, double size, int rgb) {}

    /** Begins a group of what is painted for some data, names and values in turn. */
    void open(String... data);

    /** Ends the group. */
    void close();

    /** A filled polygon. */
    void area(double[] xs, double[] ys, int rgb, double opacity);

    /** A filled circle with a border. */
    void circle(double x, double y, double radius, int rgb, Pen border);

    /** A line through points. */
    void line(double[] xs, double[] ys, Pen pen);

    /** Many straight lines as one. */
    void segments(List<Hatch.Segment> segments, Pen pen);

    /** A line of text, its middle at the height of y. */
    void text(String text, double x, double y, Type type);

    /** A text that runs upwards, its middle at the point. */
    void upward(String text, double x, double y, Type type);

    /** A picture, its pixels as squares. */
    void picture(Pictures.Picture picture, double x, double y, double width, double height);

    /** A filled rectangle. */
    default void box(double x, double y, double width, double height, int rgb) {
        area(new double[] {x, x + width, x + width, x}, new double[] {y, y, y + height, y + height}, rgb, 1);
    }

    /** The border of a rectangle. */
    default void frame(double x, double y, double width, double height, Pen pen) {
        line(new double[] {x, x + width, x + width, x, x}, new double[] {y, y, y + height, y + height, y}, pen);
    }

    /** A straight line. */
    default void stroke(double x, double y, double toX, double toY, Pen pen) {
        line(new double[] {x, toX}, new double[] {y, toY}, pen);
    }
}
