package org.shiftbed.report.figure;

/** Colours as numbers {@code 0xrrggbb}. */
final class Tint {
    static final int TEXT = 0x222222;
    static final int GRID = 0xdcdcdc;
    static final int FRAME = 0x777777;

    private Tint() {}

    /** Part of the way from one colour to another. */
    static int mixed(int from, int to, double share) {
        int mixed = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int a = (from >> shift) & 0xff;
            int b = (to >> shift) & 0xff;
            mixed |= (int) Math.round(a + share * (b - a)) << shift;
        }
        return mixed;
    }

    /** Black or white, whichever is read better on it: never below 4.5 to 1 (WCAG 2.1, 1.4.3). */
    static int ink(int rgb) {
        double luminance =
                0.2126 * linear((rgb >> 16) & 0xff) + 0.7152 * linear((rgb >> 8) & 0xff) + 0.0722 * linear(rgb & 0xff);
        return 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 ? 0xffffff : 0x000000;
    }

    private static double linear(int channel) {
        double share = channel / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }

    /** As CSS writes it. */
    static String css(int rgb) {
        return String.format("#%06x", rgb);
    }
}
