package org.shiftbed.audit.worst;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Upper bounds of the gain over a set of strips {@code abs(a'd - middle) <= half} and, where the radius is finite, a ball: every weighted
 * mean of the squared strip inequalities is an ellipsoid that contains the set, and its worst case bounds the set's
 * (parametric-robustness 4.3). Equal weights come first; then strips that the worst case of the ellipsoid leaves get more weight, and the
 * smallest bound seen counts. Each of them is valid.
 */
final class EnclosingEllipsoids {
    private static final int ROUNDS = 60;

    private record Strip(double[] row, double middle, double half) {}

    private final Quadratic gain;
    private final double radius;
    private final List<Strip> strips = new ArrayList<>();

    /** @param radius of the ball, infinite where there is none */
    EnclosingEllipsoids(Quadratic gain, double radius) {
        this.gain = gain;
        this.radius = radius;
    }

    /**
     * Adds {@code low <= row'd <= high}; with a finite radius one of the ends may be infinite.
     *
     * @param row not zero
     */
    void add(double[] row, double low, double high) {
        double reach = radius * Matrices.norm(row);
        double from = Math.max(low, -reach);
        double to = Math.min(high, reach);
        if (!Double.isFinite(from) || !Double.isFinite(to)) {
            return;
        }
        double middle = 0.5 * (from + to);
        // A strip without width is given one that the weights can handle: wider is still a bound.
        double half = Math.max(0.5 * (to - from), 1e-7 * Math.max(Math.abs(middle), Double.MIN_NORMAL));
        strips.add(new Strip(row.clone(), middle, half));
    }

    /** The smallest bound found, or infinity where the strips leave a direction open in which the gain grows. */
    double bound() {
        boolean inBall = Double.isFinite(radius);
        double best = inBall ? new TrustRegion(gain).solve(radius).upperBound() : Double.POSITIVE_INFINITY;
        int count = strips.size() + (inBall ? 1 : 0);
        if (strips.isEmpty()) {
            return best;
        }
        double[] weights = new double[count];
        Arrays.fill(weights, 1.0 / count);
        for (int round = 0; round < ROUNDS; round++) {
            WorstCase found = solve(weights);
            best = Math.min(best, found.upperBound());
            double[] levels = levels(found.delta(), count);
            double largest = Matrices.largest(levels);
            if (largest <= 1) {
                break;
            }
            double rate = 1.0 / Math.sqrt(1 + round);
            double sum = 0;
            for (int k = 0; k < count; k++) {
                weights[k] = Math.max(1e-9, weights[k] * Math.exp(rate * (levels[k] - 1) / largest));
                sum += weights[k];
            }
            for (int k = 0; k < count; k++) {
                weights[k] /= sum;
            }
        }
        return best;
    }

    private WorstCase solve(double[] weights) {
        int p = gain.size();
        double[][] a = new double[p][p];
        double[] b = new double[p];
        double right = 1;
        for (int k = 0; k < strips.size(); k++) {
            Strip strip = strips.get(k);
            double factor = weights[k] / (strip.half * strip.half);
            for (int i = 0; i < p; i++) {
                Matrices.add(a[i], factor * strip.row[i], strip.row);
            }
            Matrices.add(b, -2 * factor * strip.middle, strip.row);
            right -= factor * strip.middle * strip.middle;
        }
        if (weights.length > strips.size()) {
            for (int i = 0; i < p; i++) {
                a[i][i] += weights[strips.size()] / (radius * radius);
            }
        }
        return new EllipsoidSolver(a, b, gain).solveBound(right);
    }

    /** The left sides of the squared inequalities, at most 1 inside. */
    private double[] levels(double[] delta, int count) {
        double[] levels = new double[count];
        for (int k = 0; k < strips.size(); k++) {
            Strip strip = strips.get(k);
            double off = (Matrices.dot(strip.row, delta) - strip.middle) / strip.half;
            levels[k] = off * off;
        }
        if (count > strips.size()) {
            double share = Matrices.norm(delta) / radius;
            levels[count - 1] = share * share;
        }
        return levels;
    }
}
