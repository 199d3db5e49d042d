package org.shiftbed.study;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.shiftbed.study.worker.Message;
import org.shiftbed.study.worker.WorkerProcess;
import org.shiftbed.study.worker.WorkerSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One worker after the other, and the trials that they run: takes from a queue until it is empty. */
final class Lane {
    /** Workers that died in a row before they could take a trial: then something is wrong with the machine, not with a trial. */
    private static final int STILLBORN = 3;

    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
    private static final long HEARTBEAT_NANOS = 2_000_000_000L;

    private final WorkerSettings settings;
    private final TrialStore store;
    private final Queue<ExpectedTrial> queue;
    private final ExecutionListener listener;
    private final Set<WorkerProcess> alive;
    private @Nullable WorkerProcess worker;
    private long lastHeartbeat = System.nanoTime();

    Lane(
            WorkerSettings settings,
            TrialStore store,
            Queue<ExpectedTrial> queue,
            ExecutionListener listener,
            Set<WorkerProcess> alive) {
        this.settings = settings;
        this.store = store;
        this.queue = queue;
        this.listener = listener;
        this.alive = alive;
    }

    void call() throws IOException, InterruptedException {
        try {
            for (ExpectedTrial trial = queue.poll(); trial != null; trial = queue.poll()) {
                WorkerProcess ready = worker();
                Optional<Attempt> attempt;
                try {
                    attempt = store.claim(trial);
                    if (attempt.isPresent()) {
                        store.state(attempt.get(), ready.handle(), 0);
                    }
                } catch (IOException e) {
                    stopped();
                    listener.failed(trial, TrialStore.cause(e));
                    continue;
                }
                if (attempt.isPresent()) {
                    listener.started(trial, attempt.get().number());
                    run(ready, attempt.get());
                }
            }
        } finally {
            drop();
        }
    }

    private void run(WorkerProcess at, Attempt attempt) throws InterruptedException {
        ExpectedTrial trial = attempt.trial();
        Map<String, Object> content = trial.trial();
        if (content == null) {
            throw new IllegalArgumentException("trial " + trial.id() + " was imported and cannot be run");
        }
        Message end = null;
        try (PrintStream log = log(attempt)) {
            at.send(new Message.Run(
                    trial.id(), content, attempt.folder().toAbsolutePath().toString(), settings.options()));
            while (end == null) {
                Message message = at.next(log::println);
                if (message instanceof Message.Progress progress) {
                    listener.progress(trial, progress.step());
                    heartbeat(at, attempt, progress.step());
                } else if (message == null) {
                    end = new Message.Failed("the worker process died: " + at.death());
                    log.println(((Message.Failed) end).cause());
                    drop();
                } else if (!(message instanceof Message.Ready)) {
                    end = message;
                }
            }
        } catch (IOException e) {
            // The log could not be opened: the worker has not been told of the trial.
            end = new Message.Failed(TrialStore.cause(e));
        }
        stopped();
        end(attempt, end);
    }

    /** An interrupted thread cannot write files: what it was at stays under {@code running/} and does not count. */
    private static void stopped() throws InterruptedException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedException("the execution was stopped");
        }
    }

    private void end(Attempt attempt, Message end) throws InterruptedException {
        ExpectedTrial trial = attempt.trial();
        if (end instanceof Message.Finished finished) {
            try {
                store.publish(attempt, finished.ending());
                listener.finished(trial, finished.ending());
                return;
            } catch (IOException e) {
                stopped();
                store.fail(attempt, TrialStore.cause(e));
                listener.failed(trial, TrialStore.cause(e));
                return;
            }
        }
        String cause = end instanceof Message.Failed failed ? failed.cause() : "the worker said " + end;
        store.fail(attempt, cause);
        listener.failed(trial, cause);
    }

    /** At most every two seconds: it is there for people, and each one is forced to the disk. */
    private void heartbeat(WorkerProcess at, Attempt attempt, int step) {
        if (System.nanoTime() - lastHeartbeat < HEARTBEAT_NANOS) {
            return;
        }
        lastHeartbeat = System.nanoTime();
        try {
            store.state(attempt, at.handle(), step);
        } catch (IOException e) {
            // A full disk is met by the worker too, and its failure is what counts.
            LOG.debug("{}: no heartbeat: {}", attempt.folder(), e.getMessage());
        }
    }

    private PrintStream log(Attempt attempt) throws IOException {
        return new PrintStream(
                Files.newOutputStream(
                        attempt.folder().resolve(StudyFolder.LOG),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND),
                true,
                StandardCharsets.UTF_8);
    }

    /** A worker that is ready for a trial. */
    private WorkerProcess worker() throws IOException, InterruptedException {
        WorkerProcess now = worker;
        if (now != null && now.alive()) {
            return now;
        }
        drop();
        Deque<String> said = new ArrayDeque<>();
        String death = "";
        for (int tries = 0; tries < STILLBORN; tries++) {
            WorkerProcess next = WorkerProcess.start(settings);
            alive.add(next);
            worker = next;
            Consumer<String> tail = line -> {
                said.addLast(line);
                if (said.size() > 20) {
                    said.removeFirst();
                }
            };
            boolean ready = next.next(tail) instanceof Message.Ready;
            stopped();
            if (ready) {
                return next;
            }
            death = next.death();
            drop();
        }
        throw new IOException("no worker process can be started (" + death + "): " + String.join(" | ", said));
    }

    private void drop() {
        WorkerProcess now = worker;
        if (now != null) {
            now.close();
            alive.remove(now);
            worker = null;
        }
    }
}
