package org.shiftbed.learn;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/**
 * What becomes of a byte of a picture in float32: a table of 256 values for each channel takes the place of the arithmetic, so that a picture is gone through
 * once and every value is exactly that of the formula.
 */
final class PixelTable {
    private static final int VALUES = 256;
    private static final float[] MEAN = {0.485f, 0.456f, 0.406f};
    private static final float[] DEVIATION = {0.229f, 0.224f, 0.225f};

    private final boolean normalised;
    private final float[][] values;

    /**
     * @param channels of a picture
     * @param normalised whether ImageNet's mean is taken from b / 255 and the rest divided by its deviation, for three channels; else b / 255
     */
    PixelTable(int channels, boolean normalised) {
        this.normalised = normalised;
        values = new float[channels][VALUES];
        for (int c = 0; c < channels; c++) {
            for (int value = 0; value < VALUES; value++) {
                values[c][value] = value;
            }
            scale(values[c], 0, VALUES, c);
        }
    }

    /** What is taken from b / 255 in a channel. */
    static float mean(int channel) {
        return MEAN[channel];
    }

    /** What the rest is divided by. */
    static float deviation(int channel) {
        return DEVIATION[channel];
    }

    /**
     * Converts values that need not be whole.
     *
     * @param picture values (CHW) from {@code at} on, in 0..255
     * @param area pixels of a channel
     */
    void scale(float[] picture, int at, int area) {
        for (int c = 0; c < values.length; c++) {
            scale(picture, at + c * area, area, c);
        }
    }

    private void scale(float[] picture, int from, int count, int channel) {
        float mean = normalised ? MEAN[channel] : 0;
        float deviation = normalised ? DEVIATION[channel] : 1;
        for (int i = from; i < from + count; i++) {
            picture[i] = (picture[i] / 255f - mean) / deviation;
        }
    }

    /**
     * Converts pictures.
     *
     * @param bytes picture by picture (CHW), from its start on
     * @param pictures how many
     * @param area pixels of a channel
     * @param target receives as many floats from its start on
     */
    void convert(ByteBuffer bytes, int pictures, int area, FloatBuffer target) {
        for (int plane = 0; plane < pictures * values.length; plane++) {
            convert(bytes, plane * area, area, values[plane % values.length], target);
        }
    }

    private static void convert(ByteBuffer bytes, int from, int area, float[] table, FloatBuffer target) {
        for (int i = from; i < from + area; i++) {
            target.put(i, table[bytes.get(i) & 0xFF]);
        }
    }
}
