package org.shiftbed.study;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.shiftbed.study.worker.WorkerProcess;
import org.shiftbed.study.worker.WorkerSettings;

/**
 * Runs trials in worker processes on this machine, one trial at a time in each. A worker that dies costs the attempt it was at: another one takes
 * its place. When this process ends, by Ctrl-C or otherwise, its workers end with it.
 */
public final class LocalExecutor implements Executor {
    private final WorkerSettings settings;

    /** @param settings how workers are started, and how many */
    public LocalExecutor(WorkerSettings settings) {
        this.settings = settings;
    }

    @Override
    public void run(TrialStore store, List<ExpectedTrial> trials, ExecutionListener listener)
            throws IOException, InterruptedException {
        Queue<ExpectedTrial> queue = new ConcurrentLinkedQueue<>();
        int done = 0;
        for (ExpectedTrial trial : trials) {
            TrialState state = store.folder().state(trial);
            if (state == TrialState.DONE || state == TrialState.DIVERGED) {
                done++;
            } else if (state != TrialState.REFUSED) {
                queue.add(trial);
            }
        }
        ExecutionListener one = new OneAtATime(listener);
        one.begun(queue.size(), queue.stream().mapToLong(ExpectedTrial::updates).sum(), done);
        if (queue.isEmpty()) {
            return;
        }
        Set<WorkerProcess> alive = ConcurrentHashMap.newKeySet();
        int lanes = Math.min(settings.workers(), queue.size());
        ExecutorService threads = Executors.newFixedThreadPool(lanes);
        // Lanes first: one that is told to stop takes the end of its worker for no failure.
        Thread hook = new Thread(
                () -> {
                    threads.shutdownNow();
                    alive.forEach(WorkerProcess::close);
                },
                "end-workers");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < lanes; i++) {
                futures.add(threads.submit(() -> {
                    new Lane(settings, store, queue, one, alive).call();
                    return null;
                }));
            }
            for (Future<?> future : futures) {
                future.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            queue.clear();
            threads.shutdownNow();
            alive.forEach(WorkerProcess::close);
            awaitEnd(threads);
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // This process is ending already: the hook is at work.
                hook.setName("end-workers");
            }
        }
    }

    /** The store may be closed by the caller right after: no lane may be at work then. */
    private static void awaitEnd(ExecutorService threads) {
        boolean interrupted = Thread.interrupted();
        try {
            if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("a worker could not be ended within 10 seconds");
            }
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Calls a listener from one thread at a time. */
    private record OneAtATime(ExecutionListener listener) implements ExecutionListener {
        @Override
        public synchronized void begun(int trials, long steps, int done) {
            listener.begun(trials, steps, done);
        }

        @Override
        public synchronized void started(ExpectedTrial trial, int attempt) {
            listener.started(trial, attempt);
        }

        @Override
        public synchronized void progress(ExpectedTrial trial, int step) {
            listener.progress(trial, step);
        }

        @Override
        public synchronized void finished(ExpectedTrial trial, Ending ending) {
            listener.finished(trial, ending);
        }

        @Override
        public synchronized void failed(ExpectedTrial trial, String cause) {
            listener.failed(trial, cause);
        }
    }
}
