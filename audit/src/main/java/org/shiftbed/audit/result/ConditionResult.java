package org.shiftbed.audit.result;

/**
 * How a condition on an audit's answer turned out.
 *
 * @param text as given
 * @param outcome how
 * @param radius where it was looked at
 * @param low end of the interval that decides: the hull of those of estimate, weighted rows and rows of other folds
 * @param high its other end
 * @param reason why, with numbers; no sentence of its own
 */
public record ConditionResult(String text, Outcome outcome, double radius, double low, double high, String reason) {

    /** How it turns out. */
    public enum Outcome {
        HOLDS,
        DOES_NOT,
        OPEN
    }

    /** In a sentence, for people. */
    public String sentence() {
        return switch (outcome) {
                    case HOLDS -> "The condition '" + text + "' holds: ";
                    case DOES_NOT -> "The condition '" + text + "' does not hold: ";
                    case OPEN -> "The evidence does not suffice to tell whether '" + text + "' holds: ";
                }
                + reason + ".";
    }
}
