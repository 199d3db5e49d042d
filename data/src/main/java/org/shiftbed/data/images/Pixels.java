package org.shiftbed.data.images;

import org.jspecify.annotations.Nullable;

/**
 * What becomes of a file on its way into the cache.
 *
 * @param fit to which size it is brought
 * @param side pixels, see {@link Fit}
 * @param channels 3 or 1
 * @param antialias whether pixels are averaged when a picture shrinks
 * @param background of transparent pixels, 0..255; null: transparency is dropped
 * @param upright whether a picture is turned as its EXIF orientation says
 */
public record Pixels(
        Fit fit,
        int side,
        int channels,
        boolean antialias,
        @Nullable Integer background,
        boolean upright) {
    /** The size of what comes out. */
    public enum Fit {
        /** Height and width are {@code side}. */
        SQUARE,
        /** As it is, but a shorter side above {@code side} is shrunk to it, the other in proportion; with side 0 always as it is. */
        BOUNDED
    }

    /** Bytes of one picture where all have one size. */
    int bytes() {
        return channels * side * side;
    }

    /** Height and width of a picture of this size once it fits. */
    int[] fitted(int height, int width) {
        if (fit == Fit.SQUARE) {
            return new int[] {side, side};
        }
        int shorter = Math.min(height, width);
        if (side == 0 || shorter <= side) {
            return new int[] {height, width};
        }
        return new int[] {scaled(height, shorter), scaled(width, shorter)};
    }

    private int scaled(int length, int shorter) {
        return (int) Math.rint((double) length * side / shorter);
    }
}
