package org.shiftbed.audit;

import java.util.Locale;
import java.util.function.IntFunction;
import org.shiftbed.audit.estimate.Estimator;

/**
 * What repeated tables say about an estimate and its standard error.
 *
 * @param repetitions how many tables
 * @param bias mean estimate minus truth, in standard deviations of one estimate
 * @param ratio mean standard error over the standard deviation of the estimates
 * @param covered share of 95% intervals that hold the truth
 */
record Coverage(int repetitions, double bias, double ratio, double covered) {
    private static final double QUANTILE = 1.959963984540054;

    static Coverage of(int repetitions, double truth, IntFunction<Estimator.Taylor> draw) {
        double sum = 0;
        double squares = 0;
        double errors = 0;
        int inside = 0;
        for (int r = 0; r < repetitions; r++) {
            Estimator.Taylor taylor = draw.apply(r);
            double difference = taylor.value() - truth;
            sum += difference;
            squares += difference * difference;
            errors += taylor.standardError();
            inside += Math.abs(difference) <= QUANTILE * taylor.standardError() ? 1 : 0;
        }
        double mean = sum / repetitions;
        double sd = Math.sqrt((squares - repetitions * mean * mean) / (repetitions - 1));
        return new Coverage(repetitions, mean / sd, errors / repetitions / sd, (double) inside / repetitions);
    }

    /** With the Monte Carlo error of each figure, for a normal estimate. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d tables: bias %.3f sd (+- %.3f), mean se / sd %.3f (+- %.3f), coverage %.4f (+- %.4f)",
                repetitions,
                bias,
                1 / Math.sqrt(repetitions),
                ratio,
                ratio / Math.sqrt(2.0 * repetitions),
                covered,
                Math.sqrt(covered * (1 - covered) / repetitions));
    }
}
