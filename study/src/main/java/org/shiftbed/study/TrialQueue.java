package org.shiftbed.study;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Trials that wait for a worker: at once, after a while, or until another run has ended them. Safe for several threads. */
final class TrialQueue {
    private final Deque<Task> ready = new ArrayDeque<>();
    private final PriorityQueue<Later> later = new PriorityQueue<>((a, b) -> Long.compare(a.at() - b.at(), 0));
    private int taken;
    private boolean closed;

    /**
     * A trial that waits.
     *
     * @param failures attempts of this run, or seen by it, that ended badly
     * @param elsewhere whether another run was at it when it was looked at last
     */
    record Task(ExpectedTrial trial, int failures, boolean elsewhere) {}

    private record Later(Task task, long at) {}

    TrialQueue(Collection<ExpectedTrial> trials) {
        trials.forEach(trial -> ready.add(new Task(trial, 0, false)));
    }

    /** The next task, waiting for it where there is none yet; null when none will come any more. Each one taken is given back by one of the methods below. */
    synchronized @Nullable Task take() throws InterruptedException {
        while (!closed) {
            Task next = ready.poll();
            if (next != null) {
                taken++;
                return next;
            }
            Later first = later.peek();
            if (first == null && taken == 0) {
                return null;
            }
            long wait = first == null ? Long.MAX_VALUE : first.at() - System.nanoTime();
            if (first != null && wait <= 0) {
                later.remove();
                taken++;
                return first.task();
            }
            // A whole millisecond more than asked for, never zero, which would be for ever.
            wait(first == null ? 0 : wait / 1_000_000 + 1);
        }
        return null;
    }

    /** A task has ended. */
    synchronized void end() {
        taken--;
        notifyAll();
    }

    /** A task is to be looked at again. */
    synchronized void again(Task task, Duration wait) {
        taken--;
        later.add(new Later(task, System.nanoTime() + wait.toNanos()));
        notifyAll();
    }

    /** Nothing more is given out. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Whether {@link #close} was called. */
    synchronized boolean closed() {
        return closed;
    }
}
