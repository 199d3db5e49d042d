package org.shiftbed.report.evidence;

import java.util.List;
import java.util.SplittableRandom;
import org.shiftbed.base.Seed;

/**
 * The permutation test of paired differences (Fisher 1935): were both methods alike, each difference would as soon have the other sign. The
 * two-sided p is the share of sign patterns whose sum is at least as far from zero.
 *
 * @param p in (0, 1]
 * @param exact whether every pattern was counted; otherwise p is from drawn patterns, the observed one among them
 */
public record SignFlips(double p, boolean exact) {
    /** Two to the power of this many patterns are counted in a moment. */
    private static final int COUNTED = 16;

    private static final int DRAWS = 20_000;

    /** The test on at least one difference, in any unit; draws depend on nothing but the number of pairs. */
    public static SignFlips of(List<Double> differences) {
        double[] values = differences.stream().mapToDouble(Double::doubleValue).toArray();
        double observed = 0;
        double size = 0;
        for (double value : values) {
            observed += value;
            size += Math.abs(value);
        }
        // Sums of the same numbers in another order differ in their last digits, and are not another pattern's sum.
        double least = Math.abs(observed) - 1e-12 * size;
        if (values.length <= COUNTED) {
            long patterns = 1L << values.length;
            long beyond = 0;
            for (long pattern = 0; pattern < patterns; pattern++) {
                beyond += Math.abs(sum(values, pattern)) >= least ? 1 : 0;
            }
            return new SignFlips((double) beyond / patterns, true);
        }
        SplittableRandom random = Seed.of("sign flips", values.length).random();
        long beyond = 1;
        for (int draw = 0; draw < DRAWS; draw++) {
            double sum = 0;
            long bits = 0;
            for (int i = 0; i < values.length; i++) {
                bits = i % 64 == 0 ? random.nextLong() : bits >>> 1;
                sum += (bits & 1) == 0 ? values[i] : -values[i];
            }
            beyond += Math.abs(sum) >= least ? 1 : 0;
        }
        return new SignFlips((double) beyond / (DRAWS + 1), false);
    }

    private static double sum(double[] values, long pattern) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += (pattern >>> i & 1) == 0 ? values[i] : -values[i];
        }
        return sum;
    }
}
