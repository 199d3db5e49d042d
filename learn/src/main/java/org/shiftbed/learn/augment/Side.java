package org.shiftbed.learn.augment;

import org.shiftbed.data.ImageShape;

/**
 * Magnitudes in pixels that follow the size of the picture (controlled-shifts 3.2, size interpolation): a straight line through the values of the
 * papers at 32 and 224 pixels, continued on both sides.
 */
final class Side {
    private static final double SMALL = 32;
    private static final double SPAN = 192;

    private Side() {}

    /** Of a move along rows the width, along columns the height; of all else the shorter side. For square pictures they are one. */
    static int of(Primitive primitive, ImageShape shape) {
        return switch (primitive) {
            case TRANSLATE_X -> shape.width();
            case TRANSLATE_Y -> shape.height();
            default -> Math.min(shape.width(), shape.height());
        };
    }

    /** Largest translation: 10 pixels at 32, 100 at 224. */
    static double translation(int side) {
        return 10 + 90 * (side - SMALL) / SPAN;
    }

    /** Largest half side of a cut: 10 pixels at 32, 40 at 224. */
    static double cut(int side) {
        return 10 + 30 * (side - SMALL) / SPAN;
    }
}
