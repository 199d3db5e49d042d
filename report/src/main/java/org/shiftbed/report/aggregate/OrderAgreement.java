package org.shiftbed.report.aggregate;

import java.util.ArrayList;
import java.util.List;
import org.hipparchus.stat.correlation.SpearmansCorrelation;
import org.jspecify.annotations.Nullable;

/**
 * How far two ways of choosing (or two settings) put the methods in the same order, on one data set ({@code controlled-shifts.md} 5, B.4).
 *
 * @param methods that have a number both ways
 * @param spearman rank correlation of the methods' means, ties with their mean rank; null where fewer than two methods have both, or one way
 *     gives all of them the same
 * @param first largest mean of a method the first way; null where there is none
 * @param second largest mean the second way
 */
public record OrderAgreement(
        int methods,
        @Nullable Double spearman,
        @Nullable Double first,
        @Nullable Double second) {

    /**
     * Compares means over seeds.
     *
     * @param one first way, {@code other} the second: scores of the same methods
     */
    public static OrderAgreement of(Scores one, String setting, Scores other, String otherSetting, String dataset) {
        List<Double> first = new ArrayList<>();
        List<Double> second = new ArrayList<>();
        for (String method : one.methods()) {
            var a = one.of(method, dataset, setting);
            var b = other.of(method, dataset, otherSetting);
            if (!a.isEmpty() && !b.isEmpty()) {
                first.add(Scores.mean(a.values()));
                second.add(Scores.mean(b.values()));
            }
        }
        return new OrderAgreement(first.size(), spearman(first, second), largest(first), largest(second));
    }

    /** Spearman's rank correlation; null where it does not exist. */
    static @Nullable Double spearman(List<Double> first, List<Double> second) {
        if (first.size() < 2) {
            return null;
        }
        double correlation = new SpearmansCorrelation().correlation(array(first), array(second));
        return Double.isFinite(correlation) ? (Double) correlation : null;
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static @Nullable Double largest(List<Double> values) {
        return values.stream().max(Double::compare).orElse(null);
    }
}
