package org.shiftbed.report.figure;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Stroke;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.aggregate.Family;

/**
 * Accuracy along an axis, one small chart a method with the baseline in grey behind it, and a band of one standard deviation over seeds on both sides
 * ({@code controlled-shifts.md} 5, figures 6 and 7): so many lines in one chart could not be told apart.
 *
 * @param title one line
 * @param axis what the axis is
 * @param logarithmic whether the axis is, for counts
 * @param ticks names of the values along it
 * @param lines one a method
 * @param baseline name of the line that stands behind the others; empty: none
 */
public record CurveSheet(
        String title, String axis, boolean logarithmic, List<String> ticks, List<Line> lines, String baseline)
        implements Drawing {
    private static final int PER_ROW = 4;
    private static final int WIDTH = 190;
    private static final int HEIGHT = 120;
    private static final int LEFT = 38;
    private static final int TOP = 44;
    private static final int HEAD = 24;
    private static final int FOOT = 40;

    /** One method's line. */
    public record Line(String method, Family family, List<Point> points) {
        public Line {
            points = List.copyOf(points);
        }
    }

    /**
     * One mean.
     *
     * @param x along the axis; above 0 on a logarithmic one
     * @param mean accuracy in [0, 1]
     * @param sd over seeds; 0 where there is one seed
     */
    public record Point(double x, double mean, double sd) {}

    public CurveSheet {
        ticks = List.copyOf(ticks);
        lines = List.copyOf(lines);
    }

    @Override
    public int width() {
        return Math.max(760, 20 + Math.min(PER_ROW, lines.size()) * (LEFT + WIDTH + 12));
    }

    @Override
    public int height() {
        return TOP + (HEAD + HEIGHT + FOOT) * ((lines.size() + PER_ROW - 1) / PER_ROW);
    }

    @Override
    public void paint(Graphics2D g) {
        Ink.left(g, title, 10, 16);
        for (int i = 0; i < lines.size(); i++) {
            double x = 10 + LEFT + (i % PER_ROW) * (double) (LEFT + WIDTH + 12);
            double y = TOP + HEAD + (i / PER_ROW) * (double) (HEAD + HEIGHT + FOOT);
            chart(g, lines.get(i), x, y);
        }
    }

    private void chart(Graphics2D g, Line line, double x, double y) {
        g.setColor(Ink.TEXT);
        Ink.left(g, line.method(), x, y - 10);
        for (int percent = 0; percent <= 100; percent += 25) {
            double at = y + HEIGHT * (1 - percent / 100.0);
            g.setColor(Ink.FAINT);
            g.draw(new Line2D.Double(x, at, x + WIDTH, at));
            g.setColor(Ink.TEXT);
            Ink.right(g, String.valueOf(percent), x - 5, at);
        }
        List<Point> all = lines.stream().flatMap(each -> each.points().stream()).toList();
        double free = Double.NEGATIVE_INFINITY;
        List<Double> places = all.stream().map(Point::x).distinct().sorted().toList();
        for (int i = 0; i < places.size(); i++) {
            double at = x + across(places.get(i));
            String text = i < ticks.size() ? ticks.get(i) : String.format(Locale.ROOT, "%s", places.get(i));
            double half = g.getFontMetrics().stringWidth(text) / 2.0;
            if (at - half > free) {
                Ink.centred(g, text, at, y + HEIGHT + 10);
                free = at + half + 4;
            }
        }
        Ink.centred(g, axis, x + WIDTH / 2.0, y + HEIGHT + 25);
        for (Line other : lines) {
            if (other.method().equals(baseline) && !other.method().equals(line.method())) {
                stroke(g, other, x, y, new Color(0x9a9a9a), new float[] {4, 3});
            }
        }
        band(g, line, x, y);
        stroke(g, line, x, y, Ink.colour(line.family()), null);
        g.setColor(Ink.TEXT);
        g.draw(new Rectangle2D.Double(x, y, WIDTH, HEIGHT));
    }

    private void band(Graphics2D g, Line line, double x, double y) {
        Path2D.Double area = new Path2D.Double();
        List<Point> points = line.points();
        for (int i = 0; i < points.size(); i++) {
            double up = y + down(points.get(i).mean() + points.get(i).sd());
            if (i == 0) {
                area.moveTo(x + across(points.get(i).x()), up);
            } else {
                area.lineTo(x + across(points.get(i).x()), up);
            }
        }
        for (int i = points.size() - 1; i >= 0; i--) {
            area.lineTo(
                    x + across(points.get(i).x()),
                    y + down(points.get(i).mean() - points.get(i).sd()));
        }
        if (points.size() > 1) {
            area.closePath();
            Color colour = Ink.colour(line.family());
            g.setColor(new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), 70));
            g.fill(area);
        }
    }

    private void stroke(Graphics2D g, Line line, double x, double y, Color colour, float @Nullable [] dash) {
        Stroke before = g.getStroke();
        g.setColor(colour);
        g.setStroke(new BasicStroke(1.8f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dash, 0));
        @Nullable Point last = null;
        for (Point point : line.points()) {
            if (last != null) {
                g.draw(new Line2D.Double(
                        x + across(last.x()), y + down(last.mean()), x + across(point.x()), y + down(point.mean())));
            }
            g.fill(new Ellipse2D.Double(x + across(point.x()) - 2.5, y + down(point.mean()) - 2.5, 5, 5));
            last = point;
        }
        g.setStroke(before);
    }

    private static double down(double accuracy) {
        return HEIGHT * (1 - Math.max(0, Math.min(1, accuracy)));
    }

    /** From the left edge of a chart. */
    private double across(double value) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (Line line : lines) {
            for (Point point : line.points()) {
                least = Math.min(least, scale(point.x()));
                most = Math.max(most, scale(point.x()));
            }
        }
        return most > least ? 8 + (WIDTH - 16) * (scale(value) - least) / (most - least) : WIDTH / 2.0;
    }

    private double scale(double value) {
        return logarithmic ? Math.log10(value) : value;
    }
}
