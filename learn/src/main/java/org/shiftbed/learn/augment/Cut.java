package org.shiftbed.learn.augment;

import java.util.Arrays;
import org.shiftbed.data.ImageShape;

/** Operations that take pixels away or change their places without arithmetic. */
public final class Cut {
    private Cut() {}

    /**
     * Fills a square: rows {@code y - half} to {@code y + half - 1} and the columns alike, clipped at the borders (controlled-shifts 3.2).
     *
     * @param x column of the centre
     * @param y row of the centre
     * @param half half the side, in pixels
     * @param fill 0 to 255
     */
    public static PictureOperation out(int x, int y, int half, int fill) {
        return picture -> {
            byte[] target = picture.bytes().clone();
            int top = Math.max(0, y - half);
            int bottom = Math.min(picture.height(), y + half);
            int left = Math.max(0, x - half);
            int right = Math.min(picture.width(), x + half);
            for (int c = 0; c < picture.channels(); c++) {
                for (int row = top; row < bottom; row++) {
                    int start = (c * picture.height() + row) * picture.width();
                    if (left < right) {
                        Arrays.fill(target, start + left, start + right, (byte) fill);
                    }
                }
            }
            return picture.with(target);
        };
    }

    /** Left becomes right. */
    public static PictureOperation mirror() {
        return picture -> {
            byte[] source = picture.bytes();
            byte[] target = new byte[source.length];
            int width = picture.width();
            for (int start = 0; start < source.length; start += width) {
                for (int x = 0; x < width; x++) {
                    target[start + x] = source[start + width - 1 - x];
                }
            }
            return picture.with(target);
        };
    }

    /**
     * A rectangle of a picture.
     *
     * @param top first row
     * @param left first column
     */
    public static PictureOperation to(int top, int left, int height, int width) {
        return picture -> {
            if (top < 0 || left < 0 || top + height > picture.height() || left + width > picture.width()) {
                throw new IllegalArgumentException("rows " + top + " to " + (top + height - 1) + " and columns " + left
                        + " to " + (left + width - 1) + " do not lie in a " + picture);
            }
            ImageShape shape = new ImageShape(picture.channels(), height, width);
            byte[] target = new byte[shape.bytes()];
            for (int c = 0; c < picture.channels(); c++) {
                for (int row = 0; row < height; row++) {
                    System.arraycopy(
                            picture.bytes(),
                            (c * picture.height() + top + row) * picture.width() + left,
                            target,
                            (c * height + row) * width,
                            width);
                }
            }
            return new Picture(shape, target);
        };
    }
}
