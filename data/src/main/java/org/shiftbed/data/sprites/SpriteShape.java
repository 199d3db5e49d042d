package org.shiftbed.data.sprites;

/** The three outlines, in local coordinates around the sprite's centre at scale 1 ({@code controlled-shifts.md} 2.4). */
enum SpriteShape {
    SQUARE {
        @Override
        boolean contains(double u, double v) {
            return Math.abs(u) <= 9.2 && Math.abs(v) <= 9.2;
        }
    },
    ELLIPSE {
        @Override
        boolean contains(double u, double v) {
            double a = u / 12;
            double b = v / 7.2;
            return a * a + b * b <= 1;
        }
    },
    HEART {
        @Override
        boolean contains(double u, double v) {
            double a = u / 8.6;
            double b = -v / 8.6;
            double circle = a * a + b * b - 1;
            return circle * circle * circle - a * a * b * b * b <= 0;
        }
    };

    /** No point of any outline lies farther from the centre: the square's corner is at 13.02, the ellipse ends at 12, the heart at 11.4. */
    static final double REACH = 13.1;

    /** Whether a point lies inside or on the outline. */
    abstract boolean contains(double u, double v);
}
