package org.shiftbed.learn;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * What becomes of a byte of a picture in float32, for two bytes at a time: a table of 65,536 pairs for each channel takes the place of the arithmetic, so
 * that a picture is gone through once and every value is exactly that of the formula.
 */
final class PixelTable {
    private static final int PAIRS = 1 << 16;
    private static final float[] MEAN = {0.485f, 0.456f, 0.406f};
    private static final float[] DEVIATION = {0.229f, 0.224f, 0.225f};

    private final boolean normalised;
    private final long[][] pairs;

    /**
     * @param channels of a picture
     * @param normalised whether ImageNet's mean is taken from b / 255 and the rest divided by its deviation, for three channels; else b / 255
     */
    PixelTable(int channels, boolean normalised) {
        this.normalised = normalised;
        pairs = new long[channels][];
        for (int c = 0; c < channels; c++) {
            pairs[c] = !normalised && c > 0 ? pairs[0] : pairs(c, normalised);
        }
    }

    private static long[] pairs(int channel, boolean normalised) {
        int[] bits = new int[256];
        for (int value = 0; value < 256; value++) {
            bits[value] = Float.floatToRawIntBits(value(channel, value, normalised));
        }
        boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        long[] table = new long[PAIRS];
        for (int pair = 0; pair < PAIRS; pair++) {
            long first = bits[little ? pair & 0xFF : pair >> 8] & 0xFFFFFFFFL;
            long second = bits[little ? pair >> 8 : pair & 0xFF] & 0xFFFFFFFFL;
            table[pair] = little ? first | second << 32 : first << 32 | second;
        }
        return table;
    }

    /** What is taken from b / 255 in a channel. */
    static float mean(int channel) {
        return MEAN[channel];
    }

    /** What the rest is divided by. */
    static float deviation(int channel) {
        return DEVIATION[channel];
    }

    /** Of one byte. */
    static float value(int channel, int value, boolean normalised) {
        float unit = value / 255f;
        return normalised ? (unit - MEAN[channel]) / DEVIATION[channel] : unit;
    }

    /**
     * The same for values that need not be whole: each becomes what {@link #value} makes of it.
     *
     * @param values of one picture (CHW) from {@code at} on, in 0..255
     * @param area pixels of a channel
     */
    void scale(float[] values, int at, int area) {
        for (int c = 0; c < pairs.length; c++) {
            int from = at + c * area;
            float mean = normalised ? MEAN[c] : 0;
            float deviation = normalised ? DEVIATION[c] : 1;
            for (int i = from; i < from + area; i++) {
                values[i] = (values[i] / 255f - mean) / deviation;
            }
        }
    }

    /**
     * Converts pictures.
     *
     * @param bytes in native order, picture by picture (CHW), from its start on
     * @param pictures how many
     * @param area pixels of a channel, even
     * @param target as many floats, two a long, in native order
     */
    void convert(ByteBuffer bytes, int pictures, int area, LongBuffer target) {
        for (int picture = 0; picture < pictures; picture++) {
            for (int c = 0; c < pairs.length; c++) {
                long[] table = pairs[c];
                int from = (picture * pairs.length + c) * area;
                int to = from / 2;
                for (int k = 0; k < area / 2; k++) {
                    target.put(to + k, table[bytes.getShort(from + 2 * k) & 0xFFFF]);
                }
            }
        }
    }
}
