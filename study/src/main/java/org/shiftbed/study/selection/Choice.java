package org.shiftbed.study.selection;

import org.jspecify.annotations.Nullable;

/**
 * What a rule came to.
 *
 * @param picked the chosen checkpoint; null where the rule cannot be applied
 * @param testQueries how often labels of the test domain were looked at to choose; 0 for honest rules
 * @param reason why nothing was chosen; empty where something was
 */
public record Choice(@Nullable Picked picked, int testQueries, String reason) {

    /**
     * A checkpoint with its two scores.
     *
     * @param trial id
     * @param step checkpoint
     * @param validation score by which it was chosen; NaN where every score was NaN
     * @param test accuracy; null where it was not evaluated
     */
    public record Picked(
            String trial,
            int step,
            double validation,
            @Nullable Double test) {}

    static Choice of(@Nullable Picked picked, int testQueries, String reasonIfNone) {
        return new Choice(picked, picked == null ? 0 : testQueries, picked == null ? reasonIfNone : "");
    }
}
