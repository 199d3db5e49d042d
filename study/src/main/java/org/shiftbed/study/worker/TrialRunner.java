package org.shiftbed.study.worker;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.study.Ending;

/** What a worker does with a trial. The worker makes one by its class name (a constructor without parameters) and uses it for every trial. */
public interface TrialRunner {

    /** Once, before the first trial: loads what is slow to load. */
    default void warmUp() {}

    /**
     * Runs a trial to its end and leaves its files in the attempt's folder.
     *
     * @return how it ended; null where it was told to stop ({@link Progress#stopping}) and has saved where it stands
     * @throws Exception where it cannot be run: the message becomes the cause of the failure
     */
    @Nullable
    Ending run(Job job, Progress progress) throws Exception;

    /**
     * @param id of the trial
     * @param trial content of {@code trial.json}
     * @param folder where it writes
     * @param options as in {@link Message.Run}
     */
    record Job(String id, Map<String, Object> trial, Path folder, Map<String, Object> options) {}

    /** Where a run says how far it is. */
    interface Progress {
        /** Updates done so far; may be called after every update, few of the calls are sent. */
        void step(int done);

        /** Whether the trial is to save where it stands and end. */
        default boolean stopping() {
            return false;
        }
    }
}
