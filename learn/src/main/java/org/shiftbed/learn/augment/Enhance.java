package org.shiftbed.learn.augment;

import org.shiftbed.data.ImageShape;

/**
 * Blends of a picture with a poorer form of itself (domainbed-protocol 1.5): {@code d + f (x - d)} in float32, where f = 0 gives the poorer form
 * d, f = 1 the picture and more than 1 exaggerates. Between 0 and 1 the result is truncated, elsewhere clipped to 0..255 first.
 */
public final class Enhance {
    private static final int RED = 19595;
    private static final int GREEN = 38470;
    private static final int BLUE = 7471;

    private Enhance() {}

    /** Luma of a pixel: {@code (19595 R + 38470 G + 7471 B + 32768) >> 16}. */
    static int luma(int red, int green, int blue) {
        return (RED * red + GREEN * green + BLUE * blue + 32768) >> 16;
    }

    /** Luma of every pixel; of a grey picture its own values. */
    private static byte[] luma(Picture picture) {
        if (picture.channels() == 1) {
            return picture.bytes();
        }
        require(picture);
        int area = picture.area();
        byte[] luma = new byte[area];
        for (int i = 0; i < area; i++) {
            luma[i] = (byte) luma(picture.at(i), picture.at(area + i), picture.at(2 * area + i));
        }
        return luma;
    }

    private static void require(Picture picture) {
        if (picture.channels() != 3) {
            throw new IllegalArgumentException("luma is of one channel or three, got a " + picture);
        }
    }

    /** One grey channel. */
    public static PictureOperation grey() {
        return picture -> new Picture(
                new ImageShape(1, picture.height(), picture.width()),
                luma(picture).clone());
    }

    /** Luma in three equal channels. */
    public static PictureOperation greyInThree() {
        return picture -> grey().apply(picture).coloured();
    }

    /** A value of the blend. */
    private static byte blend(int poor, int full, float factor) {
        // Cut off first and held within the range then: for these numbers the same as the other way round, and faster.
        int value = (int) (poor + factor * (full - poor));
        return (byte) Math.max(0, Math.min(255, value));
    }

    /**
     * Saturation: blends with luma.
     *
     * @param factor 0 is grey
     */
    public static PictureOperation color(double factor) {
        float f = (float) factor;
        return picture -> {
            if (picture.channels() == 1 || f == 1) {
                return picture;
            }
            byte[] luma = luma(picture);
            byte[] source = picture.bytes();
            byte[] target = new byte[source.length];
            int area = luma.length;
            for (int c = 0; c < picture.channels(); c++) {
                for (int i = 0; i < area; i++) {
                    target[c * area + i] = blend(luma[i] & 0xFF, source[c * area + i] & 0xFF, f);
                }
            }
            return picture.with(target);
        };
    }

    /**
     * Contrast: blends with the mean of luma, rounded half up.
     *
     * @param factor 0 is flat
     */
    public static PictureOperation contrast(double factor) {
        float f = (float) factor;
        return picture -> {
            long sum = 0;
            byte[] luma = luma(picture);
            for (byte value : luma) {
                sum += value & 0xFF;
            }
            int mean = (int) ((double) sum / luma.length + 0.5);
            return Tone.table(x -> blend(mean, x, f)).apply(picture);
        };
    }

    /**
     * Brightness: blends with black.
     *
     * @param factor 0 is black
     */
    public static PictureOperation brightness(double factor) {
        float f = (float) factor;
        return Tone.table(x -> blend(0, x, f));
    }

    /**
     * Sharpness: blends with a smoothed picture, 3x3 weights of 1 around 5 over 13, rounded; the pixels of the border are not smoothed.
     *
     * @param factor 0 is smooth
     */
    public static PictureOperation sharpness(double factor) {
        float f = (float) factor;
        return picture -> {
            int height = picture.height();
            int width = picture.width();
            byte[] source = picture.bytes();
            byte[] target = source.clone();
            for (int start = 0; start < source.length; start += height * width) {
                for (int y = 1; y < height - 1; y++) {
                    for (int x = 1; x < width - 1; x++) {
                        int i = start + y * width + x;
                        int smooth = (2 * smoothed(source, i, width) + 13) / 26;
                        target[i] = blend(smooth, source[i] & 0xFF, f);
                    }
                }
            }
            return picture.with(target);
        };
    }

    /** 13 times the smoothed value; thirteenths never lie half way, so that the rounding to come is exact. */
    private static int smoothed(byte[] source, int i, int width) {
        int sum = 4 * (source[i] & 0xFF);
        for (int row = i - width; row <= i + width; row += width) {
            sum += (source[row - 1] & 0xFF) + (source[row] & 0xFF) + (source[row + 1] & 0xFF);
        }
        return sum;
    }
}
