package org.shiftbed.study;

import java.io.IOException;
import java.util.List;

/** Runs trials somewhere. Results do not depend on which executor ran them, on how many workers it had, or in which order they came. */
public interface Executor {

    /**
     * Runs every trial that is not done yet and comes back when all have ended, one way or the other. A trial that fails does not stop the others.
     *
     * @param store where attempts are made and published
     * @param trials what is wanted; done and refused ones are passed over, failed ones are tried again
     * @param listener hears of it, one call at a time
     * @throws IOException where no worker can be started at all
     * @throws InterruptedException where the calling thread was interrupted; workers are ended and the store is whole
     */
    void run(TrialStore store, List<ExpectedTrial> trials, ExecutionListener listener)
            throws IOException, InterruptedException;
}
