package org.shiftbed.learn;

import org.shiftbed.learn.weights.LoadReport;

/** Hears of a run while it goes on; called on the thread that trains. */
public interface TrainingListener {

    /** After every update. */
    void step(int done, int steps);

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
}
