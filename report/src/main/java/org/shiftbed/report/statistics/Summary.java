package org.shiftbed.report.statistics;

import java.util.List;
import org.hipparchus.distribution.continuous.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Mean of a sample and, from two values on, how far it may be off.
 *
 * @param n number of values, at least 1
 * @param mean arithmetic mean, in the unit of the values
 * @param spread null for a single value: one value says nothing about its own error
 */
public record Summary(int n, double mean, @Nullable Spread spread) {

    /** Coverage of every interval of a report. */
    public static final double COVERAGE = 0.95;

    /**
     * Error of a mean of at least two values.
     *
     * @param sd sample standard deviation (divisor n - 1)
     * @param se standard error sd / sqrt(n)
     * @param low lower end of the 95% t interval with n - 1 degrees of freedom
     * @param high upper end
     */
    public record Spread(double sd, double se, double low, double high) {
        /** Half the width of the interval. */
        public double half() {
            return (high - low) / 2;
        }
    }

    /**
     * Summary of a sample.
     *
     * @param values finite numbers; a run that diverged has none and must not be here
     * @return null for an empty sample
     * @throws IllegalArgumentException where a value is not finite
     */
    public static @Nullable Summary of(List<Double> values) {
        int n = values.size();
        if (n == 0) {
            return null;
        }
        double sum = 0;
        for (double value : values) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("a summary is made of finite values, got " + value);
            }
            sum += value;
        }
        double mean = sum / n;
        if (n == 1) {
            return new Summary(1, mean, null);
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        double sd = Math.sqrt(squares / (n - 1));
        double se = sd / Math.sqrt(n);
        double half = se * quantile(n - 1);
        return new Summary(n, mean, new Spread(sd, se, mean - half, mean + half));
    }

    /** The factor of a two-sided 95% interval under Student's t distribution. */
    static double quantile(int degreesOfFreedom) {
        return new TDistribution(degreesOfFreedom).inverseCumulativeProbability(0.5 + COVERAGE / 2);
    }
}
