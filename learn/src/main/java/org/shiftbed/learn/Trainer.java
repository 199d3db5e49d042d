package org.shiftbed.learn;

import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.shift.BatchSource;
import org.shiftbed.shift.EnvironmentBatches;
import org.shiftbed.shift.PartBatches;

/** Trains: batches, updates, checkpoints, weights, predictions. */
public final class Trainer {
    private Trainer() {}

    /** How a run ended. */
    public enum Ending {
        /** After its last update. */
        FINISHED,
        /** At a loss or a weight that is not finite; the last checkpoint says so, and neither weights nor predictions were written. */
        DIVERGED,
        /** Because the listener asked for it; neither weights nor predictions were written. */
        CANCELLED
    }

    /**
     * Runs one training. Equal tasks give equal checkpoints (but for times and memory) and equal weights to the bit, in whatever process and after
     * whatever other runs, on machines with the same instruction set and libraries.
     *
     * @param task what to train
     * @param listener hears of updates and checkpoints on this thread; what it throws ends the run and is passed on
     * @throws org.shiftbed.base.UserError where the task cannot be run as given: an environment smaller than its batch, no such device
     * @throws RunFailure where a native operation fails
     */
    public static Ending train(TrainingTask task, TrainingListener listener) {
        return train(task, listener, (RunState) null);
    }

    /**
     * As {@link #train(TrainingTask, TrainingListener)}, from where an earlier run of an equal task stood: the checkpoints still to come, the weights and
     * the predictions are those of a run that never stopped, to the bit.
     *
     * @param from what {@link TrainingListener#state} got from the earlier run; null: the run begins
     */
    public static Ending train(TrainingTask task, TrainingListener listener, @Nullable RunState from) {
        return isAutoLr(task)
                ? new AutoLrRun(task, listener, from).run()
                : new TrainingRun(task, listener, batches(task), RateControl.NONE, from).run();
    }

    /**
     * As {@link #train(TrainingTask, TrainingListener)}, with batches of the caller's.
     *
     * @param batches in place of those that the task's protocol and seed give
     * @throws IllegalArgumentException in form {@link AlgorithmFactory#AUTO_LR}, whose stages have batches of their own
     */
    public static Ending train(TrainingTask task, TrainingListener listener, BatchSource batches) {
        if (isAutoLr(task)) {
            throw new IllegalArgumentException(
                    "form " + task.form() + " draws the batches of each of its stages itself");
        }
        return new TrainingRun(task, listener, batches, RateControl.NONE, null).run();
    }

    private static boolean isAutoLr(TrainingTask task) {
        return task.form().equals(AlgorithmFactory.AUTO_LR);
    }

    /**
     * The batches that a task's protocol and seed give: the same for every algorithm of one seed; in form {@link AlgorithmFactory#AUTO_LR} those of the
     * first stage.
     */
    public static BatchSource batches(TrainingTask task) {
        if (isAutoLr(task)) {
            return AutoLrRun.batches(task);
        }
        return switch (task.protocol()) {
            case CONTROLLED -> new PartBatches(task.split(), task.batch(), task.seed());
            case DOMAINBED -> {
                HyperparameterValues values = new HyperparameterValues(task.hyperparameters());
                yield new EnvironmentBatches(
                        task.split(),
                        (int) values.whole("batch_size"),
                        values.flag("class_balanced", false),
                        task.seed());
            }
        };
    }
}
