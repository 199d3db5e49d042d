package org.shiftbed.study;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.shiftbed.study.worker.Message;
import org.shiftbed.study.worker.WorkerProcess;
import org.shiftbed.study.worker.WorkerSettings;

/**
 * Runs trials in worker processes on this machine, one trial at a time in each. A worker that dies costs the attempt it was at: another one takes
 * its place, and goes on from where that attempt was saved last. Several executors, on this machine or on others, may be at work in one folder: they share
 * the trials. When this process ends, by Ctrl-C or otherwise, its workers end with it.
 */
public final class LocalExecutor implements Executor {
    private final WorkerSettings settings;
    private final RunPolicy policy;

    /** @param settings how workers are started, and how many */
    public LocalExecutor(WorkerSettings settings) {
        this(settings, RunPolicy.DEFAULT);
    }

    /**
     * @param settings how workers are started, and how many
     * @param policy what is done about failures
     */
    public LocalExecutor(WorkerSettings settings, RunPolicy policy) {
        this.settings = settings;
        this.policy = policy;
    }

    @Override
    public void run(TrialStore store, List<ExpectedTrial> trials, ExecutionListener listener)
            throws IOException, InterruptedException {
        List<ExpectedTrial> wanted = new ArrayList<>();
        int done = 0;
        for (ExpectedTrial trial : trials) {
            if (store.folder().isPublished(trial.id())) {
                done++;
            } else if (trial.refused() == null) {
                wanted.add(trial);
            }
        }
        ExecutionListener one = new OneAtATime(listener);
        one.begun(
                wanted.size(), wanted.stream().mapToLong(ExpectedTrial::updates).sum(), done);
        if (wanted.isEmpty()) {
            return;
        }
        Running running = new Running(store, new TrialQueue(wanted), one, Math.min(settings.workers(), wanted.size()));
        // For a process that is told to end and does not interrupt the thread that called this.
        Thread hook = new Thread(running::stop, "end-workers");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            running.await();
        } finally {
            running.stop();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // This process is ending already: the hook is at work.
                hook.setName("end-workers");
            }
        }
    }

    /** The lanes of one run. */
    private final class Running {
        private final TrialQueue queue;
        private final Set<WorkerProcess> alive = ConcurrentHashMap.newKeySet();
        private final ExecutorService threads;
        private final Pulse pulse;
        private final List<Future<?>> futures = new ArrayList<>();

        Running(TrialStore store, TrialQueue queue, ExecutionListener listener, int lanes) {
            this.queue = queue;
            this.pulse = new Pulse(store, policy);
            this.threads = Executors.newFixedThreadPool(lanes);
            LeaseWatch watch = new LeaseWatch(policy.lease(), System::nanoTime);
            for (int i = 0; i < lanes; i++) {
                Lane lane = new Lane(settings, policy, store, queue, watch, pulse, listener, alive);
                futures.add(threads.submit(() -> {
                    lane.call();
                    return null;
                }));
            }
        }

        void await() throws IOException, InterruptedException {
            try {
                for (Future<?> future : futures) {
                    future.get();
                }
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IOException io) {
                    throw io;
                }
                throw new IllegalStateException(e.getCause());
            }
        }

        /**
         * Workers save where they are, as long as the policy gives them; then they are ended. The store may be closed by the caller right after: no lane is
         * at work then.
         */
        synchronized void stop() {
            boolean interrupted = Thread.interrupted();
            try {
                queue.close();
                threads.shutdown();
                alive.forEach(worker -> worker.send(new Message.Stop()));
                if (!threads.awaitTermination(policy.grace().toMillis(), TimeUnit.MILLISECONDS)) {
                    // Lanes first: one that is interrupted takes the end of its worker for no failure.
                    threads.shutdownNow();
                    alive.forEach(WorkerProcess::close);
                    if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
                        throw new IllegalStateException("a worker could not be ended within 10 seconds");
                    }
                }
            } catch (InterruptedException e) {
                interrupted = true;
                threads.shutdownNow();
                alive.forEach(WorkerProcess::close);
            } finally {
                alive.forEach(WorkerProcess::close);
                pulse.close();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
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
        public synchronized void retried(ExpectedTrial trial, String cause, int failures) {
            listener.retried(trial, cause, failures);
        }

        @Override
        public synchronized void failed(ExpectedTrial trial, String cause) {
            listener.failed(trial, cause);
        }
    }
}
