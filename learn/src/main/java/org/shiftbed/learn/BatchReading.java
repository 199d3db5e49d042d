package org.shiftbed.learn;

import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.algorithm.Minibatch;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.shift.BatchSource;
import org.shiftbed.shift.BatchSource.EnvironmentRows;

/** The batches of a training without the training: read, augmented and made tensors as a run does it. For those who measure; used by one thread. */
public final class BatchReading implements AutoCloseable {
    private final BatchSource batches;
    private final @Nullable AugmentedBatches augmented;
    private final PointerScope scope;
    private final ImageLoader images;

    /** @param task as {@link Trainer#train} takes it; its first stage is not looked at */
    public BatchReading(TrainingTask task) {
        Natives.load(task.threads());
        this.batches = Trainer.batches(task);
        TrainingRun run = new TrainingRun(task, new Deaf(), batches, RateControl.NONE, null);
        this.augmented = run.augmented();
        this.scope = new PointerScope();
        this.images = run.images();
    }

    /** Nothing is trained, so there is nothing to hear. */
    private static final class Deaf implements TrainingListener {
        @Override
        public void step(int done, int steps) {}

        @Override
        public void checkpoint(Checkpoint checkpoint) {}

        @Override
        public boolean cancelled() {
            return false;
        }
    }

    /**
     * Reads the next batch.
     *
     * @return how many pictures it has
     */
    public int next() {
        AugmentedBatches.Batch drawn = augmented == null ? null : augmented.next();
        List<EnvironmentRows> rows = drawn == null ? batches.next() : drawn.rows();
        try (PointerScope batch = new PointerScope()) {
            int pictures = 0;
            for (Minibatch each : TrainingRun.minibatches(images, rows, drawn == null ? null : drawn.values())) {
                Tensor x = each.x();
                pictures += (int) x.size(0);
            }
            return pictures;
        }
    }

    @Override
    public void close() {
        if (augmented != null) {
            augmented.close();
        }
        scope.close();
    }
}
