package org.shiftbed.data;

/**
 * Channels, height and width of an example, in this order in memory (CHW).
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

    /** Bytes of one example: channels * height * width. */
    public int bytes() {
        return Math.multiplyExact(Math.multiplyExact(channels, height), width);
    }

    @Override
    public String toString() {
        return channels + "x" + height + "x" + width;
    }
}
