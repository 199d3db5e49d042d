package org.shiftbed.learn;

/** Hears of a run while it goes on; called on the thread that trains. */
public interface TrainingListener {

    /** After every update. */
    void step(int done, int steps);

    /** After every checkpoint, the diverged one included. */
    void checkpoint(Checkpoint checkpoint);

    /** Asked after every update; true ends the run early, without writing weights or predictions. */
    boolean cancelled();
}
