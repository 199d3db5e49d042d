package org.shiftbed.audit.worst;

import java.util.List;

/**
 * Linear limits cut by a ball, as a set to project on. No shift is always inside. Limits hold up to 1e-10 of the radius, since an end at 0
 * leaves no other room for rounding.
 *
 * @param rows limits with coefficients of norm 1
 * @param radius of the ball, finite
 */
record LimitsInBall(List<LinearLimit> rows, double radius) implements ConvexSet {
    private static final int CYCLES = 300;
    private static final double SETTLED = 1e-13;
    private static final double SLACK = 1e-10;

    /** Alternating projections with corrections (Boyle and Dykstra 1986), then shrunk towards no shift until all limits hold. */
    @Override
    public double[] nearest(double[] shift) {
        double[] point = shift.clone();
        double[] corrections = new double[rows.size()];
        double[] ballCorrection = new double[point.length];
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            double moved = 0;
            for (int i = 0; i < rows.size(); i++) {
                double[] row = rows.get(i).row();
                double level = Matrices.dot(row, point) + corrections[i];
                double target =
                        Math.max(rows.get(i).lower(), Math.min(rows.get(i).upper(), level));
                double change = target - Matrices.dot(row, point);
                corrections[i] = level - target;
                Matrices.add(point, change, row);
                moved = Math.max(moved, Math.abs(change));
            }
            Matrices.add(point, 1, ballCorrection);
            double norm = Matrices.norm(point);
            double inward = norm > radius ? radius / norm : 1;
            for (int k = 0; k < point.length; k++) {
                ballCorrection[k] = point[k] * (1 - inward);
                point[k] *= inward;
            }
            if (moved <= SETTLED * radius) {
                break;
            }
        }
        return shrunk(point);
    }

    @Override
    public double[] interval(double[] point, int k) {
        double low = Double.NEGATIVE_INFINITY;
        double high = Double.POSITIVE_INFINITY;
        for (LinearLimit limit : rows) {
            double[] row = limit.row();
            double c = row[k];
            if (c != 0) {
                double level = Matrices.dot(row, point);
                double one = point[k] + (limit.lower() - level) / c;
                double other = point[k] + (limit.upper() - level) / c;
                low = Math.max(low, Math.min(one, other));
                high = Math.min(high, Math.max(one, other));
            }
        }
        double rest = radius * radius;
        for (int j = 0; j < point.length; j++) {
            rest -= j == k ? 0 : point[j] * point[j];
        }
        double reach = Math.sqrt(Math.max(0, rest));
        return new double[] {Math.min(point[k], Math.max(low, -reach)), Math.max(point[k], Math.min(high, reach))};
    }

    /** The largest excess over any limit or the radius, at most 0 inside. */
    double excess(double[] point) {
        double excess = Matrices.norm(point) - radius;
        for (LinearLimit limit : rows) {
            double level = Matrices.dot(limit.row(), point);
            excess = Math.max(excess, Math.max(limit.lower() - level, level - limit.upper()));
        }
        return excess;
    }

    /** The point times the largest factor of at most 1 that satisfies every limit. */
    private double[] shrunk(double[] point) {
        double factor = 1;
        double slack = SLACK * radius;
        for (LinearLimit limit : rows) {
            double level = Matrices.dot(limit.row(), point);
            if (level > limit.upper() + slack) {
                factor = Math.min(factor, (limit.upper() + slack) / level);
            } else if (level < limit.lower() - slack) {
                factor = Math.min(factor, (limit.lower() - slack) / level);
            }
        }
        double[] inside = point.clone();
        for (int k = 0; k < inside.length; k++) {
            inside[k] *= factor;
        }
        return inside;
    }
}
