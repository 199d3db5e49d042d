package org.shiftbed.data.images;

/**
 * Bilinear resizing without antialiasing ({@code controlled-shifts.md} 2.1): output pixel o lies at (o + 1/2) * in / out - 1/2 of the source and mixes the
 * two pixels around it on each axis, those at the border repeated; the mix of four is rounded half up.
 */
final class PlainResize {
    private PlainResize() {}

    /** @return the bytes of {@code channels * toHeight * toWidth} values */
    static byte[] resize(Planes from, int toHeight, int toWidth) {
        if (from.width() == toWidth && from.height() == toHeight) {
            return from.bytes();
        }
        Axis columns = new Axis(from.width(), toWidth);
        Axis rows = new Axis(from.height(), toHeight);
        byte[] bytes = from.bytes();
        byte[] target = new byte[from.channels() * toHeight * toWidth];
        int at = 0;
        for (int channel = 0; channel < from.channels(); channel++) {
            int start = channel * from.height() * from.width();
            for (int y = 0; y < toHeight; y++) {
                int upper = start + rows.low[y] * from.width();
                int lower = start + rows.high[y] * from.width();
                double down = rows.share[y];
                for (int x = 0; x < toWidth; x++) {
                    int left = columns.low[x];
                    int right = columns.high[x];
                    double across = columns.share[x];
                    double top = mixed(bytes[upper + left], bytes[upper + right], across);
                    double bottom = mixed(bytes[lower + left], bytes[lower + right], across);
                    target[at++] = (byte) Math.floor(top + down * (bottom - top) + 0.5);
                }
            }
        }
        return target;
    }

    private static double mixed(byte left, byte right, double share) {
        double from = left & 0xFF;
        return from + share * ((right & 0xFF) - from);
    }

    /** The two source pixels of every output pixel, and the share of the second. */
    private static final class Axis {
        private final int[] low;
        private final int[] high;
        private final double[] share;

        Axis(int in, int out) {
            low = new int[out];
            high = new int[out];
            share = new double[out];
            for (int o = 0; o < out; o++) {
                double at = (o + 0.5) * in / out - 0.5;
                int below = (int) Math.floor(at);
                low[o] = Math.max(0, below);
                high[o] = Math.min(in - 1, below + 1);
                share[o] = at - below;
            }
        }
    }
}
