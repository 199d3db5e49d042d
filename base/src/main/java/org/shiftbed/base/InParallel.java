package org.shiftbed.base;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The same work on many things, on all processors. What comes out does not depend on how many there are. */
public final class InParallel {
    private static final int MOST = 8;
    private static final int BATCH = 16;

    private InParallel() {}

    /** Work on one thing. */
    @FunctionalInterface
    public interface Work<T, R> {
        /** What comes of it. */
        R of(T one) throws IOException;
    }

    /** Makes the work of one thread, with what that thread keeps to itself. */
    @FunctionalInterface
    public interface Worker<T, R> {
        /** The work of one thread. */
        Work<T, R> work();
    }

    /**
     * The results in the order of the things. Where some of the work throws, what the first of those things threw is thrown; others may have been worked
     * on.
     *
     * @param worker asked once a thread
     */
    public static <T, R> List<R> map(List<T> things, Worker<T, R> worker) throws IOException {
        int threads = Math.min(
                Math.min(MOST, Runtime.getRuntime().availableProcessors()), (things.size() + BATCH - 1) / BATCH);
        if (threads <= 1) {
            Work<T, R> work = worker.work();
            List<R> results = new ArrayList<>(things.size());
            for (T thing : things) {
                results.add(work.of(thing));
            }
            return results;
        }
        AtomicReferenceArray<R> results = new AtomicReferenceArray<>(things.size());
        AtomicInteger next = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger(Integer.MAX_VALUE);
        ExecutorService pool = Executors.newFixedThreadPool(threads, InParallel::thread);
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                futures.add(pool.submit(() -> {
                    Work<T, R> work = worker.work();
                    // Batches come in order, so that whatever stands before a failure was begun before it, and is
                    // ended.
                    for (int from = next.getAndAdd(BATCH);
                            from < Math.min(things.size(), failed.get());
                            from = next.getAndAdd(BATCH)) {
                        for (int k = from; k < Math.min(things.size(), from + BATCH); k++) {
                            try {
                                results.set(k, work.of(things.get(k)));
                            } catch (IOException | RuntimeException | Error e) {
                                int place = k;
                                failed.updateAndGet(least -> Math.min(least, place));
                                throw new Failure(place, e);
                            }
                        }
                    }
                    return null;
                }));
            }
            await(futures);
        } finally {
            pool.shutdownNow();
        }
        List<R> list = new ArrayList<>(things.size());
        for (int i = 0; i < things.size(); i++) {
            list.add(results.get(i));
        }
        return list;
    }

    private static void await(List<Future<?>> futures) throws IOException {
        Failure first = null;
        for (Future<?> future : futures) {
            try {
                future.get();
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof Failure failure)) {
                    throw new IllegalStateException(e.getCause());
                }
                if (first == null || failure.place < first.place) {
                    first = failure;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
        if (first != null) {
            Throwable cause = first.getCause();
            if (cause instanceof IOException refused) {
                throw refused;
            }
            if (cause instanceof Error error) {
                throw error;
            }
            throw cause instanceof RuntimeException fault ? fault : first;
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "in-parallel");
        thread.setDaemon(true);
        return thread;
    }

    /** What was thrown, and at which thing. */
    private static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final int place;

        Failure(int place, Throwable cause) {
            super(cause);
            this.place = place;
        }
    }
}
