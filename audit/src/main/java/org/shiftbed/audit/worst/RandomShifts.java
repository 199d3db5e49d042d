package org.shiftbed.audit.worst;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.shiftbed.base.Seed;

/** Shifts of one norm in random directions, to show where the worst one stands among them (parametric-robustness 7.6). */
public final class RandomShifts {
    /** How many the report draws unless it is told otherwise. */
    public static final int DEFAULT_COUNT = 400;

    private final List<double[]> directions = new ArrayList<>();

    /**
     * @param seed names the stream; equal seeds give equal directions
     * @param parameters p, at least 1
     * @param count at least 2
     */
    public RandomShifts(Seed seed, int parameters, int count) {
        if (parameters < 1 || count < 2) {
            throw new IllegalArgumentException(count + " shifts of " + parameters + " parameters: at least 2 and 1");
        }
        SplittableRandom random = seed.child("random shifts").random();
        while (directions.size() < count) {
            double[] v = new double[parameters];
            for (int k = 0; k < parameters; k++) {
                v[k] = normal(random);
            }
            double norm = Matrices.norm(v);
            for (int k = 0; k < parameters; k++) {
                v[k] /= norm;
            }
            directions.add(v);
        }
    }

    /** The shifts at a radius, each of that norm, always in the same order. */
    public List<double[]> at(double radius) {
        List<double[]> shifts = new ArrayList<>();
        for (double[] direction : directions) {
            double[] shift = direction.clone();
            for (int k = 0; k < shift.length; k++) {
                shift[k] *= radius;
            }
            shifts.add(shift);
        }
        return shifts;
    }

    /**
     * What the random shifts do to the metric.
     *
     * @param mean of the values
     * @param sd with divisor count - 1
     * @param min smallest value
     * @param max largest value
     * @param worseShare the share of random shifts that are strictly worse than the worst case found
     */
    public record Summary(double mean, double sd, double min, double max, double worseShare) {}

    /**
     * Evaluates all shifts of one norm.
     *
     * @param value the metric under a shift
     * @param worst the metric under the worst shift of that norm
     * @param sign 1 where a larger metric is worse, -1 where a smaller one is
     */
    public Summary summary(double radius, ToDoubleFunction<double[]> value, double worst, int sign) {
        double mean = 0;
        double squares = 0;
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        int worse = 0;
        int seen = 0;
        for (double[] shift : at(radius)) {
            double found = value.applyAsDouble(shift);
            seen++;
            double off = found - mean;
            mean += off / seen;
            squares += off * (found - mean);
            min = Math.min(min, found);
            max = Math.max(max, found);
            worse += sign * found > sign * worst ? 1 : 0;
        }
        return new Summary(mean, Math.sqrt(squares / (seen - 1)), min, max, (double) worse / seen);
    }

    /** Box and Muller's cosine, so that the numbers do not depend on the platform's own normal generator. */
    private static double normal(SplittableRandom random) {
        double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
        return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
    }
}
