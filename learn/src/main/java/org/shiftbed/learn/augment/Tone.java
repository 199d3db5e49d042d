package org.shiftbed.learn.augment;

import java.util.function.IntUnaryOperator;

/** Operations that map the values of a channel by a table of 256 entries (controlled-shifts 3.2, primitive operations). */
public final class Tone {
    private static final int VALUES = 256;

    private Tone() {}

    /**
     * Stretches each channel to 0..255: {@code x -> clip(trunc(x k - min k))} with k = 255 / (max - min) in double, so that the largest value may
     * come out as 254. A flat channel stays.
     */
    public static PictureOperation autoContrast() {
        return picture -> byChannel(picture, Tone::stretch);
    }

    /**
     * Flattens the histogram of each channel: step = (pixels - count of the largest value that occurs) / 255, and value i becomes
     * {@code min(255, (sum of counts below i + step / 2) / step)}, all in whole numbers. A channel whose step is 0 stays.
     */
    public static PictureOperation equalize() {
        return picture -> byChannel(picture, Tone::flatten);
    }

    /** 255 - x. */
    public static PictureOperation invert() {
        return table(x -> 255 - x);
    }

    /**
     * Keeps the highest bits of each value.
     *
     * @param bits 0 (black) to 8 (unchanged)
     */
    public static PictureOperation posterize(int bits) {
        if (bits < 0 || bits > 8) {
            throw new IllegalArgumentException("posterize keeps 0 to 8 bits, got " + bits);
        }
        int mask = -(1 << (8 - bits));
        return table(x -> x & mask);
    }

    /**
     * Inverts values from a threshold on.
     *
     * @param threshold need not be whole; above 255 nothing changes
     */
    public static PictureOperation solarize(double threshold) {
        return table(x -> x >= threshold ? 255 - x : x);
    }

    /**
     * Adds to values below 128, up to 255.
     *
     * @param add 0 to 255
     */
    public static PictureOperation solarizeAdd(int add) {
        return table(x -> x < 128 ? Math.min(255, x + add) : x);
    }

    /** The same table for all channels. */
    static PictureOperation table(IntUnaryOperator map) {
        byte[] table = new byte[VALUES];
        for (int x = 0; x < VALUES; x++) {
            table[x] = (byte) map.applyAsInt(x);
        }
        return picture -> {
            byte[] source = picture.bytes();
            byte[] target = new byte[source.length];
            for (int i = 0; i < source.length; i++) {
                target[i] = table[source[i] & 0xFF];
            }
            return picture.with(target);
        };
    }

    private interface ChannelTable {
        /** Fills the table for a channel of this histogram; false where the channel stays. */
        boolean fill(int[] histogram, byte[] table);
    }

    private static Picture byChannel(Picture picture, ChannelTable rule) {
        int area = picture.area();
        byte[] source = picture.bytes();
        byte[] target = source.clone();
        byte[] table = new byte[VALUES];
        for (int start = 0; start < source.length; start += area) {
            int[] histogram = new int[VALUES];
            for (int i = start; i < start + area; i++) {
                histogram[source[i] & 0xFF]++;
            }
            if (rule.fill(histogram, table)) {
                for (int i = start; i < start + area; i++) {
                    target[i] = table[source[i] & 0xFF];
                }
            }
        }
        return picture.with(target);
    }

    private static boolean stretch(int[] histogram, byte[] table) {
        int low = 0;
        while (histogram[low] == 0) {
            low++;
        }
        int high = VALUES - 1;
        while (histogram[high] == 0) {
            high--;
        }
        if (high <= low) {
            return false;
        }
        double scale = 255.0 / (high - low);
        double offset = -low * scale;
        for (int x = 0; x < VALUES; x++) {
            table[x] = (byte) Math.max(0, Math.min(255, (int) (x * scale + offset)));
        }
        return true;
    }

    private static boolean flatten(int[] histogram, byte[] table) {
        int pixels = 0;
        int last = 0;
        for (int count : histogram) {
            pixels += count;
            last = count > 0 ? count : last;
        }
        int step = (pixels - last) / 255;
        if (step == 0) {
            return false;
        }
        int sum = step / 2;
        for (int x = 0; x < VALUES; x++) {
            table[x] = (byte) Math.min(255, sum / step);
            sum += histogram[x];
        }
        return true;
    }
}
