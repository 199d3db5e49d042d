package org.shiftbed.learn;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.Minibatch;
import org.shiftbed.learn.torch.Natives;

/** The least that training can cost: updates on one batch that lies ready. What {@link Trainer} takes beyond it is the trainer's overhead. */
public final class BareLoop {
    /** Processor time of this thread: other load on the machine does not count. With one thread, libtorch computes on the caller's. */
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private BareLoop() {}

    /**
     * Trains without reading, evaluating or recording anything.
     *
     * @param task its first batch is used in every update
     * @param steps updates to time, after a tenth as many that are not timed
     * @return processor seconds of one update: the mean of the fastest third of the updates; meaningful for tasks of one thread
     */
    public static double secondsPerStep(TrainingTask task, int steps) {
        TrainingRun run = new TrainingRun(task, new Silent(), Trainer.batches(task));
        Natives.load(task.threads());
        long[] nanos = new long[steps];
        try (PointerScope scope = new PointerScope()) {
            torch.manual_seed(task.torchSeed());
            try (Algorithm algorithm = run.create()) {
                algorithm.train(true);
                ImageLoader images = new ImageLoader(task.dataset(), task.precision(), task.device(), Evaluator.BATCH);
                List<Minibatch> batch = new ArrayList<>(
                        run.minibatches(images, Trainer.batches(task).next()));
                for (int step = -steps / 10; step < steps; step++) {
                    long start = CLOCK.getCurrentThreadCpuTime();
                    try (PointerScope inner = new PointerScope()) {
                        algorithm.update(batch);
                    }
                    if (step >= 0) {
                        nanos[step] = CLOCK.getCurrentThreadCpuTime() - start;
                    }
                }
            }
        }
        return fastestThird(nanos);
    }

    /**
     * The same measure of updates through {@link Trainer}: fetching rows, converting them, the update, the books.
     *
     * @param task as it would be trained; its plan should evaluate nothing
     * @param steps updates to time, after a tenth as many that are not timed
     */
    public static double secondsPerTrainerStep(TrainingTask task, int steps) {
        int warm = steps / 10;
        long[] nanos = new long[steps];
        TrainingTask longer = new TrainingTask(
                task.dataset(),
                task.split(),
                task.protocol(),
                task.algorithm(),
                task.form(),
                task.strict(),
                task.hyperparameters(),
                task.network(),
                warm + steps + 1,
                task.batch(),
                Integer.MAX_VALUE,
                task.precision(),
                task.threads(),
                task.device(),
                task.seed(),
                task.torchSeed(),
                task.evaluation(),
                null);
        Trainer.train(longer, new Silent() {
            private long before = CLOCK.getCurrentThreadCpuTime();

            @Override
            public void step(int done, int all) {
                long now = CLOCK.getCurrentThreadCpuTime();
                // The first update ends in a checkpoint; the one after it is measured from there.
                int index = done - 2 - warm;
                if (index >= 0 && index < steps) {
                    nanos[index] = now - before;
                }
                before = now;
            }
        });
        return fastestThird(nanos);
    }

    private static double fastestThird(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        int count = Math.max(1, sorted.length / 3);
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += sorted[i];
        }
        return sum * 1e-9 / count;
    }

    private static class Silent implements TrainingListener {
        @Override
        public void step(int done, int steps) {}

        @Override
        public void checkpoint(Checkpoint checkpoint) {}

        @Override
        public boolean cancelled() {
            return false;
        }
    }
}
