package org.shiftbed.learn;

import org.shiftbed.learn.weights.LoadReport;

/** Hears of a run while it goes on; called on the thread that trains. */
public interface TrainingListener {

    /** After every update. */
    void step(int done, int steps);

    /** After every batch that was evaluated: nothing has changed but that the run is alive. */
    default void evaluated() {}

    /** After every checkpoint, the diverged one included. */
    void checkpoint(Checkpoint checkpoint);

    /**
     * Before the first update: how large what is trained is.
     *
     * @param parameters numbers that are trained, of all networks of the algorithm; -1 where it does not tell
     */
    default void built(long parameters) {}

    /** Before the first update, where the network starts from a file of weights: what was loaded and what was not. */
    default void weightsLoaded(LoadReport report) {}

    /** Asked after every update; true ends the run early, without writing weights or predictions. */
    boolean cancelled();

    /**
     * Asked after every update but the last one: whether the listener wants the {@link #state} now. Making one copies the weights.
     *
     * @param stopping whether the run ends here because it was {@link #cancelled}
     */
    default boolean takesState(boolean stopping) {
        return false;
    }

    /** Where the run stands, after the records of its checkpoints so far: {@link Trainer#train} goes on from it. */
    default void state(RunState state) {}
}
