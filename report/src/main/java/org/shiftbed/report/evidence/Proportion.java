package org.shiftbed.report.evidence;

import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.distribution.discrete.BinomialDistribution;

/**
 * Accuracy of one model on a sample of rows, with the error that comes from the rows alone.
 *
 * @param right rows whose label the model found
 * @param rows of the sample, at least 1
 */
public record Proportion(long right, long rows) {
    private static final double COVERAGE = 0.95;

    /**
     * An interval of the accuracy on all rows of the kind.
     *
     * @param low lower end in [0, 1]
     * @param high upper end in [0, 1]
     */
    public record Interval(double low, double high) {}

    public Proportion {
        if (rows < 1 || right < 0 || right > rows) {
            throw new IllegalArgumentException("right of " + rows + " rows is a count from 0 to them, got " + right);
        }
    }

    /** A recorded accuracy, which is a whole number of rows over their number. */
    public static Proportion of(double accuracy, long rows) {
        return new Proportion(Math.round(accuracy * rows), rows);
    }

    /** Share of right rows. */
    public double accuracy() {
        return (double) right / rows;
    }

    /** The 95% interval of Wilson (1927): those accuracies whose score test does not refuse this sample. */
    public Interval wilson() {
        double z = new NormalDistribution().inverseCumulativeProbability(0.5 + COVERAGE / 2);
        double share = accuracy();
        double shrink = 1 + z * z / rows;
        double centre = (share + z * z / (2 * rows)) / shrink;
        double half = z / shrink * Math.sqrt(share * (1 - share) / rows + z * z / (4.0 * rows * rows));
        // At the ends both terms are equal, and rounding must not leave a trace of them.
        return new Interval(right == 0 ? 0 : centre - half, right == rows ? 1 : centre + half);
    }

    /**
     * The 95% percentile interval of the bootstrap over rows, without drawing: a resample of n rows has a binomial number of right ones, so the
     * limit of endlessly many replicates are that law's quantiles.
     */
    public Interval bootstrap() {
        BinomialDistribution resampled = new BinomialDistribution(Math.toIntExact(rows), accuracy());
        double tail = (1 - COVERAGE) / 2;
        return new Interval(
                (double) resampled.inverseCumulativeProbability(tail) / rows,
                (double) resampled.inverseCumulativeProbability(1 - tail) / rows);
    }
}
