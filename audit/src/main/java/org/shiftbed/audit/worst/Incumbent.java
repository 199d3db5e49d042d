package org.shiftbed.audit.worst;

import java.util.ArrayList;
import java.util.List;

/** The best point seen so far, with those that are as good and lie elsewhere. */
final class Incumbent {
    private static final double TIE = 1e-12;
    private static final double ROUNDING = 1e-15;
    private static final double APART = 1e-6;
    private static final int MOST_TIES = 64;

    private final Quadratic gain;
    private final double size;
    private final List<double[]> points = new ArrayList<>();
    private double best = Double.NEGATIVE_INFINITY;

    /**
     * @param gain what is maximised
     * @param reach an upper bound of the norm of the points
     */
    Incumbent(Quadratic gain, double reach) {
        this.gain = gain;
        size = Matrices.norm(gain.rawGradient()) * reach + Matrices.largest(gain.rawHessian()) * reach * reach;
    }

    /** Looks at a feasible point, which it keeps a copy of where it is one of the best. */
    void offer(double[] point) {
        double value = gain.gain(point);
        if (value < best - TIE * size) {
            return;
        }
        if (value > best) {
            double now = value;
            points.removeIf(other -> gain.gain(other) < now - TIE * size);
        }
        for (int k = 0; k < points.size(); k++) {
            if (near(points.get(k), point)) {
                // Of two that rounding cannot tell apart the later one counts: exact points of a face come after the
                // ascent's.
                if (value >= gain.gain(points.get(k)) - ROUNDING * size) {
                    points.set(k, point.clone());
                }
                best = Math.max(best, value);
                return;
            }
        }
        best = Math.max(best, value);
        if (points.size() < MOST_TIES) {
            points.add(point.clone());
        }
    }

    /** The largest value seen. */
    double best() {
        return best;
    }

    /** The typical size of the gain over the set, for tolerances. */
    double size() {
        return size;
    }

    boolean isEmpty() {
        return points.isEmpty();
    }

    /** The best point: of several as good, the first of the largest value. */
    double[] point() {
        double[] found = points.get(0);
        for (double[] point : points) {
            if (gain.gain(point) > gain.gain(found)) {
                found = point;
            }
        }
        return found;
    }

    /** Those as good as {@link #point}. */
    List<double[]> others() {
        double[] first = point();
        List<double[]> others = new ArrayList<>(points);
        others.removeIf(other -> other == first);
        return others;
    }

    private static boolean near(double[] one, double[] other) {
        double distance = 0;
        double length = 0;
        for (int k = 0; k < one.length; k++) {
            distance = Math.max(distance, Math.abs(one[k] - other[k]));
            length = Math.max(length, Math.max(Math.abs(one[k]), Math.abs(other[k])));
        }
        return distance <= APART * length;
    }
}
