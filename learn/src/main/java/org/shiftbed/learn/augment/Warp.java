package org.shiftbed.learn.augment;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;

/**
 * Affine moves of a picture (controlled-shifts 3.2). Pixel (X, Y) of the result, counted from 0, reads the source at
 * {@code (a(X + 1/2) + b(Y + 1/2) + c, d(X + 1/2) + e(Y + 1/2) + f)}, where pixel i covers [i, i+1); points outside of the picture get the fill in every
 * channel.
 */
public final class Warp {
    private static final double FIXED_POINT = 65536;

    private final Interpolation interpolation;
    private final int fill;

    /** @param fill 0 to 255 */
    public Warp(Interpolation interpolation, int fill) {
        if (fill < 0 || fill > 255) {
            throw new IllegalArgumentException("a picture is filled with 0 to 255, got " + fill);
        }
        this.interpolation = interpolation;
        this.fill = fill;
    }

    private record Matrix(double a, double b, double c, double d, double e, double f) {}

    /**
     * A turn about the middle.
     *
     * @param degrees positive is counter-clockwise
     */
    public PictureOperation rotate(double degrees) {
        // A negative turn is made a positive one first: that moves the cosine by the last of its fifteen decimals.
        double turn = degrees - 360 * Math.floor(degrees / 360);
        double angle = -(turn * (Math.PI / 180));
        double cos = fifteenDecimals(Math.cos(angle));
        double sin = fifteenDecimals(Math.sin(angle));
        return picture -> {
            double x = picture.width() / 2.0;
            double y = picture.height() / 2.0;
            return move(picture, new Matrix(cos, sin, -cos * x - sin * y + x, -sin, cos, sin * x - cos * y + y), true);
        };
    }

    /**
     * A shear along rows, from the top left corner: the source column is x + slope y.
     *
     * @param slope columns a row
     */
    public PictureOperation shearX(double slope) {
        return picture -> move(picture, new Matrix(1, slope, 0, 0, 1, 0), true);
    }

    /**
     * A shear along columns, from the top left corner: the source row is y + slope x.
     *
     * @param slope rows a column
     */
    public PictureOperation shearY(double slope) {
        return picture -> move(picture, new Matrix(1, 0, 0, slope, 1, 0), true);
    }

    /**
     * A move along rows.
     *
     * @param pixels positive moves the picture to the left
     */
    public PictureOperation translateX(double pixels) {
        return picture -> move(picture, new Matrix(1, 0, pixels, 0, 1, 0), false);
    }

    /**
     * A move along columns.
     *
     * @param pixels positive moves the picture up
     */
    public PictureOperation translateY(double pixels) {
        return picture -> move(picture, new Matrix(1, 0, 0, 0, 1, pixels), false);
    }

    private static double fifteenDecimals(double value) {
        return new BigDecimal(value).setScale(15, RoundingMode.HALF_EVEN).doubleValue();
    }

    private Picture move(Picture picture, Matrix matrix, boolean fixedPoint) {
        if (interpolation == Interpolation.BILINEAR) {
            return bilinear(picture, matrix);
        }
        return fixedPoint ? nearest(picture, matrix) : translated(picture, matrix);
    }

    private Picture filled(Picture picture) {
        byte[] values = new byte[picture.bytes().length];
        Arrays.fill(values, (byte) fill);
        return picture.with(values);
    }

    /** In 16.16 fixed point. */
    private Picture nearest(Picture picture, Matrix m) {
        long a = fixed(m.a());
        long b = fixed(m.b());
        long c = fixed(m.c() + 0.5 * m.a() + 0.5 * m.b());
        long d = fixed(m.d());
        long e = fixed(m.e());
        long f = fixed(m.f() + 0.5 * m.d() + 0.5 * m.e());
        int height = picture.height();
        int width = picture.width();
        int area = picture.area();
        byte[] source = picture.bytes();
        Picture result = filled(picture);
        byte[] target = result.bytes();
        for (int y = 0; y < height; y++) {
            long atX = c + b * y;
            long atY = f + e * y;
            for (int x = 0; x < width; x++, atX += a, atY += d) {
                long column = atX >> 16;
                long row = atY >> 16;
                if (column >= 0 && column < width && row >= 0 && row < height) {
                    int from = (int) (row * width + column);
                    for (int start = 0; start < target.length; start += area) {
                        target[start + y * width + x] = source[start + from];
                    }
                }
            }
        }
        return result;
    }

    private static long fixed(double value) {
        return (long) Math.floor(value * FIXED_POINT + 0.5);
    }

    /** Whole rows at a time, the source point in double: half a pixel more or less decides by its floor. */
    private Picture translated(Picture picture, Matrix m) {
        int height = picture.height();
        int width = picture.width();
        byte[] source = picture.bytes();
        Picture result = filled(picture);
        byte[] target = result.bytes();
        int[] columns = new int[width];
        for (int x = 0; x < width; x++) {
            columns[x] = (int) Math.floor(x + 0.5 + m.c());
        }
        for (int start = 0; start < target.length; start += picture.area()) {
            for (int y = 0; y < height; y++) {
                int row = (int) Math.floor(y + 0.5 + m.f());
                if (row < 0 || row >= height) {
                    continue;
                }
                for (int x = 0; x < width; x++) {
                    if (columns[x] >= 0 && columns[x] < width) {
                        target[start + y * width + x] = source[start + row * width + columns[x]];
                    }
                }
            }
        }
        return result;
    }

    /** In double, truncated. */
    private Picture bilinear(Picture picture, Matrix m) {
        int height = picture.height();
        int width = picture.width();
        int area = picture.area();
        byte[] source = picture.bytes();
        Picture result = filled(picture);
        byte[] target = result.bytes();
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                double atX = m.a() * (x + 0.5) + m.b() * (y + 0.5) + m.c();
                double atY = m.d() * (x + 0.5) + m.e() * (y + 0.5) + m.f();
                if (!(atX >= 0 && atX < width && atY >= 0 && atY < height)) {
                    continue;
                }
                int left = (int) Math.floor(atX - 0.5);
                int top = (int) Math.floor(atY - 0.5);
                double dx = atX - 0.5 - left;
                double dy = atY - 0.5 - top;
                int x0 = Math.max(left, 0);
                int x1 = Math.min(left + 1, width - 1);
                int row0 = Math.max(top, 0) * width;
                int row1 = Math.min(top + 1, height - 1) * width;
                for (int start = 0; start < target.length; start += area) {
                    double upper = between(source[start + row0 + x0], source[start + row0 + x1], dx);
                    double lower = between(source[start + row1 + x0], source[start + row1 + x1], dx);
                    target[start + y * width + x] = (byte) (int) (upper + (lower - upper) * dy);
                }
            }
        }
        return result;
    }

    private static double between(byte one, byte other, double share) {
        int low = one & 0xFF;
        return low + ((other & 0xFF) - low) * share;
    }
}
