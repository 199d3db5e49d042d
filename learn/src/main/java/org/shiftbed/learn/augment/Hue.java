package org.shiftbed.learn.augment;

/** A turn of the hue by way of HSV in bytes (domainbed-protocol 1.5). */
public final class Hue {
    private Hue() {}

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
            byte[] target = new byte[3 * area];
            for (int i = 0; i < area; i++) {
                turn(picture.at(i), picture.at(area + i), picture.at(2 * area + i), add, target, i, area);
            }
            return picture.with(target);
        };
    }

    /** One pixel. What is rounded to float32 here, and what stays in double, decides tens of thousands of the 2^24 colours. */
    private static void turn(int red, int green, int blue, int add, byte[] target, int i, int area) {
        int value = Math.max(red, Math.max(green, blue));
        int least = Math.min(red, Math.min(green, blue));
        int hue = 0;
        int saturation = 0;
        if (value != least) {
            float range = value - least;
            float share = range / value;
            float rc = (value - red) / range;
            float gc = (value - green) / range;
            float bc = (value - blue) / range;
            double sector;
            if (red == value) {
                sector = (double) bc - gc;
            } else if (green == value) {
                sector = 2.0 + rc - bc;
            } else {
                sector = 4.0 + gc - rc;
            }
            float turned = (float) (((float) sector / 6.0 + 1.0) % 1.0);
            hue = Math.min(255, (int) (255.0 * turned));
            saturation = Math.min(255, (int) (255.0 * share));
        }
        hue = hue + add & 0xFF;
        if (saturation == 0) {
            set(target, i, area, value, value, value);
            return;
        }
        double t = hue * 6.0 / 255.0;
        int sector = (int) Math.floor(t);
        float fraction = (float) (t - sector);
        float full = (float) (saturation / 255.0);
        int p = rounded(value * (1.0 - full));
        int q = rounded(value * (1.0 - (double) full * fraction));
        int u = rounded(value * (1.0 - full * (1.0 - fraction)));
        switch (sector % 6) {
            case 0 -> set(target, i, area, value, u, p);
            case 1 -> set(target, i, area, q, value, p);
            case 2 -> set(target, i, area, p, value, u);
            case 3 -> set(target, i, area, p, q, value);
            case 4 -> set(target, i, area, u, p, value);
            default -> set(target, i, area, value, p, q);
        }
    }

    private static int rounded(double value) {
        return (int) Math.max(0, Math.min(255, Math.round(value)));
    }

    private static void set(byte[] target, int i, int area, int red, int green, int blue) {
        target[i] = (byte) red;
        target[area + i] = (byte) green;
        target[2 * area + i] = (byte) blue;
    }
}
