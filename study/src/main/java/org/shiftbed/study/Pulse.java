package org.shiftbed.study;

import java.io.IOException;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.shiftbed.study.worker.WorkerProcess;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The heartbeats of a run and of its attempts, and the watch over workers that do not move on. */
final class Pulse implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);
    /** A first opening of a data set may convert all of it. */
    private static final int BEFORE_THE_FIRST = 4;

    private final TrialStore store;
    private final RunPolicy policy;
    private final Set<Held> held = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "pulse");
        thread.setDaemon(true);
        return thread;
    });

    Pulse(TrialStore store, RunPolicy policy) {
        this.store = store;
        this.policy = policy;
        long period = Math.max(1, policy.pulse().toMillis());
        clock.scheduleWithFixedDelay(this::beat, period, period, TimeUnit.MILLISECONDS);
    }

    /** An attempt that a worker is at. */
    final class Held implements AutoCloseable {
        private final Attempt attempt;
        private final WorkerProcess worker;
        private final String since = Instant.now().toString();
        private long beat;
        private volatile int from = -1;
        private volatile int step;
        private volatile long sign = System.nanoTime();
        private volatile boolean stalled;

        private Held(Attempt attempt, WorkerProcess worker) {
            this.attempt = attempt;
            this.worker = worker;
        }

        /** The worker has shown that it moves. */
        void sign(int done) {
            if (from < 0) {
                from = Math.max(0, done - 1);
            }
            step = done;
            sign = System.nanoTime();
        }

        /** Whether the worker was ended because it had not moved for too long. */
        boolean stalled() {
            return stalled;
        }

        private synchronized void beat() throws IOException {
            ProcessHandle process = worker.handle();
            Lease mine = RunMark.mine();
            store.hold(
                    attempt,
                    new Lease(
                            mine.machine(),
                            mine.host(),
                            mine.owner(),
                            mine.ownerStarted(),
                            process.pid(),
                            Machine.started(process),
                            ++beat,
                            mine.heartbeat(),
                            since,
                            Math.max(0, from),
                            step,
                            false));
        }

        private void watch() {
            long limit = policy.stall().toNanos() * (from < 0 ? BEFORE_THE_FIRST : 1);
            if (limit > 0 && System.nanoTime() - sign > limit) {
                stalled = true;
                worker.close();
            }
        }

        /** No heartbeat after this: the folder is given away. */
        @Override
        public synchronized void close() {
            held.remove(this);
        }
    }

    /** From now on there are heartbeats of this attempt. */
    Held hold(Attempt attempt, WorkerProcess worker) throws IOException {
        Held made = new Held(attempt, worker);
        made.beat();
        held.add(made);
        return made;
    }

    private void beat() {
        try {
            store.beat();
        } catch (IOException | RuntimeException e) {
            LOG.debug("no heartbeat of the run: {}", e.getMessage());
        }
        for (Held each : held) {
            try {
                synchronized (each) {
                    if (held.contains(each)) {
                        each.beat();
                    }
                }
            } catch (IOException | RuntimeException e) {
                // A full disk is met by the worker too, and its failure is what counts.
                LOG.debug("{}: no heartbeat: {}", each.attempt.folder(), e.getMessage());
            }
            each.watch();
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
