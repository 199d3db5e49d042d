package org.shiftbed.audit.worst;

/**
 * An upper bound of the gain over {@code low_i <= c_i'd <= high_i} and {@code norm(d) <= R} from the multipliers at a point (Shor 1987).
 *
 * <p>On the set, every {@code (c_i'd - low_i)(high_i - c_i'd)} and {@code R^2 - d'd} is at least 0, so
 * {@code L(d) = gain + nu (R^2 - d'd)/2 + sum w_i (c_i'd - low_i)(high_i - c_i'd)/2} is at least the gain. With
 * {@code w_i = 2 abs(lambda_i) / (high_i - low_i)} its slope at the point is what the multipliers leave over, and where
 * {@code M = nu I + sum w_i c_i c_i' - H} is positive semidefinite the point is proven to be the worst.
 *
 * @param gap how much better any point of the set can be at most, rounding included
 * @param residual norm of the slope of L at the point
 * @param curvature the smallest eigenvalue of M: where it is positive the point is the only one
 */
record LagrangeBound(double gap, double residual, double curvature) {

    /**
     * The bound of a point.
     *
     * @param rows c_i, each of p numbers
     * @param low finite lower ends, valid on the whole set
     * @param high finite upper ends
     * @param lambda multiplier of each row: positive at the upper end, negative at the lower, 0 between
     * @param nu multiplier of the ball, 0 where there is none
     * @param radius R; where there is no ball, any number the norm does not exceed
     */
    static LagrangeBound of(
            Quadratic gain,
            double[][] rows,
            double[] low,
            double[] high,
            double[] lambda,
            double nu,
            double radius,
            double[] point) {
        int p = point.length;
        double[][] m = gain.hessian();
        double[] slope = gain.slope(point);
        double norm = Matrices.norm(point);
        double largest = Matrices.largest(m);
        for (int a = 0; a < p; a++) {
            slope[a] -= nu * point[a];
            for (int b = 0; b < p; b++) {
                m[a][b] = -m[a][b];
            }
            m[a][a] += nu;
        }
        double slack = Math.max(0, 0.5 * nu * (radius - norm) * (radius + norm));
        for (int i = 0; i < rows.length; i++) {
            double width = high[i] - low[i];
            double level = Matrices.dot(rows[i], point);
            double w;
            if (width > 0) {
                w = 2 * Math.abs(lambda[i]) / width;
                Matrices.add(slope, 0.5 * w * (high[i] + low[i] - 2 * level), rows[i]);
                slack += Math.max(0, 0.5 * w * (level - low[i]) * (high[i] - level));
            } else {
                // An equality: its multiplier may have any sign, and its square any weight.
                w = 1e3 * (largest + nu) * p;
                Matrices.add(slope, -lambda[i], rows[i]);
            }
            if (w > 0) {
                for (int a = 0; a < p; a++) {
                    Matrices.add(m[a], w * rows[i][a], rows[i]);
                }
            }
        }
        Spectrum spectrum = Spectrum.of(m);
        double smallest = p == 0 ? 0 : Math.scalb(spectrum.values()[0], spectrum.exponent());
        double residual = Matrices.norm(slope);
        double across = 2 * radius;
        double gap = slack + residual * across + 0.5 * Math.max(0, -smallest) * across * across;
        return new LagrangeBound(gap, residual, smallest);
    }
}
