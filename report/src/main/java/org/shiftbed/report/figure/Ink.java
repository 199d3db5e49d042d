package org.shiftbed.report.figure;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import org.shiftbed.report.aggregate.Family;

/** Colours, hatches and text of the controlled figures ({@code controlled-shifts.md} 5): every family is known by its hatch too, without colour. */
final class Ink {
    static final Color TEXT = new Color(0x222222);
    static final Color FAINT = new Color(0xd0d0d0);
    static final Color EMPTY = new Color(0xf2f2f2);

    private static final int PITCH = 6;

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
        Shape clip = g.getClip();
        Stroke stroke = g.getStroke();
        g.clip(area);
        g.setColor(colour);
        g.setStroke(new BasicStroke(1.2f));
        double height = slope == 0 ? 0 : area.getHeight();
        for (double x = area.getMinX() - height; x < area.getMaxX() + height; x += PITCH) {
            double end = x + slope * area.getHeight();
            g.draw(new Line2D.Double(x, area.getMaxY(), end, area.getMinY()));
        }
        g.setStroke(stroke);
        g.setClip(clip);
    }

    private static void level(Graphics2D g, Rectangle2D area, Color colour) {
        Stroke stroke = g.getStroke();
        g.setColor(colour);
        g.setStroke(new BasicStroke(1.2f));
        for (double y = area.getMinY() + PITCH / 2.0; y < area.getMaxY(); y += PITCH) {
            g.draw(new Line2D.Double(area.getMinX(), y, area.getMaxX(), y));
        }
        g.setStroke(stroke);
    }

    static void centred(Graphics2D g, String text, double x, double y) {
        FontMetrics metrics = g.getFontMetrics();
        g.drawString(text, (float) (x - metrics.stringWidth(text) / 2.0), (float) (y + metrics.getAscent() / 2.0 - 1));
    }

    static void right(Graphics2D g, String text, double x, double y) {
        FontMetrics metrics = g.getFontMetrics();
        g.drawString(text, (float) (x - metrics.stringWidth(text)), (float) (y + metrics.getAscent() / 2.0 - 1));
    }

    static void left(Graphics2D g, String text, double x, double y) {
        g.drawString(text, (float) x, (float) (y + g.getFontMetrics().getAscent() / 2.0 - 1));
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
