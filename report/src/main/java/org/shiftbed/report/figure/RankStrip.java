package org.shiftbed.report.figure;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.Map;
import java.util.TreeSet;
import org.shiftbed.report.aggregate.Family;
import org.shiftbed.report.aggregate.Ranks;

/**
 * Every rank of every method as a point, the median as a black bar, methods by their median ({@code controlled-shifts.md} 5, figure 5).
 *
 * @param title one line
 * @param ranks by median
 * @param families of the methods
 */
public record RankStrip(String title, Ranks ranks, Map<String, Family> families) implements Drawing {
    private static final int LABELS = 130;
    private static final int WIDTH = 740;
    private static final int LINE = 26;
    private static final int TOP = 64;
    private static final int BOTTOM = 44;
    private static final int LANES = 5;

    @Override
    public int width() {
        return LABELS + WIDTH + 30;
    }

    @Override
    public int height() {
        return TOP + LINE * ranks.rows().size() + BOTTOM;
    }

    @Override
    public void paint(Graphics2D g) {
        Ink.left(g, title, 10, 16);
        Ink.legend(g, new TreeSet<>(families.values()), 10, 38);
        int last = ranks.rows().stream()
                .flatMap(row -> row.points().stream())
                .mapToInt(Ranks.Point::ranked)
                .max()
                .orElse(1);
        double bottom = TOP + LINE * ranks.rows().size();
        for (int rank = 1; rank <= last; rank++) {
            g.setColor(Ink.FAINT);
            g.draw(new Line2D.Double(x(rank, last), TOP, x(rank, last), bottom));
            g.setColor(Ink.TEXT);
            Ink.centred(g, String.valueOf(rank), x(rank, last), bottom + 12);
        }
        Ink.centred(g, "rank, 1 is best", LABELS + WIDTH / 2.0, bottom + 30);
        for (int i = 0; i < ranks.rows().size(); i++) {
            row(g, ranks.rows().get(i), TOP + LINE * i, last);
        }
    }

    private void row(Graphics2D g, Ranks.Row row, double y, int last) {
        Family family = families.getOrDefault(row.method(), Family.GENERALISATION);
        g.setColor(Ink.TEXT);
        Ink.right(g, row.method(), LABELS - 30, y + LINE / 2.0);
        Ink.fill(g, new Rectangle2D.Double(LABELS - 24, y + 7, 14, 12), family);
        for (int i = 0; i < row.points().size(); i++) {
            double lane = y + 6 + (LINE - 12.0) * (i % LANES) / (LANES - 1);
            g.setColor(Ink.colour(family));
            g.fill(new Ellipse2D.Double(x(row.points().get(i).rank(), last) - 3, lane - 3, 6, 6));
        }
        g.setColor(Color.BLACK);
        g.fill(new Rectangle2D.Double(x(row.median(), last) - 2, y + 2, 4, LINE - 4));
    }

    private static double x(double rank, int last) {
        return LABELS + 15 + (WIDTH - 30) * (rank - 1) / Math.max(1, last - 1);
    }
}
