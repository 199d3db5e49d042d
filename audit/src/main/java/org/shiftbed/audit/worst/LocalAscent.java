package org.shiftbed.audit.worst;

import java.util.SplittableRandom;
import org.shiftbed.base.Seed;

/**
 * Many-start ascent on a convex set: a lower bound of the worst case, no proof (parametric-robustness 4.3). Each start climbs by projected
 * gradient steps and then by exact moves of single coordinates, which also jump across the set. Starts: a given point, both signs of
 * the leading eigenvectors of H, and seeded random directions.
 */
final class LocalAscent {
    private static final int STEPS = 200;
    private static final int SWEEPS = 50;
    private static final int DIRECTIONS = 8;

    private final Quadratic gain;
    private final ConvexSet set;
    private final double[][] h;
    private final double step;

    LocalAscent(Quadratic gain, ConvexSet set) {
        this.gain = gain;
        this.set = set;
        h = gain.rawHessian();
        double steepest = 0;
        for (double[] row : h) {
            double sum = 0;
            for (double entry : row) {
                sum += Math.abs(entry);
            }
            steepest = Math.max(steepest, sum);
        }
        step = steepest;
    }

    /**
     * Climbs from all starts.
     *
     * @param first a promising shift, which need not be in the set
     * @param reach how far from no shift the set extends, finite
     * @param randomStarts how many random directions to try
     */
    void search(double[] first, double reach, int randomStarts, Incumbent incumbent) {
        int p = gain.size();
        incumbent.offer(climb(first));
        incumbent.offer(climb(new double[p]));
        Spectrum spectrum = Spectrum.of(h);
        for (int k = p - 1; k >= Math.max(0, p - DIRECTIONS); k--) {
            for (int sign = -1; sign <= 1; sign += 2) {
                double[] start = new double[p];
                Matrices.add(start, sign * reach, spectrum.vectors()[k]);
                incumbent.offer(climb(start));
            }
        }
        SplittableRandom random = Seed.of("worst case", "starts", p).random();
        for (int i = 0; i < randomStarts; i++) {
            double[] start = new double[p];
            for (int k = 0; k < p; k++) {
                start[k] = reach * (random.nextBoolean() ? 1 : -1) * (i % 2 == 0 ? 1 : random.nextDouble());
            }
            incumbent.offer(climb(start));
        }
    }

    /** The point of the set where the ascent from a shift ends. */
    double[] climb(double[] shift) {
        double[] point = set.nearest(shift);
        double length = step > 0 ? 1 / step : 1;
        double value = gain.gain(point);
        for (int i = 0; i < STEPS; i++) {
            double[] ahead = point.clone();
            Matrices.add(ahead, length, gain.slope(point));
            ahead = set.nearest(ahead);
            double next = gain.gain(ahead);
            if (next > value) {
                boolean settled = next - value <= 1e-14 * Math.abs(next);
                point = ahead;
                value = next;
                length *= 1.5;
                if (settled) {
                    break;
                }
            } else if (length * step > 1) {
                length = 1 / step;
            } else {
                break;
            }
        }
        return coordinates(point);
    }

    private double[] coordinates(double[] from) {
        double[] point = from;
        double[] slope = gain.slope(point);
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            double improved = 0;
            for (int k = 0; k < point.length; k++) {
                double[] interval = set.interval(point, k);
                double best = 0;
                double bestMove = 0;
                double[] moves = {interval[0] - point[k], interval[1] - point[k], h[k][k] < 0 ? -slope[k] / h[k][k] : 0
                };
                for (double move : moves) {
                    double value = move * (slope[k] + 0.5 * h[k][k] * move);
                    if (value > best && point[k] + move >= interval[0] && point[k] + move <= interval[1]) {
                        best = value;
                        bestMove = move;
                    }
                }
                if (bestMove != 0) {
                    point[k] = Math.max(interval[0], Math.min(interval[1], point[k] + bestMove));
                    Matrices.add(slope, bestMove, h[k]);
                    improved += best;
                }
            }
            if (improved <= 1e-14 * Math.abs(gain.gain(point))) {
                break;
            }
        }
        return point;
    }
}
