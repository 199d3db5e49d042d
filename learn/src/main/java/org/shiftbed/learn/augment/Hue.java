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

    private static final int[] SECTOR = new int[VALUES];
    private static final double[] FRACTION = new double[VALUES];
    private static final double[] FULL = new double[VALUES];

    static {
        for (int i = 0; i < VALUES; i++) {
            double t = i * 6.0 / 255.0;
            int sector = (int) Math.floor(t);
            SECTOR[i] = sector % 6;
            FRACTION[i] = (float) (t - sector);
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

    private static void turn(byte[] source, int add, byte[] target, int i, int area) {
        int red = source[i] & 0xFF;
        int green = source[area + i] & 0xFF;
        int blue = source[2 * area + i] & 0xFF;
        int value;
        int middle;
        int least;
        int kind;
        if (red >= green && red >= blue) {
            value = red;
            kind = green >= blue ? 0 : 1;
            middle = Math.max(green, blue);
            least = Math.min(green, blue);
        } else if (green >= blue) {
            value = green;
            kind = red >= blue ? 2 : 3;
            middle = Math.max(red, blue);
            least = Math.min(red, blue);
        } else {
            value = blue;
            kind = red >= green ? 4 : 5;
            middle = Math.max(red, green);
            least = Math.min(red, green);
        }
        int saturation = SATURATION[value * VALUES + least] & 0xFF;
        if (saturation == 0) {
            set(target, i, area, value, value, value);
            return;
        }
        int hue = (HUE[kind * SQUARE + (value - middle) * VALUES + value - least] & 0xFF) + add & 0xFF;
        int p = LEAST[value * VALUES + saturation] & 0xFF;
        int sector = SECTOR[hue];
        // Sectors of even number rise, the others fall.
        double share = (sector & 1) == 0 ? 1.0 - FRACTION[hue] : FRACTION[hue];
        int m = rounded(value * (1.0 - FULL[saturation] * share));
        switch (sector) {
            case 0 -> set(target, i, area, value, m, p);
            case 1 -> set(target, i, area, m, value, p);
            case 2 -> set(target, i, area, p, value, m);
            case 3 -> set(target, i, area, p, m, value);
            case 4 -> set(target, i, area, m, p, value);
            default -> set(target, i, area, value, p, m);
        }
    }

    private static void set(byte[] target, int i, int area, int red, int green, int blue) {
        target[i] = (byte) red;
        target[area + i] = (byte) green;
        target[2 * area + i] = (byte) blue;
    }
}
