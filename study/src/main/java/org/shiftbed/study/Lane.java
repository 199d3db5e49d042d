package org.shiftbed.study;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.shiftbed.study.worker.Message;
import org.shiftbed.study.worker.WorkerProcess;
import org.shiftbed.study.worker.WorkerSettings;

/** One worker after the other, and the trials that they run: takes from a queue until nothing comes any more. */
final class Lane {
    /** Workers that died in a row before they could take a trial: then something is wrong with the machine, not with a trial. */
    private static final int STILLBORN = 3;

    private final WorkerSettings settings;
    private final RunPolicy policy;
    private final TrialStore store;
    private final TrialQueue queue;
    private final LeaseWatch watch;
    private final Pulse pulse;
    private final ExecutionListener listener;
    private final Set<WorkerProcess> alive;
    private @Nullable WorkerProcess worker;

    Lane(
            WorkerSettings settings,
            RunPolicy policy,
            TrialStore store,
            TrialQueue queue,
            LeaseWatch watch,
            Pulse pulse,
            ExecutionListener listener,
            Set<WorkerProcess> alive) {
        this.settings = settings;
        this.policy = policy;
        this.store = store;
        this.queue = queue;
        this.watch = watch;
        this.pulse = pulse;
        this.listener = listener;
        this.alive = alive;
    }

    void call() throws IOException, InterruptedException {
        try {
            for (TrialQueue.Task task = queue.take(); task != null; task = queue.take()) {
                ask(task);
            }
        } finally {
            drop();
        }
    }

    private void ask(TrialQueue.Task task) throws IOException, InterruptedException {
        ExpectedTrial trial = task.trial();
        Claim claim;
        try {
            claim = store.claim(trial, watch);
        } catch (IOException e) {
            stopped();
            failed(task, TrialStore.cause(e), false);
            return;
        }
        if (claim instanceof Claim.Published) {
            listener.finished(trial, store.folder().published(trial.id()));
            queue.end();
        } else if (claim instanceof Claim.Elsewhere) {
            queue.again(new TrialQueue.Task(trial, task.failures(), true), policy.pulse());
        } else if (claim instanceof Claim.Mine mine) {
            run(task, mine.attempt());
        }
    }

    private void run(TrialQueue.Task task, Attempt attempt) throws IOException, InterruptedException {
        ExpectedTrial trial = attempt.trial();
        Map<String, Object> content = trial.trial();
        if (content == null) {
            throw new IllegalArgumentException("trial " + trial.id() + " was imported and cannot be run");
        }
        WorkerProcess at;
        try {
            at = worker();
        } catch (IOException | InterruptedException e) {
            leave(attempt);
            throw e;
        }
        Message end;
        try (Pulse.Held held = pulse.hold(attempt, at);
                PrintStream log = log(attempt)) {
            listener.started(trial, attempt.number());
            at.send(new Message.Run(
                    trial.id(), content, attempt.folder().toAbsolutePath().toString(), settings.options()));
            if (queue.closed()) {
                at.send(new Message.Stop());
            }
            end = end(at, held, log, trial);
        } catch (InterruptedException e) {
            leave(attempt);
            throw e;
        } catch (IOException e) {
            // No heartbeat or no log could be written: the worker has not been told of the trial.
            end = new Message.Failed(TrialStore.cause(e), false);
        }
        if (Thread.currentThread().isInterrupted()) {
            leave(attempt);
            stopped();
        }
        end(task, attempt, end);
    }

    /** What it was at stays under {@code running/}, for the next run to go on from. An interrupted thread cannot write files. */
    private void leave(Attempt attempt) {
        boolean interrupted = Thread.interrupted();
        store.release(attempt);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** What the worker says last of the trial. */
    private Message end(WorkerProcess at, Pulse.Held held, PrintStream log, ExpectedTrial trial)
            throws InterruptedException {
        while (true) {
            Message message = at.next(log::println);
            if (message instanceof Message.Progress progress) {
                held.sign(progress.step());
                listener.progress(trial, progress.step());
            } else if (message == null) {
                String cause = held.stalled()
                        ? "no update within " + policy.stall().toSeconds() + " s: the worker process was ended"
                        : "the worker process died: " + at.death();
                log.println(cause);
                drop();
                return new Message.Failed(cause, false);
            } else if (!(message instanceof Message.Ready)) {
                return message;
            }
        }
    }

    private static void stopped() throws InterruptedException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedException("the execution was stopped");
        }
    }

    private void end(TrialQueue.Task task, Attempt attempt, Message end) throws InterruptedException {
        if (end instanceof Message.Finished finished) {
            try {
                store.publish(attempt, finished.ending());
                listener.finished(task.trial(), finished.ending());
                queue.end();
            } catch (IOException e) {
                stopped();
                failed(task, attempt, TrialStore.cause(e), false);
            }
        } else if (end instanceof Message.Stopped) {
            store.release(attempt);
            // It may be on its way out.
            drop();
            // By us, and the queue is closed; or by whoever sent the worker away, and then another one goes on.
            queue.again(task, policy.pulse());
        } else if (end instanceof Message.Failed failed) {
            failed(task, attempt, failed.cause(), failed.given());
        } else {
            failed(task, attempt, "the worker said " + end, false);
        }
    }

    private void failed(TrialQueue.Task task, Attempt attempt, String cause, boolean given)
            throws InterruptedException {
        if (store.published(attempt)) {
            // Another run took it over while this one was asleep, and was first.
            store.discard(attempt);
            queue.end();
            return;
        }
        store.fail(attempt, cause);
        failed(task, cause, given);
    }

    private void failed(TrialQueue.Task task, String cause, boolean given) {
        int failures = task.failures() + 1;
        if (!given && failures <= policy.retries() && !queue.closed()) {
            listener.retried(task.trial(), cause, failures);
            queue.again(new TrialQueue.Task(task.trial(), failures, false), policy.wait(failures));
            return;
        }
        listener.failed(task.trial(), cause);
        if (policy.stopOnFailure()) {
            queue.close();
        }
        queue.end();
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
