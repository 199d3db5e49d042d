package org.shiftbed.report.figure;

import org.shiftbed.report.aggregate.Family;

/**
 * How marks of a layer look: never by colour alone.
 *
 * @param rgb colour {@code 0xrrggbb}
 * @param hatch of areas
 * @param mark of points
 * @param dash of lines
 * @param width of lines in pixels
 */
public record Look(int rgb, Hatch hatch, Mark mark, Dash dash, double width) {
    /** Shapes of points. */
    public enum Mark {
        CIRCLE,
        SQUARE,
        TRIANGLE,
        DIAMOND,
        DOWN,
        PLUS,
        /** An upright bar, for a median. */
        TICK,
        /** No point: its interval alone. */
        NONE
    }

    /** Strokes of lines. */
    public enum Dash {
        SOLID,
        DASHED,
        DOTTED,
        DASH_DOT;

        /** Lengths drawn and left out, in pixels; empty: drawn whole. */
        double[] pattern() {
            return switch (this) {
                case SOLID -> new double[0];
                case DASHED -> new double[] {6, 3};
                case DOTTED -> new double[] {1.5, 2.5};
                case DASH_DOT -> new double[] {7, 2.5, 1.5, 2.5};
            };
        }
    }

    /** Dark, without hatch. */
    public static final Look PLAIN = new Look(Tint.TEXT, Hatch.NONE, Mark.CIRCLE, Dash.SOLID, 1.6);

    /** A line that others are compared with. */
    public static final Look REFERENCE = new Look(0x8a8a8a, Hatch.NONE, Mark.CIRCLE, Dash.DASHED, 1.2);

    /** A median among points. */
    public static final Look MEDIAN = new Look(0x000000, Hatch.NONE, Mark.TICK, Dash.SOLID, 3);

    /** A line that joins what belongs together. */
    public static final Look JOIN = new Look(Tint.TEXT, Hatch.NONE, Mark.NONE, Dash.SOLID, 4);

    /** After Okabe and Ito, darkened to be read on white. */
    private static final int[] COLOURS = {0x1a1a1a, 0xd55e00, 0x0072b2, 0x009e73, 0xa0529c, 0x8a6d00, 0x3b8fc2, 0x6b6b6b
    };

    private static final Mark[] MARKS = {Mark.CIRCLE, Mark.SQUARE, Mark.TRIANGLE, Mark.DIAMOND, Mark.DOWN, Mark.PLUS};

    /** The look of a method by its place among all; methods of one colour differ in mark, hatch and dash. */
    public static Look of(int slot) {
        int colour = slot % COLOURS.length;
        int round = slot / COLOURS.length;
        return new Look(
                COLOURS[colour],
                Hatch.values()[(colour + round) % Hatch.values().length],
                MARKS[(colour + round) % MARKS.length],
                Dash.values()[(colour + colour / 4 + round) % Dash.values().length],
                1.6);
    }

    /** The look of a family of methods ({@code controlled-shifts.md} 5): colours of the paper, a hatch and a mark to each. */
    public static Look of(Family family) {
        int rgb = switch (family) {
            case ARCHITECTURE -> 0x2e8b57;
            case HEURISTIC -> 0xe08214;
            case LEARNED -> 0x8856a7;
            case GENERALISATION -> 0x3a77b8;
            case ADAPTIVE -> 0xc0392b;
            case REPRESENTATION -> 0x8c5a2b;
        };
        return new Look(rgb, Hatch.values()[family.ordinal()], MARKS[family.ordinal()], Dash.SOLID, 1.8);
    }

    Look dashed(Dash other) {
        return new Look(rgb, hatch, mark, other, width);
    }
}
