package org.shiftbed.bench;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.ResidentMemory;
import org.shiftbed.study.Ending;
import org.shiftbed.study.worker.TrainingRunner;
import org.shiftbed.study.worker.TrialRunner;

/**
 * What workers run in {@link Trainings}: a training as in a study, and after it one line in {@link #FILE} of its folder, the resident bytes of the
 * worker and the median processor seconds of an update.
 */
public final class TimedRunner implements TrialRunner {
    static final String FILE = "measured.txt";

    private final TrainingRunner training = new TrainingRunner();

    /** For the worker, which knows the name only. */
    public TimedRunner() {}

    @Override
    public void warmUp() {
        training.warmUp();
    }

    @Override
    public @Nullable Ending run(Job job, Progress progress) throws Exception {
        List<Double> seconds = new ArrayList<>();
        long[] last = {0};
        Ending ending = training.run(job, done -> {
            long now = TrainerRun.CLOCK.getCurrentThreadCpuTime();
            // Behind the first update stands an evaluation.
            if (done > 2) {
                seconds.add((now - last[0]) * 1e-9);
            }
            last[0] = now;
            progress.step(done);
        });
        Files.writeString(job.folder().resolve(FILE), ResidentMemory.bytes() + " " + Medians.of(seconds) + "\n");
        return ending;
    }
}
