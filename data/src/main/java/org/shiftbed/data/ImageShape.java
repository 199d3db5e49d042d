package org.shiftbed.data;

/**
 * Channels, height and width of an example, in this order in memory (CHW). A row of a table is a vector: one channel an input, one row and one column.
 *
 * @param channels at least 1
 * @param height at least 1
 * @param width at least 1
 */
public record ImageShape(int channels, int height, int width) {
    public ImageShape {
        if (channels < 1 || height < 1 || width < 1) {
            throw new IllegalArgumentException(
                    "an image has at least one channel, row and column, got " + channels + "x" + height + "x" + width);
        }
    }

    /** The shape of a row of a table with so many inputs. */
    public static ImageShape vector(int inputs) {
        return new ImageShape(inputs, 1, 1);
    }

    /** Whether it is a row of a table and not a picture. */
    public boolean isVector() {
        return height == 1 && width == 1;
    }

    /** Bytes of one example: channels * height * width. */
    public int bytes() {
        return Math.multiplyExact(Math.multiplyExact(channels, height), width);
    }

    @Override
    public String toString() {
        return isVector() ? "vectors of " + channels : channels + "x" + height + "x" + width;
    }
}
