package org.shiftbed.study;

import org.shiftbed.learn.Precision;
import org.shiftbed.learn.TrainingTask;

/**
 * How every trial of a study is trained and evaluated.
 *
 * @param steps updates, at least 1
 * @param batch rows of one batch in all; 0 under DomainBed's protocol
 * @param checkpointEvery updates between checkpoints; 0: what DomainBed's protocol says for the data set
 * @param precision of weights and arithmetic
 * @param threads of libtorch in one trial, at least 1
 * @param evaluate what is evaluated at a checkpoint
 * @param keep which weights stay
 * @param tensorboard whether a trial writes an event file for TensorBoard
 * @param patience checkpoints one after the other without a new best of the first selection rule at which a trial ends; 0: it makes every update
 */
public record TrainingSpec(
        int steps,
        int batch,
        int checkpointEvery,
        Precision precision,
        int threads,
        Evaluate evaluate,
        TrainingTask.Keep keep,
        boolean tensorboard,
        int patience) {

    /** Without event files, every update made. */
    public TrainingSpec(
            int steps,
            int batch,
            int checkpointEvery,
            Precision precision,
            int threads,
            Evaluate evaluate,
            TrainingTask.Keep keep) {
        this(steps, batch, checkpointEvery, precision, threads, evaluate, keep, false, 0);
    }

    /** What is evaluated at a checkpoint. */
    public enum Evaluate {
        /** What the selection rules of the study read. */
        NEEDED,
        /** Every part. */
        FULL
    }
}
