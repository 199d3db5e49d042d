package org.shiftbed.study;

/**
 * How a finished trial ended.
 *
 * @param state DONE or DIVERGED
 * @param step last update, or the one after which loss or weights stopped being finite
 */
public record Ending(TrialState state, int step) {
    public Ending {
        if (state != TrialState.DONE && state != TrialState.DIVERGED) {
            throw new IllegalArgumentException("a finished trial is done or diverged, got " + state);
        }
    }
}
