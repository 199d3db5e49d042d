package org.shiftbed.audit.worst;

/**
 * The norm equation of the unit ball, {@code sum gamma_k^2 / (nu - ev_k)^2 = 1} (parametric-robustness 4.1, step 5; Moré and Sorensen
 * 1983). Distances from the largest eigenvalue are the unknowns, so that a root next to it keeps its digits.
 *
 * @param gamma coordinates of the gradient along the eigenvectors
 * @param eigenvalues ascending
 */
record SecularEquation(double[] gamma, double[] eigenvalues) {
    private static final int STEPS = 200;

    /**
     * The root above the floor, as {@code nu - floor}. The left side must exceed 1 at the floor.
     *
     * @param floor at least the largest eigenvalue
     */
    double rootAbove(double floor) {
        double low = 0;
        for (int k = 0; k < gamma.length; k++) {
            low = Math.max(low, Math.abs(gamma[k]) - (floor - eigenvalues[k]));
        }
        double high = Matrices.norm(gamma);
        double t = Math.min(low, high);
        for (int step = 0; step < STEPS; step++) {
            double squares = 0;
            double cubes = 0;
            for (int k = 0; k < gamma.length; k++) {
                if (gamma[k] != 0) {
                    double distance = t + (floor - eigenvalues[k]);
                    double share = gamma[k] / distance;
                    squares += share * share;
                    cubes += share * share / distance;
                }
            }
            double norm = Math.sqrt(squares);
            if (norm > 1) {
                low = t;
            } else {
                high = t;
            }
            // Newton on 1/norm, which is nearly linear in nu.
            double next = t + (norm - 1) * squares / cubes;
            if (!(next >= low && next <= high)) {
                next = low > 0 ? Math.sqrt(low) * Math.sqrt(high) : 0.5 * high;
            }
            if (Math.abs(next - t) <= 1e-16 * next || norm == 1) {
                return next;
            }
            t = next;
        }
        return t;
    }

    /**
     * The multiplier of a local maximiser that is not a global one: there is at most one, with nu between the two largest eigenvalues
     * and the left side growing in nu (Martínez 1994).
     *
     * @return {@code ev_max - nu}, or NaN where there is none with nu at least 0
     */
    double localBelow() {
        int top = gamma.length - 1;
        double largest = eigenvalues[top];
        double bottom = top > 0 ? Math.max(0, eigenvalues[top - 1]) : 0;
        double width = largest - bottom;
        double near = Math.abs(gamma[top]);
        if (!(width > 0) || near == 0 || near > width) {
            return Double.NaN;
        }
        // The left side is convex in s = ev_max - nu on (0, width): from its smallest value it grows towards s = 0.
        double low = near;
        double high = width;
        if (growth(high) > 0) {
            for (int step = 0; step < STEPS && high - low > 4e-16 * high; step++) {
                double middle = 0.5 * (low + high);
                if (growth(middle) > 0) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
        }
        double valley = high;
        if (!(excess(valley) <= 0)) {
            return Double.NaN;
        }
        low = near;
        high = valley;
        for (int step = 0; step < STEPS && high - low > 2e-16 * high; step++) {
            double middle = 0.5 * (low + high);
            if (excess(middle) > 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** The left side minus 1 at {@code nu = ev_max - s}. */
    private double excess(double s) {
        double sum = -1;
        for (int k = 0; k < gamma.length; k++) {
            if (gamma[k] != 0) {
                double share = gamma[k] / ((eigenvalues[gamma.length - 1] - eigenvalues[k]) - s);
                sum += share * share;
            }
        }
        return sum;
    }

    /** Half the derivative of the left side in s. */
    private double growth(double s) {
        double sum = 0;
        for (int k = 0; k < gamma.length; k++) {
            if (gamma[k] != 0) {
                double distance = (eigenvalues[gamma.length - 1] - eigenvalues[k]) - s;
                double share = gamma[k] / distance;
                sum += share * share / distance;
            }
        }
        return sum;
    }
}
