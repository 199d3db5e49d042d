package org.shiftbed.audit;

/**
 * What rows that all have the same loss leave possible: the exact binomial bound (Clopper, Pearson 1934), where a spread of 0 would claim certainty. Nine
 * right answers out of nine leave an accuracy of 0.66 possible.
 */
final class SameLoss {
    private static final double ROUNDING = 1e-12;

    private SameLoss() {}

    /** Whether a standard error is that of losses that do not differ but for rounding. */
    static boolean is(double standardError, double value) {
        return standardError <= ROUNDING * Math.max(1, Math.abs(value));
    }

    /**
     * The largest share of other losses that so many rows do not rule out: {@code 1 - (alpha/2)^(1/n)}.
     *
     * @param rows how many speak
     * @param level of the interval, such as 0.95
     */
    static double most(double rows, double level) {
        return rows > 0 ? 1 - Math.pow((1 - level) / 2, 1 / rows) : 1;
    }

    /** From a value towards an end of what the loss can be by such a share; the value itself where there is no end. */
    static double towards(double value, double end, double share) {
        return Double.isFinite(end) ? value + share * (end - value) : value;
    }
}
