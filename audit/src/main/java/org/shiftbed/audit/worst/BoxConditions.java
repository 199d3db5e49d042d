package org.shiftbed.audit.worst;

/** The first-order conditions of a box cut by a ball at a point: the multiplier of the ball and what remains of the slope. */
final class BoxConditions {
    private static final double ACTIVE = 1e-8;

    private final double multiplier;
    private final double residual;
    private final double size;
    private final double[] forces;

    /** @param radius infinite where there is no ball; the multiplier is NaN then */
    BoxConditions(Quadratic gain, double[] lower, double[] upper, double radius, double[] point) {
        int p = point.length;
        double[] slope = gain.slope(point);
        double norm = Matrices.norm(point);
        boolean[] free = new boolean[p];
        double along = 0;
        double square = 0;
        for (int k = 0; k < p; k++) {
            double room = ACTIVE * Math.min(radius, upper[k] - lower[k]);
            free[k] = point[k] > lower[k] + room && point[k] < upper[k] - room;
            if (free[k]) {
                along += slope[k] * point[k];
                square += point[k] * point[k];
            }
        }
        double nu = 0;
        if (norm > 0 && norm >= radius * (1 - ACTIVE)) {
            // In a corner on the sphere any multiplier in a range will do; the one that fits the whole slope best is
            // taken.
            nu = Math.max(0, square > 0 ? along / square : Matrices.dot(slope, point) / (norm * norm));
        }
        double sum = 0;
        forces = new double[p];
        for (int k = 0; k < p; k++) {
            double left = slope[k] - nu * point[k];
            double room = ACTIVE * Math.min(radius, upper[k] - lower[k]);
            boolean low = point[k] <= lower[k] + room;
            boolean high = point[k] >= upper[k] - room;
            double wrong = free[k] ? left : low && high ? 0 : low ? Math.max(0, left) : Math.max(0, -left);
            sum = Math.hypot(sum, wrong);
            forces[k] = free[k] || low && !high && left > 0 || high && !low && left < 0 ? 0 : left;
        }
        multiplier = Double.isInfinite(radius) ? Double.NaN : nu;
        residual = sum;
        size = Math.max(Matrices.norm(gain.rawGradient()), Matrices.largest(gain.rawHessian()) * norm * Math.sqrt(p));
    }

    double multiplier() {
        return multiplier;
    }

    /** The norm of the part of the slope that a move inside the box could follow. */
    double residual() {
        return residual;
    }

    /** The multiplier of each coordinate's limits: positive at the upper one, negative at the lower one, 0 between. */
    double[] forces() {
        return forces.clone();
    }

    boolean accepted() {
        return residual <= 1e-7 * size;
    }
}
