package org.shiftbed.report.figure;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.Stroke;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import org.shiftbed.report.aggregate.Family;

/** Colours, hatches and text of the controlled figures ({@code controlled-shifts.md} 5): every family is known by its hatch too, without colour. */
final class Ink {
    static final Color TEXT = new Color(0x222222);
    static final Color FAINT = new Color(0xd0d0d0);
    static final Color EMPTY = new Color(0xf2f2f2);

    private static final int PITCH = 6;
    private static final Stroke HATCH = new BasicStroke(1.2f);

    private Ink() {}

    static Color colour(Family family) {
        return switch (family) {
            case ARCHITECTURE -> new Color(0x2e8b57);
            case HEURISTIC -> new Color(0xe08214);
            case LEARNED -> new Color(0x8856a7);
            case GENERALISATION -> new Color(0x3a77b8);
            case ADAPTIVE -> new Color(0xc0392b);
            case REPRESENTATION -> new Color(0x8c5a2b);
        };
    }

    /** Fills a shape in the family's colour, its hatch in white above. */
    static void fill(Graphics2D g, Rectangle2D area, Family family) {
        g.setColor(colour(family));
        g.fill(area);
        hatch(g, area, family, Color.WHITE);
        g.setColor(TEXT);
        g.draw(area);
    }

    /** Only the lines of a family's hatch: none, rising, falling, crossed, upright, level. */
    static void hatch(Graphics2D g, Rectangle2D area, Family family, Color colour) {
        switch (family) {
            case ARCHITECTURE -> {}
            case HEURISTIC -> lines(g, area, colour, 1);
            case LEARNED -> lines(g, area, colour, -1);
            case GENERALISATION -> {
                lines(g, area, colour, 1);
                lines(g, area, colour, -1);
            }
            case ADAPTIVE -> lines(g, area, colour, 0);
            case REPRESENTATION -> level(g, area, colour);
        }
    }

    /** Slanted lines: slope 1 rises, -1 falls, 0 stands upright. */
    static void lines(Graphics2D g, Rectangle2D area, Color colour, int slope) {
        Path2D.Double path = new Path2D.Double();
        double height = slope == 0 ? 0 : area.getHeight();
        for (double x = area.getMinX() - height; x < area.getMaxX() + height; x += PITCH) {
            // What of the line from (x, bottom) to (x + slope height, top) lies between the sides, as shares of its
            // way.
            double way = slope * height;
            double left = (area.getMinX() - x) / way;
            double right = (area.getMaxX() - x) / way;
            double from = slope == 0 ? 0 : Math.max(0, Math.min(left, right));
            double to = slope == 0 ? 1 : Math.min(1, Math.max(left, right));
            if (from < to) {
                path.moveTo(x + from * way, area.getMaxY() - from * area.getHeight());
                path.lineTo(x + to * way, area.getMaxY() - to * area.getHeight());
            }
        }
        draw(g, path, colour);
    }

    private static void level(Graphics2D g, Rectangle2D area, Color colour) {
        Path2D.Double path = new Path2D.Double();
        for (double y = area.getMinY() + PITCH / 2.0; y < area.getMaxY(); y += PITCH) {
            path.moveTo(area.getMinX(), y);
            path.lineTo(area.getMaxX(), y);
        }
        draw(g, path, colour);
    }

    /** All lines of an area in one path, and none of them clipped: a file has one element for them, not one each and a clip. */
    private static void draw(Graphics2D g, Path2D path, Color colour) {
        Stroke stroke = g.getStroke();
        g.setColor(colour);
        g.setStroke(HATCH);
        g.draw(path);
        g.setStroke(stroke);
    }

    static void centred(Graphics2D g, String text, double x, double y) {
        put(g, text, x, y, SvgInk.Anchor.MIDDLE);
    }

    static void right(Graphics2D g, String text, double x, double y) {
        put(g, text, x, y, SvgInk.Anchor.END);
    }

    static void left(Graphics2D g, String text, double x, double y) {
        put(g, text, x, y, SvgInk.Anchor.START);
    }

    /** A file says which end of the text stays where it is: whoever shows it may have another font than the one that is measured here. */
    private static void put(Graphics2D g, String text, double x, double y, SvgInk.Anchor anchor) {
        FontMetrics metrics = g.getFontMetrics();
        float baseline = (float) (y + metrics.getAscent() / 2.0 - 1);
        if (g instanceof SvgInk svg) {
            svg.write(text, (float) x, baseline, anchor);
        } else {
            g.drawString(text, (float) (x - anchor.share() * metrics.stringWidth(text)), baseline);
        }
    }

    /** Colour and hatch of each family that is there, in one line; returns nothing else. */
    static void legend(Graphics2D g, Iterable<Family> families, double x, double y) {
        double at = x;
        for (Family family : families) {
            fill(g, new Rectangle2D.Double(at, y - 6, 18, 12), family);
            left(g, family.words(), at + 23, y);
            at += 23 + g.getFontMetrics().stringWidth(family.words()) + 16;
        }
    }
}
