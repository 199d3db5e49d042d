package org.shiftbed.study;

/** Hears of an execution while it goes on. Calls come one at a time, from several threads; they must be short. */
public interface ExecutionListener {
    /** Hears nothing. */
    ExecutionListener NONE = new ExecutionListener() {};

    /**
     * Before anything runs.
     *
     * @param trials to be run
     * @param steps updates of all of them together
     * @param done trials that were done before
     */
    default void begun(int trials, long steps, int done) {}

    /** A worker has begun a trial. */
    default void started(ExpectedTrial trial, int attempt) {}

    /**
     * A trial has moved on.
     *
     * @param step updates done so far, in [0, steps]
     */
    default void progress(ExpectedTrial trial, int step) {}

    /** A trial is published. */
    default void finished(ExpectedTrial trial, Ending ending) {}

    /**
     * An attempt ended badly, and another one will be made.
     *
     * @param failures of this trial in this run so far
     */
    default void retried(ExpectedTrial trial, String cause, int failures) {}

    /** The last attempt at a trial ended badly. */
    default void failed(ExpectedTrial trial, String cause) {}
}
