package org.shiftbed.data;

import java.util.Arrays;

/**
 * Bilinear resizing with antialiasing (domainbed-protocol 1.5): a triangle filter as wide as an output pixel is in the source, horizontally and
 * then vertically, in 22-bit fixed point with bytes in between. A pass that does not change the size is left out.
 */
public final class AntialiasedResize {
    private static final int PRECISION = 22;
    private static final int HALF = 1 << (PRECISION - 1);

    private AntialiasedResize() {}

    /**
     * Resizes a picture.
     *
     * @param bytes channel by channel and row by row: {@code channels * height * width} values of 0..255
     * @param toHeight rows wanted, at least 1
     * @param toWidth columns wanted, at least 1
     * @return the picture of {@code channels * toHeight * toWidth} values; the same array where the size is the wanted one
     */
    public static byte[] resize(byte[] bytes, int channels, int height, int width, int toHeight, int toWidth) {
        byte[] wide = width == toWidth ? bytes : horizontal(bytes, channels * height, width, toWidth);
        return height == toHeight ? wide : vertical(wide, channels, height, toWidth, toHeight);
    }

    /**
     * What every output pixel of a line takes from the source.
     *
     * @param first first source pixel of each
     * @param count how many it takes
     * @param most largest count: the weights of pixel o begin at {@code o * most}
     * @param weights in fixed point
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Taps(int[] first, int[] count, int most, int[] weights) {
        static Taps of(int in, int out) {
            double scale = (double) in / out;
            double filter = Math.max(scale, 1);
            int most = (int) Math.ceil(2 * filter) + 2;
            Taps taps = new Taps(new int[out], new int[out], most, new int[out * most]);
            double[] real = new double[most];
            for (int o = 0; o < out; o++) {
                double centre = (o + 0.5) * scale;
                int low = Math.max((int) (centre - filter + 0.5), 0);
                int high = Math.min((int) (centre + filter + 0.5), in);
                double sum = 0;
                for (int i = low; i < high; i++) {
                    real[i - low] = Math.max(0, 1 - Math.abs((i - centre + 0.5) / filter));
                    sum += real[i - low];
                }
                taps.first[o] = low;
                taps.count[o] = high - low;
                for (int k = 0; k < high - low; k++) {
                    taps.weights[o * most + k] = (int) (0.5 + real[k] / sum * (1 << PRECISION));
                }
            }
            return taps;
        }
    }

    private static byte[] horizontal(byte[] bytes, int lines, int width, int toWidth) {
        Taps taps = Taps.of(width, toWidth);
        int[] first = taps.first;
        int[] count = taps.count;
        int[] weights = taps.weights;
        byte[] target = new byte[lines * toWidth];
        for (int line = 0; line < lines; line++) {
            int from = line * width;
            int to = line * toWidth;
            for (int x = 0; x < toWidth; x++) {
                int sum = HALF;
                int at = from + first[x];
                int weight = x * taps.most;
                for (int k = 0; k < count[x]; k++) {
                    sum += (bytes[at + k] & 0xFF) * weights[weight + k];
                }
                target[to + x] = (byte) Math.min(255, sum >> PRECISION);
            }
        }
        return target;
    }

    /** Line by line: the sums of a whole line grow together, so that memory is read in its order. */
    private static byte[] vertical(byte[] bytes, int channels, int height, int width, int toHeight) {
        Taps taps = Taps.of(height, toHeight);
        byte[] target = new byte[channels * toHeight * width];
        int[] sums = new int[width];
        for (int line = 0; line < channels * toHeight; line++) {
            int y = line % toHeight;
            Arrays.fill(sums, HALF);
            for (int k = 0; k < taps.count[y]; k++) {
                int weight = taps.weights[y * taps.most + k];
                int from = (line / toHeight * height + taps.first[y] + k) * width;
                for (int x = 0; x < width; x++) {
                    sums[x] += (bytes[from + x] & 0xFF) * weight;
                }
            }
            int to = line * width;
            for (int x = 0; x < width; x++) {
                target[to + x] = (byte) Math.min(255, sums[x] >> PRECISION);
            }
        }
        return target;
    }
}
