package org.shiftbed.learn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.shiftbed.base.Seed;
import org.shiftbed.data.Dataset;
import org.shiftbed.learn.augment.Augmentation;
import org.shiftbed.shift.BatchSource;
import org.shiftbed.shift.BatchSource.EnvironmentRows;

/**
 * Batches whose pictures are augmented on threads of their own while the one before is trained on. Every picture has a stream named by the number of
 * the batch and its place in it, so that the numbers depend neither on threads nor on how far ahead is drawn.
 */
final class AugmentedBatches implements AutoCloseable {
    /** Batches that are drawn ahead of training. */
    private static final int AHEAD = 2;

    private final BatchSource batches;
    private final Dataset dataset;
    private final Augmentation augmentation;
    private final PictureDraws draws;
    private final Seed seed;
    private final int threads;
    private final ExecutorService executor;
    private final Deque<Pending> pending = new ArrayDeque<>();
    private long drawn;

    /**
     * @param batches drawn from the caller's thread alone, up to {@value #AHEAD} batches ahead
     * @param dataset read from several threads
     * @param seed of the augmentation's streams
     * @param threads at least 1
     */
    AugmentedBatches(BatchSource batches, Dataset dataset, Augmentation augmentation, Seed seed, int threads) {
        this(batches, dataset, augmentation, new PictureDraws(dataset, augmentation, row -> true, null), seed, threads);
    }

    /** @param draws of the augmentation */
    AugmentedBatches(
            BatchSource batches,
            Dataset dataset,
            Augmentation augmentation,
            PictureDraws draws,
            Seed seed,
            int threads) {
        this.batches = batches;
        this.dataset = dataset;
        this.augmentation = augmentation;
        this.draws = draws;
        this.seed = seed;
        this.threads = threads;
        executor = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "augment");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * A batch.
     *
     * @param rows by environment
     * @param values of all pictures one after the other (CHW), as the draws give them: in 0..255 or scaled
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Batch(List<EnvironmentRows> rows, float[] values) {}

    private record Pending(Batch batch, List<Future<?>> work) {}

    /** Leaves out the next batches of the source, as if they had been drawn. */
    void skip(int count) {
        for (int i = 0; i < count; i++) {
            batches.next();
        }
        drawn += count;
    }

    /** The next batch, when its pictures are ready. */
    Batch next() {
        while (pending.size() <= AHEAD) {
            pending.add(start(batches.next()));
        }
        Pending first = pending.remove();
        for (Future<?> work : first.work()) {
            try {
                work.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException(
                        "augmentation " + augmentation.name() + " failed: " + e.getCause(), e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while pictures were augmented", e);
            }
        }
        return first.batch();
    }

    private Pending start(List<EnvironmentRows> rows) {
        int size = rows.stream().mapToInt(each -> each.rows().length).sum();
        int[] all = new int[size];
        int at = 0;
        for (EnvironmentRows each : rows) {
            System.arraycopy(each.rows(), 0, all, at, each.rows().length);
            at += each.rows().length;
        }
        int stride = augmentation.shape(dataset.shape()).bytes();
        float[] values = new float[Math.multiplyExact(size, stride)];
        Seed batch = seed.child(drawn++);
        List<Future<?>> work = new ArrayList<>();
        for (int part = 0; part < threads; part++) {
            int from = (int) ((long) size * part / threads);
            int to = (int) ((long) size * (part + 1) / threads);
            work.add(executor.submit(() -> augment(all, from, to, batch, values, stride)));
        }
        return new Pending(new Batch(rows, values), work);
    }

    private void augment(int[] rows, int from, int to, Seed batch, float[] values, int stride) {
        for (int i = from; i < to; i++) {
            draws.draw(rows[i], batch.child(i), values, i * stride);
        }
    }

    /** Ends the threads; work that has begun is given up. */
    @Override
    public void close() {
        executor.shutdownNow();
    }
}
