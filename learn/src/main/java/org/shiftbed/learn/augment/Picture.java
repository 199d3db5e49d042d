package org.shiftbed.learn.augment;

import java.util.Arrays;
import org.shiftbed.data.ImageShape;

/**
 * A picture of unsigned bytes, channel by channel and row by row (CHW). An operation never changes the bytes of a picture it is given.
 *
 * @param shape channels, height and width
 * @param bytes of length {@link ImageShape#bytes}
 */
@SuppressWarnings("ArrayRecordComponent") // a view of pixels, never compared as a record
public record Picture(ImageShape shape, byte[] bytes) {
    public Picture {
        if (bytes.length != shape.bytes()) {
            throw new IllegalArgumentException(
                    "a picture of " + shape + " has " + shape.bytes() + " bytes, got " + bytes.length);
        }
    }

    /** A black picture. */
    static Picture black(ImageShape shape) {
        return new Picture(shape, new byte[shape.bytes()]);
    }

    /** Channels, 1 for grey. */
    public int channels() {
        return shape.channels();
    }

    /** Rows. */
    public int height() {
        return shape.height();
    }

    /** Columns. */
    public int width() {
        return shape.width();
    }

    /** Pixels of a channel. */
    int area() {
        return shape.height() * shape.width();
    }

    /** A byte as a number of 0..255. */
    int at(int index) {
        return bytes[index] & 0xFF;
    }

    /** A picture of the same shape. */
    Picture with(byte[] values) {
        return new Picture(shape, values);
    }

    /** Three channels: grey is replicated, of more than three the first three stay (controlled-shifts 3.2). */
    public Picture coloured() {
        if (channels() == 3) {
            return this;
        }
        ImageShape colours = new ImageShape(3, height(), width());
        int area = area();
        byte[] values = new byte[3 * area];
        for (int c = 0; c < 3; c++) {
            System.arraycopy(bytes, channels() > 3 ? c * area : 0, values, c * area, area);
        }
        return new Picture(colours, values);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Picture picture && shape.equals(picture.shape) && Arrays.equals(bytes, picture.bytes);
    }

    @Override
    public int hashCode() {
        return 31 * shape.hashCode() + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "picture of " + shape;
    }
}
