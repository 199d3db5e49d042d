package org.shiftbed.learn.augment;

import org.shiftbed.data.ImageShape;

/**
 * Bilinear resizing with antialiasing (domainbed-protocol 1.5): a triangle filter as wide as an output pixel is in the source, horizontally and
 * then vertically, in 22-bit fixed point with bytes in between. A pass that does not change the size is left out.
 */
public final class Resize {
    private static final int PRECISION = 22;

    private Resize() {}

    /**
     * To a size.
     *
     * @param height at least 1
     * @param width at least 1
     */
    public static PictureOperation to(int height, int width) {
        return picture -> {
            Picture wide = picture.width() == width ? picture : horizontal(picture, width);
            return wide.height() == height ? wide : vertical(wide, height);
        };
    }

    /**
     * What every output pixel of a line takes from the source.
     *
     * @param first first source pixel of each
     * @param weights in fixed point
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Taps(int[] first, int[][] weights) {
        static Taps of(int in, int out) {
            double scale = (double) in / out;
            double filter = Math.max(scale, 1);
            int[] first = new int[out];
            int[][] weights = new int[out][];
            for (int o = 0; o < out; o++) {
                double centre = (o + 0.5) * scale;
                int low = Math.max((int) (centre - filter + 0.5), 0);
                int high = Math.min((int) (centre + filter + 0.5), in);
                double[] real = new double[high - low];
                double sum = 0;
                for (int i = low; i < high; i++) {
                    real[i - low] = Math.max(0, 1 - Math.abs((i - centre + 0.5) / filter));
                    sum += real[i - low];
                }
                first[o] = low;
                weights[o] = new int[real.length];
                for (int k = 0; k < real.length; k++) {
                    weights[o][k] = (int) (0.5 + real[k] / sum * (1 << PRECISION));
                }
            }
            return new Taps(first, weights);
        }

        /** One output value, reading every {@code stride}-th byte from {@code start} on. */
        byte at(int o, byte[] source, int start, int stride) {
            int sum = 1 << (PRECISION - 1);
            int[] own = weights[o];
            int at = start + first[o] * stride;
            for (int k = 0; k < own.length; k++, at += stride) {
                sum += (source[at] & 0xFF) * own[k];
            }
            return (byte) Math.max(0, Math.min(255, sum >> PRECISION));
        }
    }

    private static Picture horizontal(Picture picture, int width) {
        Taps taps = Taps.of(picture.width(), width);
        ImageShape shape = new ImageShape(picture.channels(), picture.height(), width);
        byte[] target = new byte[shape.bytes()];
        int at = 0;
        for (int line = 0; line < picture.channels() * picture.height(); line++) {
            for (int x = 0; x < width; x++) {
                target[at++] = taps.at(x, picture.bytes(), line * picture.width(), 1);
            }
        }
        return new Picture(shape, target);
    }

    private static Picture vertical(Picture picture, int height) {
        Taps taps = Taps.of(picture.height(), height);
        int width = picture.width();
        ImageShape shape = new ImageShape(picture.channels(), height, width);
        byte[] target = new byte[shape.bytes()];
        int at = 0;
        for (int c = 0; c < picture.channels(); c++) {
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    target[at++] = taps.at(y, picture.bytes(), c * picture.area() + x, width);
                }
            }
        }
        return new Picture(shape, target);
    }
}
