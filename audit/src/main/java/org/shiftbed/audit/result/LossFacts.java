package org.shiftbed.audit.result;

/**
 * The loss.
 *
 * @param title what it is called
 * @param larger whether larger is worse
 * @param mean without a shift
 * @param standardError of the mean
 * @param low end of its interval
 * @param high end of its interval
 * @param level of all intervals, such as 0.95
 * @param minimum smallest value it can take (0 for rates and probabilities), or negative infinity
 * @param maximum largest value it can take, or infinity
 * @param positive the label's value that counts as positive; empty where none is singled out
 */
public record LossFacts(
        String title,
        boolean larger,
        double mean,
        double standardError,
        double low,
        double high,
        double level,
        double minimum,
        double maximum,
        String positive) {

    /** A loss that singles no class out. */
    public LossFacts(
            String title,
            boolean larger,
            double mean,
            double standardError,
            double low,
            double high,
            double level,
            double minimum,
            double maximum) {
        this(title, larger, mean, standardError, low, high, level, minimum, maximum, "");
    }

    /** The nearest value that the loss can have; the ends of an interval for people are cut by it. */
    public double cut(double value) {
        return Math.max(minimum, Math.min(maximum, value));
    }

    /** Whether a value lies outside of what the loss can be. */
    public boolean outside(double value) {
        return value < minimum || value > maximum;
    }
}
