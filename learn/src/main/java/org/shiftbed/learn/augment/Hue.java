package org.shiftbed.learn.augment;

/**
 * A turn of the hue by way of HSV in bytes (domainbed-protocol 1.5).
 *
 * <p>Of the two channels below the largest, one is the least, whose distance over the range is 1; so the hue of a pixel depends on which channels these are, on the
 * distance of the middle one and on the range alone, and stands in a table. What is rounded to float32 in it, and what stays in double, decides tens of
 * thousands of the 2^24 colours.
 */
public final class Hue {
    private static final int VALUES = 256;
    private static final int SQUARE = VALUES * VALUES;

    /** By the largest value and the least. */
    private static final byte[] SATURATION = saturations();

    /** By sector, distance of the middle value from the largest, and range. */
    private static final byte[] HUE = hues();

    /** The least channel of what comes back, by value and saturation. */
    private static final byte[] LEAST = least();

    /** Which channels are the largest and the least, by three comparisons: red and green, green and blue, red and blue. */
    private static final int[] KIND = kinds();

    /** Which share of the saturation the middle channel loses, by hue: sectors of even number rise, the others fall. */
    private static final double[] SHARE = new double[VALUES];

    private static final double[] FULL = new double[VALUES];

    /** How far to the right the value of a channel lies among largest, middle and least, by hue. */
    private static final int[] RED = new int[VALUES];

    private static final int[] GREEN = new int[VALUES];
    private static final int[] BLUE = new int[VALUES];

    static {
        int largest = 0;
        int middle = 8;
        int least = 16;
        int[] red = {largest, middle, least, least, middle, largest};
        int[] green = {middle, largest, largest, middle, least, least};
        int[] blue = {least, least, middle, largest, largest, middle};
        for (int i = 0; i < VALUES; i++) {
            double t = i * 6.0 / 255.0;
            int sector = (int) Math.floor(t);
            double fraction = (float) (t - sector);
            SHARE[i] = sector % 2 == 0 ? 1.0 - fraction : fraction;
            RED[i] = red[sector % 6];
            GREEN[i] = green[sector % 6];
            BLUE[i] = blue[sector % 6];
            FULL[i] = full(i);
        }
    }

    private Hue() {}

    private static float full(int saturation) {
        return (float) (saturation / 255.0);
    }

    private static byte[] saturations() {
        byte[] table = new byte[SQUARE];
        for (int value = 1; value < VALUES; value++) {
            for (int least = 0; least < value; least++) {
                float share = (float) (value - least) / value;
                table[value * VALUES + least] = (byte) Math.min(255, (int) (255.0 * share));
            }
        }
        return table;
    }

    private static byte[] hues() {
        byte[] table = new byte[6 * SQUARE];
        for (int range = 1; range < VALUES; range++) {
            for (int distance = 0; distance <= range; distance++) {
                float middle = (float) distance / range;
                int at = distance * VALUES + range;
                // Largest and least: red and blue, red and green, green and blue, green and red, blue and green, blue
                // and red.
                table[at] = hue(1.0 - middle);
                table[SQUARE + at] = hue((double) middle - 1);
                table[2 * SQUARE + at] = hue(2.0 + middle - 1);
                table[3 * SQUARE + at] = hue(2.0 + 1 - middle);
                table[4 * SQUARE + at] = hue(4.0 + 1 - middle);
                table[5 * SQUARE + at] = hue(4.0 + middle - 1);
            }
        }
        return table;
    }

    private static int[] kinds() {
        int[] kinds = new int[8];
        for (int bits = 0; bits < 8; bits++) {
            boolean redGreen = (bits & 4) != 0;
            boolean greenBlue = (bits & 2) != 0;
            boolean redBlue = (bits & 1) != 0;
            if (redGreen && redBlue) {
                kinds[bits] = greenBlue ? 0 : 1;
            } else if (greenBlue) {
                kinds[bits] = redBlue ? 2 : 3;
            } else {
                kinds[bits] = redGreen ? 4 : 5;
            }
        }
        return kinds;
    }

    private static byte hue(double sector) {
        float turned = (float) (((float) sector / 6.0 + 1.0) % 1.0);
        return (byte) Math.min(255, (int) (255.0 * turned));
    }

    private static byte[] least() {
        byte[] table = new byte[SQUARE];
        for (int value = 0; value < VALUES; value++) {
            for (int saturation = 0; saturation < VALUES; saturation++) {
                table[value * VALUES + saturation] = (byte) rounded(value * (1.0 - full(saturation)));
            }
        }
        return table;
    }

    /** Half up; the value is never below 0. */
    private static int rounded(double value) {
        return Math.min(255, (int) (value + 0.5));
    }

    /**
     * Adds to the hue. A grey picture stays; one in three channels goes through HSV, which loses some values.
     *
     * @param factor share of a full turn, -0.5 to 0.5
     */
    public static PictureOperation turn(double factor) {
        int add = (int) (factor * 255);
        return picture -> {
            if (picture.channels() != 3) {
                return picture;
            }
            int area = picture.area();
            byte[] source = picture.bytes();
            byte[] target = new byte[3 * area];
            for (int i = 0; i < area; i++) {
                turn(source, add, target, i, area);
            }
            return picture.with(target);
        };
    }

    /** One pixel, without a branch: which way colours go is what a processor cannot guess. */
    private static void turn(byte[] source, int add, byte[] target, int i, int area) {
        int red = source[i] & 0xFF;
        int green = source[area + i] & 0xFF;
        int blue = source[2 * area + i] & 0xFF;
        int value = Math.max(red, Math.max(green, blue));
        int least = Math.min(red, Math.min(green, blue));
        int middle = red + green + blue - value - least;
        int bits = (red >= green ? 4 : 0) | (green >= blue ? 2 : 0) | (red >= blue ? 1 : 0);
        int saturation = SATURATION[value * VALUES + least] & 0xFF;
        int at = KIND[bits] * SQUARE + (value - middle) * VALUES + value - least;
        int hue = (HUE[at] & 0xFF) + add & 0xFF;
        // Without saturation all three are the value.
        int lowest = LEAST[value * VALUES + saturation] & 0xFF;
        int between = rounded(value * (1.0 - FULL[saturation] * SHARE[hue]));
        int all = value | between << 8 | lowest << 16;
        target[i] = (byte) (all >> RED[hue]);
        target[area + i] = (byte) (all >> GREEN[hue]);
        target[2 * area + i] = (byte) (all >> BLUE[hue]);
    }
}
