package org.shiftbed.learn;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.algorithm.Algorithm;

/** Who sets the learning rate at the checkpoints of a run, and may end it there. */
interface RateControl {
    /** Of a run whose algorithm keeps its own rate. */
    RateControl NONE = new RateControl() {
        @Override
        public Next checkpoint(int step, Algorithm algorithm, BestSteps evaluated) {
            return new Next(false, false);
        }

        @Override
        public Checkpoint.@Nullable Stage stage() {
            return null;
        }

        @Override
        public Map<String, Object> memory() {
            return Map.of();
        }

        @Override
        public void restore(Map<?, ?> memory) {}
    };

    /**
     * After the evaluation of a checkpoint.
     *
     * @param step index of the last update, from 0
     * @param evaluated what the current weights gave
     */
    Next checkpoint(int step, Algorithm algorithm, BestSteps evaluated);

    /** What the record of a checkpoint says of the stage, as of the last {@link #checkpoint}; null: nothing. */
    Checkpoint.@Nullable Stage stage();

    /** Whether means of losses and seconds run from the start on, in place of from the checkpoint before. */
    default boolean meansFromTheStart() {
        return false;
    }

    /** What it has to know to go on, as {@link RunState} keeps values. */
    Map<String, Object> memory();

    /** Goes on from a {@link #memory}. */
    void restore(Map<?, ?> memory);

    /**
     * How a run goes on.
     *
     * @param over whether it ends at this checkpoint
     * @param silent whether this checkpoint leaves no record
     */
    record Next(boolean over, boolean silent) {}
}
