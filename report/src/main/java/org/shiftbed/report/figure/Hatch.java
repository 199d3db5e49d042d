package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.List;

/** Lines over an area that tell it from others without colour. */
public enum Hatch {
    NONE,
    RISING,
    FALLING,
    CROSSED,
    UPRIGHT,
    LEVEL;

    private static final double PITCH = 6;

    /** From one end to the other, inside of the area. */
    record Segment(double x, double y, double toX, double toY) {}

    /** The lines that lie on a rectangle; y goes downwards. */
    List<Segment> on(double x, double y, double width, double height) {
        List<Segment> lines = new ArrayList<>();
        switch (this) {
            case NONE -> {}
            case RISING -> slanted(lines, x, y, width, height, 1);
            case FALLING -> slanted(lines, x, y, width, height, -1);
            case CROSSED -> {
                slanted(lines, x, y, width, height, 1);
                slanted(lines, x, y, width, height, -1);
            }
            case UPRIGHT -> {
                for (double at = x + PITCH / 2; at < x + width; at += PITCH) {
                    lines.add(new Segment(at, y, at, y + height));
                }
            }
            case LEVEL -> {
                for (double at = y + PITCH / 3; at < y + height; at += PITCH * 2 / 3) {
                    lines.add(new Segment(x, at, x + width, at));
                }
            }
        }
        return lines;
    }

    /** Slope 1 rises, -1 falls. */
    private static void slanted(List<Segment> lines, double x, double y, double width, double height, int slope) {
        for (double start = x - height; start < x + width + height; start += PITCH) {
            // Of the line from (start, bottom) to (start + slope height, top) the part between the sides.
            double left = (x - start) / (slope * height);
            double right = (x + width - start) / (slope * height);
            double from = Math.max(0, Math.min(left, right));
            double to = Math.min(1, Math.max(left, right));
            if (from < to) {
                lines.add(new Segment(
                        start + from * slope * height,
                        y + (1 - from) * height,
                        start + to * slope * height,
                        y + (1 - to) * height));
            }
        }
    }
}
