package org.shiftbed.data.mnist;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;

/**
 * Turns an image of 28 by 28 bytes counter-clockwise about its centre, bilinear, black outside: Pillow's arithmetic, to the bit ({@code
 * domainbed-protocol.md} 1.3). Where each output pixel comes from is worked out once. Immutable.
 */
final class Rotation {
    private static final int SIDE = DigitPool.SIDE;

    private final boolean upright;

    /** Index of the upper left neighbour, or -1 for a pixel that comes from outside. */
    private final int[] upper = new int[SIDE * SIDE];

    /** Index of the lower left neighbour; equal to the upper one at the lower edge, where Pillow does not blend. */
    private final int[] lower = new int[SIDE * SIDE];

    /** Step to the neighbour on the right: 1, or 0 at the edges. */
    private final int[] right = new int[SIDE * SIDE];

    private final double[] fractionX = new double[SIDE * SIDE];
    private final double[] fractionY = new double[SIDE * SIDE];

    /** @param degrees counter-clockwise */
    Rotation(int degrees) {
        upright = degrees == 0;
        double radians = -degrees * Math.PI / 180;
        double a = rounded(StrictMath.cos(radians));
        double b = rounded(StrictMath.sin(radians));
        double d = rounded(-StrictMath.sin(radians));
        double half = SIDE / 2.0;
        double c = a * -half + b * -half + half;
        double g = d * -half + a * -half + half;
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                place(y * SIDE + x, a * (x + 0.5) + b * (y + 0.5) + c, d * (x + 0.5) + a * (y + 0.5) + g);
            }
        }
    }

    private void place(int pixel, double fromX, double fromY) {
        if (fromX < 0 || fromX >= SIDE || fromY < 0 || fromY >= SIDE) {
            upper[pixel] = -1;
            return;
        }
        double x = fromX - 0.5;
        double y = fromY - 0.5;
        int left = (int) Math.floor(x);
        int top = (int) Math.floor(y);
        fractionX[pixel] = x - left;
        fractionY[pixel] = y - top;
        int column = clamped(left);
        upper[pixel] = clamped(top) * SIDE + column;
        right[pixel] = clamped(left + 1) - column;
        boolean below = top + 1 >= 0 && top + 1 < SIDE;
        lower[pixel] = below ? (top + 1) * SIDE + column : upper[pixel];
    }

    /** Turns one image; source and target must be different arrays. */
    void turn(byte[] source, byte[] target) {
        if (upright) {
            System.arraycopy(source, 0, target, 0, SIDE * SIDE);
            return;
        }
        Arrays.fill(target, 0, SIDE * SIDE, (byte) 0);
        for (int i = 0; i < SIDE * SIDE; i++) {
            if (upper[i] >= 0) {
                double above = blended(source, upper[i], right[i], fractionX[i]);
                double below = blended(source, lower[i], right[i], fractionX[i]);
                target[i] = (byte) (int) (above + (below - above) * fractionY[i]);
            }
        }
    }

    private static double blended(byte[] source, int at, int step, double fraction) {
        int left = source[at] & 0xff;
        return left + ((source[at + step] & 0xff) - left) * fraction;
    }

    private static int clamped(int index) {
        return Math.max(0, Math.min(SIDE - 1, index));
    }

    /** Python's round(value, 15): the exact value of the double, half to even. */
    private static double rounded(double value) {
        return new BigDecimal(value).setScale(15, RoundingMode.HALF_EVEN).doubleValue();
    }
}
