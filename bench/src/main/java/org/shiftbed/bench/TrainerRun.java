package org.shiftbed.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Seed;
import org.shiftbed.learn.Checkpoint;
import org.shiftbed.learn.Trainer;
import org.shiftbed.learn.TrainingListener;
import org.shiftbed.learn.TrainingTask;
import org.shiftbed.study.EvaluationPlans;
import org.shiftbed.study.SingleTrial;
import org.shiftbed.study.TrainingSpec;
import org.shiftbed.study.Trial;
import org.shiftbed.study.TrialSetup;

/** One training through the trainer, timed from outside. Nothing is written. */
final class TrainerRun implements TrainingListener {
    /** Time of this thread on a processor: other load on the machine does not count, and one thread is all that libtorch has here. */
    static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private final List<Double> steps = new ArrayList<>();
    private final List<Checkpoint> checkpoints = new ArrayList<>();
    private long images;
    private double evaluationSeconds;
    private final List<Double> clocked = new ArrayList<>();
    private long last;
    private long lastClock;
    private boolean afterCheckpoint = true;

    private TrainerRun() {}

    /**
     * Trains ERM on unshifted sprites.
     *
     * @param dataset with parameters, as {@code shiftbed train --dataset} takes it
     */
    static TrainerRun of(String dataset, String network, int batch, int steps, int checkpointEvery) {
        return of(dataset, "ERM", network, batch, steps, checkpointEvery);
    }

    /** Seconds by the clock of each update of a training of a method, but of the first two. */
    static List<Double> clocked(String dataset, String algorithm, String network, int batch, int steps) {
        List<Double> seconds = of(dataset, algorithm, network, batch, steps, steps + 1).clocked;
        return seconds.subList(2, seconds.size());
    }

    private static TrainerRun of(
            String dataset, String algorithm, String network, int batch, int steps, int checkpointEvery) {
        Trial trial = new SingleTrial(dataset, algorithm, null, List.of(), steps, 0)
                .plan(null, "cpu")
                .trials()
                .get(0)
                .trial();
        try (TrialSetup setup = TrialSetup.open(trial, null)) {
            TrainerRun run = new TrainerRun();
            Trainer.train(
                    new TrainingTask(
                            setup.dataset(),
                            setup.split(),
                            trial.protocol(),
                            trial.algorithm(),
                            trial.form(),
                            Set.copyOf(trial.strict()),
                            trial.hyperparameters(),
                            network,
                            steps,
                            batch,
                            checkpointEvery,
                            trial.precision(),
                            1,
                            "cpu",
                            Seed.of("bench"),
                            0,
                            EvaluationPlans.of(setup.split(), TrainingSpec.Evaluate.NEEDED, TrainingTask.Keep.NONE),
                            null),
                    run);
            return run;
        }
    }

    @Override
    public void step(int done, int all) {
        long now = CLOCK.getCurrentThreadCpuTime();
        long clock = System.nanoTime();
        if (!afterCheckpoint) {
            steps.add((now - last) * 1e-9);
            clocked.add((clock - lastClock) * 1e-9);
        }
        afterCheckpoint = false;
        last = now;
        lastClock = clock;
    }

    @Override
    public void checkpoint(Checkpoint checkpoint) {
        // The first evaluation warms up.
        Checkpoint before = previous();
        if (before != null) {
            evaluationSeconds += (CLOCK.getCurrentThreadCpuTime() - last) * 1e-9;
            images += checkpoint.imagesEvaluated() - before.imagesEvaluated();
        }
        checkpoints.add(checkpoint);
        afterCheckpoint = true;
    }

    @Override
    public boolean cancelled() {
        return false;
    }

    private @Nullable Checkpoint previous() {
        return checkpoints.isEmpty() ? null : checkpoints.get(checkpoints.size() - 1);
    }

    /** Processor seconds of each update that did not follow an evaluation. */
    List<Double> steps() {
        return steps;
    }

    /** Pictures evaluated in a processor second. */
    double evaluationRate() {
        return images / evaluationSeconds;
    }

    /** Resident bytes at the checkpoint of a step. */
    long resident(int step) {
        return checkpoints.stream()
                .filter(checkpoint -> checkpoint.step() == step)
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(String.format(Locale.ROOT, "no checkpoint at step %d", step)))
                .residentBytes();
    }
}
