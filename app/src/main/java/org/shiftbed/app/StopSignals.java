package org.shiftbed.app;

import java.util.ArrayList;
import java.util.List;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Ctrl-C and SIGTERM while trials run: the first one interrupts the thread that waits for them, so that workers save where they are; the second one ends
 * this process at once, and the workers with it.
 */
final class StopSignals implements AutoCloseable {
    /** What a shell adds to the number of a signal. */
    private static final int BY_SIGNAL = 128;

    private final Surroundings here;
    private final Thread training;
    private final List<Replaced> replaced = new ArrayList<>();
    private int got;

    private record Replaced(Signal signal, SignalHandler before) {}

    /** @param training the thread to interrupt */
    StopSignals(Surroundings here, Thread training) {
        this.here = here;
        this.training = training;
        for (String name : List.of("INT", "TERM", "HUP")) {
            try {
                Signal signal = new Signal(name);
                replaced.add(new Replaced(signal, Signal.handle(signal, this::got)));
            } catch (IllegalArgumentException e) {
                // The platform does not have it, or the JVM was told to leave it alone.
                here.err().flush();
            }
        }
    }

    private synchronized void got(Signal signal) {
        if (got != 0) {
            // Not exit: nothing may hold it up. Workers end because their parent is gone.
            Runtime.getRuntime().halt(BY_SIGNAL + signal.getNumber());
        }
        got = signal.getNumber();
        here.err().println("stopping: trials are saved where they are; once more to end at once");
        here.err().flush();
        training.interrupt();
    }

    /** What the process answers with after a signal: 128 and its number, as shells have it; 0 where there was none. */
    synchronized int exitCode() {
        return got == 0 ? 0 : BY_SIGNAL + got;
    }

    @Override
    public void close() {
        for (Replaced each : replaced) {
            Signal.handle(each.signal(), each.before());
        }
    }
}
