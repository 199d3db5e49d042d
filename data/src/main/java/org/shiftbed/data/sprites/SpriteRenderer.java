package org.shiftbed.data.sprites;

import java.util.Arrays;

/**
 * Draws the grey image of a base image at 64 pixels, or as means of blocks at 32 or 16. Immutable; may be used by several threads.
 *
 * <p>Sines and cosines come from {@link StrictMath}, so that every machine draws the same pixels.
 */
final class SpriteRenderer {
    static final int FULL = 64;

    private static final SpriteShape[] SHAPES = SpriteShape.values();

    private final int side;
    private final double[] cosine = new double[SpriteGrid.ORIENTATIONS];
    private final double[] sine = new double[SpriteGrid.ORIENTATIONS];

    /** @param side 64, 32 or 16 */
    SpriteRenderer(int side) {
        this.side = side;
        for (int j = 0; j < SpriteGrid.ORIENTATIONS; j++) {
            double angle = 2 * Math.PI * j / (SpriteGrid.ORIENTATIONS - 1);
            cosine[j] = StrictMath.cos(angle);
            sine[j] = StrictMath.sin(angle);
        }
    }

    /**
     * Draws one image; values are 0 and 255 at 64 pixels, means of blocks rounded half up below.
     *
     * @param target filled with side * side bytes, row after row
     */
    void draw(SpriteGrid.Factors factors, byte[] target) {
        Arrays.fill(target, 0, side * side, (byte) 0);
        SpriteShape shape = SHAPES[factors.shape()];
        double scale = (5 + factors.scale()) / 10.0;
        double cos = cosine[factors.orientation()];
        double sin = sine[factors.orientation()];
        double centreX = centre(factors.posX());
        double centreY = centre(factors.posY());
        int block = FULL / side;
        double reach = SpriteShape.REACH * scale;
        // Only whole blocks that the sprite can touch are looked at.
        int left = first(centreX - reach, block);
        int right = last(centreX + reach, block);
        int top = first(centreY - reach, block);
        int bottom = last(centreY + reach, block);
        int area = block * block;
        for (int row = top; row <= bottom; row++) {
            for (int column = left; column <= right; column++) {
                int inside = 0;
                for (int r = row * block; r < (row + 1) * block; r++) {
                    double dy = r + 0.5 - centreY;
                    for (int c = column * block; c < (column + 1) * block; c++) {
                        double dx = c + 0.5 - centreX;
                        if (shape.contains((cos * dx + sin * dy) / scale, (-sin * dx + cos * dy) / scale)) {
                            inside++;
                        }
                    }
                }
                if (inside > 0) {
                    target[row * side + column] = (byte) ((2 * 255 * inside + area) / (2 * area));
                }
            }
        }
    }

    private int first(double edge, int block) {
        return Math.max(0, (int) Math.floor(edge) / block);
    }

    private int last(double edge, int block) {
        return Math.min(side - 1, (int) Math.floor(edge) / block);
    }

    /** The sprite's centre on one axis in pixels: 16 + 32 k/31. */
    private static double centre(int position) {
        return 16 + 32 * (position / (double) (SpriteGrid.POSITIONS - 1));
    }
}
