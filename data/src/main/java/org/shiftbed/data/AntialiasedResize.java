package org.shiftbed.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bilinear resizing with antialiasing (domainbed-protocol 1.5): a triangle filter as wide as an output pixel is in the source, horizontally and
 * then vertically, in 22-bit fixed point with bytes in between. A pass that does not change the size is left out.
 */
public final class AntialiasedResize {
    private static final int PRECISION = 22;
    private static final int HALF = 1 << (PRECISION - 1);
    /** Lines that one pass across takes. */
    private static final int LINES = 4;
    /** Eight pixels of a line. */
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** Two of eight pixels, four apart, each in the low byte of a half of a long. */
    private static final long PAIR = 0x000000FF_000000FFL;
    /** One half in fixed point, for each of two pixels. */
    private static final long HALVES = (long) HALF << 32 | HALF;

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
     * What every output pixel of a line takes from the source: the same number of neighbours each, some of weight 0.
     *
     * @param first first source pixel of each
     * @param count how many neighbours
     * @param weights in fixed point, those of pixel o from {@code o * count} on
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Taps(int[] first, int count, int[] weights) {
        static Taps of(int in, int out) {
            double scale = (double) in / out;
            double filter = Math.max(scale, 1);
            int[] low = new int[out];
            int[] high = new int[out];
            int count = 1;
            for (int o = 0; o < out; o++) {
                double centre = (o + 0.5) * scale;
                low[o] = Math.max((int) (centre - filter + 0.5), 0);
                high[o] = Math.min((int) (centre + filter + 0.5), in);
                count = Math.max(count, high[o] - low[o]);
            }
            int[] first = new int[out];
            int[] weights = new int[out * count];
            double[] real = new double[count];
            for (int o = 0; o < out; o++) {
                double centre = (o + 0.5) * scale;
                double sum = 0;
                for (int i = low[o]; i < high[o]; i++) {
                    real[i - low[o]] = Math.max(0, 1 - Math.abs((i - centre + 0.5) / filter));
                    sum += real[i - low[o]];
                }
                first[o] = Math.min(low[o], in - count);
                for (int i = low[o]; i < high[o]; i++) {
                    weights[o * count + i - first[o]] = (int) (0.5 + real[i - low[o]] / sum * (1 << PRECISION));
                }
            }
            return new Taps(first, count, weights);
        }
    }

    /** At most 255: rounded weights add up to 1 and half a unit for each of them, far from what would carry white beyond it. */
    private static byte pixel(int sum) {
        return (byte) (sum >> PRECISION);
    }

    // Two and three neighbours, which enlarging and slight shrinking need, are written out: they are most of the work
    // of
    // a training and of the first reading of pictures. Across, four lines share the weights of a place; down, a long
    // holds two sums, each of which has room to spare in its half. Java compiles short loops best.

    private static byte[] horizontal(byte[] bytes, int lines, int width, int toWidth) {
        Taps taps = Taps.of(width, toWidth);
        byte[] target = new byte[lines * toWidth];
        int line = 0;
        if (taps.count == 2 || taps.count == 3) {
            for (; line + LINES <= lines; line += LINES) {
                if (taps.count == 2) {
                    across2(bytes, line * width, width, taps.first, taps.weights, target, line * toWidth, toWidth);
                } else {
                    across3(bytes, line * width, width, taps.first, taps.weights, target, line * toWidth, toWidth);
                }
            }
        }
        for (; line < lines; line++) {
            across(bytes, line * width, taps, target, line * toWidth, toWidth);
        }
        return target;
    }

    /** Four lines. */
    private static void across2(
            byte[] bytes, int from, int width, int[] first, int[] weights, byte[] target, int to, int toWidth) {
        for (int x = 0; x < toWidth; x++) {
            int left = weights[2 * x];
            int right = weights[2 * x + 1];
            int at = from + first[x];
            target[to + x] = mixed(bytes, at, left, right);
            at += width;
            target[to + toWidth + x] = mixed(bytes, at, left, right);
            at += width;
            target[to + 2 * toWidth + x] = mixed(bytes, at, left, right);
            at += width;
            target[to + 3 * toWidth + x] = mixed(bytes, at, left, right);
        }
    }

    /** Four lines. */
    private static void across3(
            byte[] bytes, int from, int width, int[] first, int[] weights, byte[] target, int to, int toWidth) {
        for (int x = 0; x < toWidth; x++) {
            int left = weights[3 * x];
            int middle = weights[3 * x + 1];
            int right = weights[3 * x + 2];
            int at = from + first[x];
            target[to + x] = mixed(bytes, at, left, middle, right);
            at += width;
            target[to + toWidth + x] = mixed(bytes, at, left, middle, right);
            at += width;
            target[to + 2 * toWidth + x] = mixed(bytes, at, left, middle, right);
            at += width;
            target[to + 3 * toWidth + x] = mixed(bytes, at, left, middle, right);
        }
    }

    private static byte mixed(byte[] bytes, int at, int left, int right) {
        return pixel(HALF + (bytes[at] & 0xFF) * left + (bytes[at + 1] & 0xFF) * right);
    }

    private static byte mixed(byte[] bytes, int at, int left, int middle, int right) {
        return pixel(
                HALF + (bytes[at] & 0xFF) * left + (bytes[at + 1] & 0xFF) * middle + (bytes[at + 2] & 0xFF) * right);
    }

    private static void across(byte[] bytes, int from, Taps taps, byte[] target, int to, int toWidth) {
        int count = taps.count;
        for (int x = 0; x < toWidth; x++) {
            int sum = HALF;
            int at = from + taps.first[x];
            for (int k = 0; k < count; k++) {
                sum += (bytes[at + k] & 0xFF) * taps.weights[x * count + k];
            }
            target[to + x] = pixel(sum);
        }
    }

    /** Line by line, so that memory is read in its order. */
    private static byte[] vertical(byte[] bytes, int channels, int height, int width, int toHeight) {
        Taps taps = Taps.of(height, toHeight);
        int[] weights = taps.weights;
        byte[] target = new byte[channels * toHeight * width];
        int[] sums = new int[width];
        for (int line = 0; line < channels * toHeight; line++) {
            int y = line % toHeight;
            int from = (line / toHeight * height + taps.first[y]) * width;
            int to = line * width;
            switch (taps.count) {
                case 2 -> down2(bytes, from, width, weights[2 * y], weights[2 * y + 1], target, to);
                case 3 -> down3(bytes, from, width, weights[3 * y], weights[3 * y + 1], weights[3 * y + 2], target, to);
                default -> down(bytes, from, width, taps, y, sums, target, to);
            }
        }
        return target;
    }

    private static void down2(byte[] bytes, int from, int width, int upper, int lower, byte[] target, int to) {
        int next = from + width;
        int x = 0;
        for (; x + Long.BYTES <= width; x += Long.BYTES) {
            long a = (long) EIGHT.get(bytes, from + x);
            long b = (long) EIGHT.get(bytes, next + x);
            long mixed = 0;
            for (int shift = 0; shift < 32; shift += 8) {
                long sum = HALVES + (a >>> shift & PAIR) * upper + (b >>> shift & PAIR) * lower;
                mixed |= (sum >>> PRECISION & PAIR) << shift;
            }
            EIGHT.set(target, to + x, mixed);
        }
        for (; x < width; x++) {
            target[to + x] = pixel(HALF + (bytes[from + x] & 0xFF) * upper + (bytes[next + x] & 0xFF) * lower);
        }
    }

    private static void down3(
            byte[] bytes, int from, int width, int upper, int middle, int lower, byte[] target, int to) {
        int next = from + width;
        int last = next + width;
        int x = 0;
        for (; x + Long.BYTES <= width; x += Long.BYTES) {
            long a = (long) EIGHT.get(bytes, from + x);
            long b = (long) EIGHT.get(bytes, next + x);
            long c = (long) EIGHT.get(bytes, last + x);
            long mixed = 0;
            for (int shift = 0; shift < 32; shift += 8) {
                long sum = HALVES
                        + (a >>> shift & PAIR) * upper
                        + (b >>> shift & PAIR) * middle
                        + (c >>> shift & PAIR) * lower;
                mixed |= (sum >>> PRECISION & PAIR) << shift;
            }
            EIGHT.set(target, to + x, mixed);
        }
        for (; x < width; x++) {
            target[to + x] = pixel(HALF
                    + (bytes[from + x] & 0xFF) * upper
                    + (bytes[next + x] & 0xFF) * middle
                    + (bytes[last + x] & 0xFF) * lower);
        }
    }

    private static void down(byte[] bytes, int from, int width, Taps taps, int y, int[] sums, byte[] target, int to) {
        Arrays.fill(sums, HALF);
        for (int k = 0; k < taps.count; k++) {
            int weight = taps.weights[y * taps.count + k];
            int at = from + k * width;
            for (int x = 0; x < width; x++) {
                sums[x] += (bytes[at + x] & 0xFF) * weight;
            }
        }
        for (int x = 0; x < width; x++) {
            target[to + x] = pixel(sums[x]);
        }
    }
}
