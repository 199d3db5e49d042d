package org.shiftbed.data;

/**
 * Bilinear resizing with antialiasing (domainbed-protocol 1.5): a triangle filter as wide as an output pixel is in the source, horizontally and
 * then vertically, in 22-bit fixed point with bytes in between. A pass that does not change the size is left out.
 */
public final class AntialiasedResize {
    private static final int PRECISION = 22;

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

    private static byte[] horizontal(byte[] bytes, int lines, int width, int toWidth) {
        Taps taps = Taps.of(width, toWidth);
        byte[] target = new byte[lines * toWidth];
        int at = 0;
        for (int line = 0; line < lines; line++) {
            for (int x = 0; x < toWidth; x++) {
                target[at++] = taps.at(x, bytes, line * width, 1);
            }
        }
        return target;
    }

    private static byte[] vertical(byte[] bytes, int channels, int height, int width, int toHeight) {
        Taps taps = Taps.of(height, toHeight);
        byte[] target = new byte[channels * toHeight * width];
        int at = 0;
        for (int c = 0; c < channels; c++) {
            for (int y = 0; y < toHeight; y++) {
                for (int x = 0; x < width; x++) {
                    target[at++] = taps.at(y, bytes, c * height * width + x, width);
                }
            }
        }
        return target;
    }
}
