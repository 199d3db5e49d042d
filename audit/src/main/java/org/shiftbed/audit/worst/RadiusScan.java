package org.shiftbed.audit.worst;

import java.util.ArrayList;
import java.util.List;

/**
 * The worst case as a curve over the radius, and its inverse (parametric-robustness 4.4).
 *
 * <p>The value at radius R is {@code L + sign * gain(R)}; the gain grows with R. All gains, contributions and slopes are in the direction
 * "worse"; only {@link Point#value} is in the metric's own.
 */
public final class RadiusScan {
    private static final double TURN = Math.cos(Math.toRadians(45));
    private static final int DOUBLINGS = 100;
    private static final int HALVINGS = 400;

    private final Quadratic gain;
    private final RadiusSolver solver;
    private final double unshifted;
    private final int sign;

    /**
     * @param gain g and H with the sign in them, so that larger is worse
     * @param solver of the same gain inside the budget, by {@link Budget#on} or {@link Freezing#on}
     * @param unshifted L, the metric without a shift
     * @param sign 1 where a larger metric is worse, -1 where a smaller one is
     */
    public RadiusScan(Quadratic gain, RadiusSolver solver, double unshifted, int sign) {
        if (sign != 1 && sign != -1) {
            throw new IllegalArgumentException("the sign is 1 or -1, not " + sign);
        }
        this.gain = gain;
        this.solver = solver;
        this.unshifted = unshifted;
        this.sign = sign;
    }

    /**
     * The worst case at one radius.
     *
     * @param radius as given
     * @param worst the worst shift
     * @param value L + sign * gain, unclipped
     * @param contributions {@code d_k (g_k + (Hd)_k / 2)} of each parameter; they sum to the gain
     * @param pairs p x p, symmetric: {@code g_k d_k + H_kk d_k^2 / 2} on the diagonal, {@code H_jk d_j d_k / 2} beside it, so that each
     *     row sums to its parameter's contribution and a pair's joint effect is its entry twice
     * @param slope {@code nu R}, how fast the gain grows with the radius; NaN where there is no ball, or at radius 0
     * @param turned whether the direction is more than 45 degrees away from the one at the radius before, whichever of equally bad shifts
     *     is taken
     */
    public record Point(
            double radius,
            WorstCase worst,
            double value,
            double[] contributions,
            double[][] pairs,
            double slope,
            boolean turned) {}

    /**
     * One point for each radius, in the order given. Where a search without proof finds less than at the smaller radius before, the shift
     * found there is taken, which is allowed at the larger radius too.
     */
    public List<Point> points(double... radii) {
        List<Point> points = new ArrayList<>();
        for (double radius : radii) {
            WorstCase worst = solver.solve(radius);
            if (!points.isEmpty() && radius >= points.get(points.size() - 1).radius()) {
                worst = better(points.get(points.size() - 1).worst(), worst);
            }
            double[][] pairs = pairs(worst.delta());
            double[] contributions = new double[pairs.length];
            for (int k = 0; k < pairs.length; k++) {
                for (double part : pairs[k]) {
                    contributions[k] += part;
                }
            }
            boolean turned =
                    !points.isEmpty() && turned(points.get(points.size() - 1).worst(), worst);
            double slope = radius > 0 ? worst.multiplier() * radius : Double.NaN;
            points.add(new Point(radius, worst, unshifted + sign * worst.gain(), contributions, pairs, slope, turned));
        }
        return points;
    }

    /** How large a shift it takes until the metric reaches a level. */
    public sealed interface RadiusTo {

        /** The metric has reached it at radius 0 already. */
        record AlreadyAtZero() implements RadiusTo {}

        /**
         * No shift within the budget reaches it.
         *
         * @param supremum a value the metric does not pass at any radius; infinite where only a search says so
         */
        record Never(double supremum) implements RadiusTo {}

        /**
         * The smallest radius that reaches it, to 12 digits.
         *
         * @param radius above 0
         * @param worst the worst case there
         */
        record At(double radius, WorstCase worst) implements RadiusTo {}
    }

    /**
     * The smallest radius at which the worst value reaches or passes a threshold, by bisection on the monotone curve.
     *
     * @param threshold of the metric; reached from below where the sign is 1, from above where it is -1
     */
    public RadiusTo radiusTo(double threshold) {
        if (Double.isNaN(threshold)) {
            throw new IllegalArgumentException("the threshold is not a number");
        }
        double needed = sign * (threshold - unshifted);
        if (needed <= 0) {
            return new RadiusTo.AlreadyAtZero();
        }
        double supremum = solver.supremum();
        if (needed > supremum) {
            return new RadiusTo.Never(unshifted + sign * supremum);
        }
        double low = solver.smallestRadius();
        WorstCase first = solver.solve(low);
        if (first.gain() >= needed) {
            return low > 0 ? new RadiusTo.At(low, first) : new RadiusTo.AlreadyAtZero();
        }
        double high = Math.max(1, 2 * low);
        WorstCase reached = solver.solve(high);
        for (int doubling = 0; reached.gain() < needed; doubling++) {
            if (doubling == DOUBLINGS) {
                return new RadiusTo.Never(unshifted + sign * supremum);
            }
            low = high;
            high *= 2;
            reached = solver.solve(high);
        }
        for (int step = 0; step < HALVINGS && high - low > 1e-13 * high; step++) {
            double middle = 0.5 * (low + high);
            WorstCase found = solver.solve(middle);
            if (found.gain() >= needed) {
                high = middle;
                reached = found;
            } else {
                low = middle;
            }
        }
        return new RadiusTo.At(high, reached);
    }

    private static WorstCase better(WorstCase smaller, WorstCase found) {
        WorstCase.Certificate certificate = found.certificate();
        if (certificate.proof() != WorstCase.Proof.BOUNDS || found.gain() >= smaller.gain()) {
            return found;
        }
        double gap = Math.max(0, found.upperBound() - smaller.gain());
        return new WorstCase(
                smaller.delta(),
                smaller.gain(),
                Double.NaN,
                smaller.kind(),
                false,
                smaller.others(),
                new WorstCase.Certificate(
                        certificate.stationarity(),
                        Double.NaN,
                        gap,
                        gap <= 1e-6 * Math.abs(found.upperBound()),
                        WorstCase.Proof.BOUNDS));
    }

    private double[][] pairs(double[] delta) {
        double[][] pairs = gain.hessian();
        double[] g = gain.rawGradient();
        for (int j = 0; j < pairs.length; j++) {
            for (int k = 0; k < pairs.length; k++) {
                pairs[j][k] *= 0.5 * delta[j] * delta[k];
            }
            pairs[j][j] += g[j] * delta[j];
        }
        return pairs;
    }

    private static boolean turned(WorstCase before, WorstCase after) {
        double closest = -1;
        for (double[] one : all(before)) {
            for (double[] other : all(after)) {
                double lengths = Matrices.norm(one) * Matrices.norm(other);
                if (lengths == 0) {
                    return false;
                }
                closest = Math.max(closest, Matrices.dot(one, other) / lengths);
            }
        }
        return closest < TURN;
    }

    private static List<double[]> all(WorstCase found) {
        List<double[]> all = new ArrayList<>(found.others());
        all.add(found.delta());
        return all;
    }
}
