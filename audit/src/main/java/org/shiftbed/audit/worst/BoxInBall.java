package org.shiftbed.audit.worst;

/**
 * A box cut by a ball, as a set to project on.
 *
 * @param lower p numbers or minus infinity
 * @param upper p numbers or plus infinity
 * @param radius of the ball, infinite where there is none
 */
record BoxInBall(double[] lower, double[] upper, double radius) implements ConvexSet {

    /** The nearest point is {@code clip(y / (1 + t))} with the smallest t of at least 0 that brings it into the ball. */
    @Override
    public double[] nearest(double[] shift) {
        double[] point = clipped(shift, 1);
        if (Matrices.norm(point) <= radius) {
            return point;
        }
        double low = 0;
        double high = 1;
        for (int step = 0; step < 100 && high - low > 1e-16 * high; step++) {
            double middle = 0.5 * (low + high);
            if (Matrices.norm(clipped(shift, middle)) <= radius) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return clipped(shift, low);
    }

    @Override
    public double[] interval(double[] point, int k) {
        double reach = radius;
        if (Double.isFinite(radius)) {
            double rest = radius * radius;
            for (int j = 0; j < point.length; j++) {
                rest -= j == k ? 0 : point[j] * point[j];
            }
            reach = Math.sqrt(Math.max(0, rest));
        }
        return new double[] {
            Math.min(point[k], Math.max(lower[k], -reach)), Math.max(point[k], Math.min(upper[k], reach))
        };
    }

    /** Whether a point satisfies all limits, with room for rounding relative to the radius or the widths. */
    boolean contains(double[] point, double slack) {
        for (int k = 0; k < point.length; k++) {
            double room = slack * Math.min(radius, upper[k] - lower[k]);
            if (!(point[k] >= lower[k] - room && point[k] <= upper[k] + room)) {
                return false;
            }
        }
        return Matrices.norm(point) <= radius * (1 + slack);
    }

    private double[] clipped(double[] shift, double factor) {
        double[] point = new double[shift.length];
        for (int k = 0; k < shift.length; k++) {
            point[k] = Math.max(lower[k], Math.min(upper[k], factor * shift[k]));
        }
        return point;
    }
}
