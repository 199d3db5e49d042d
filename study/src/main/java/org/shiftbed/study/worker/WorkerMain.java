package org.shiftbed.study.worker;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.shiftbed.base.UserError;
import org.shiftbed.base.plugin.Plugins;
import org.shiftbed.study.Ending;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Main class of a worker process: takes trials from standard input, one at a time, and reports on standard output. It ends at once when its
 * input ends, whatever it is doing: then its parent is gone.
 */
public final class WorkerMain {
    private static final long PROGRESS_NANOS = 200_000_000L;
    /** Exit code of a worker whose parent is gone. */
    static final int ORPHANED = 5;
    /** Exit code of a process that the system told to end. */
    private static final int TERMINATED = 143;

    private final PrintStream out;
    private final TrialRunner runner;

    private WorkerMain(PrintStream out, TrialRunner runner) {
        this.out = out;
        this.runner = runner;
    }

    /** @param arguments the class name of the {@link TrialRunner} */
    public static void main(String[] arguments) throws Exception {
        // Ctrl-C reaches every process of a terminal. The parent decides what it means: a worker that died first would
        // look like a failure.
        Signal.handle(new Signal("INT"), SignalHandler.SIG_IGN);
        PrintStream protocol = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        // Whatever prints to standard output from here on is log, not protocol.
        System.setOut(System.err);
        BlockingQueue<Message.Run> jobs = new LinkedBlockingQueue<>();
        Orders orders = new Orders();
        // Told to end, it saves where its trial stands first. It never exits: that would run libtorch's destructors
        // under a
        // thread that is still computing, and crash.
        Signal.handle(new Signal("TERM"), signal -> orders.end());
        Thread reader = new Thread(() -> read(jobs, orders), "parent");
        reader.setDaemon(true);
        reader.start();
        // Until the process ends: nothing closes it.
        Plugins.read(System.getenv(Plugins.VARIABLE), Path::of).use();
        TrialRunner runner = (TrialRunner)
                Class.forName(arguments[0]).getDeclaredConstructor().newInstance();
        runner.warmUp();
        WorkerMain worker = new WorkerMain(protocol, runner);
        worker.say(new Message.Ready());
        while (true) {
            Message.Run job = jobs.take();
            orders.begin();
            worker.say(worker.run(job, orders));
            orders.over();
        }
    }

    private Message run(Message.Run run, Orders orders) {
        try {
            Ending ending = runner.run(
                    new TrialRunner.Job(run.id(), run.trial(), Path.of(run.folder()), run.options()), new Told(orders));
            return ending == null ? new Message.Stopped() : new Message.Finished(ending);
        } catch (Exception | LinkageError | OutOfMemoryError | AssertionError e) {
            e.printStackTrace();
            System.err.flush();
            return new Message.Failed(cause(e), given(e));
        }
    }

    /** Says how far a trial is, not more often than anybody looks, and hears whether it is to stop. */
    private final class Told implements TrialRunner.Progress {
        private final Orders orders;
        private long lastSaid = System.nanoTime() - PROGRESS_NANOS;

        Told(Orders orders) {
            this.orders = orders;
        }

        @Override
        public void step(int done) {
            long now = System.nanoTime();
            if (now - lastSaid >= PROGRESS_NANOS) {
                lastSaid = now;
                say(new Message.Progress(done));
            }
        }

        @Override
        public boolean stopping() {
            return orders.stopping();
        }
    }

    /** What this worker was told from outside, by its parent or by the system. */
    private static final class Orders {
        private boolean atWork;
        private boolean stopping;
        private boolean ending;

        synchronized void begin() {
            atWork = true;
            stopping = ending;
        }

        synchronized void over() {
            atWork = false;
            leave();
        }

        synchronized void stop() {
            stopping = atWork;
        }

        synchronized void end() {
            ending = true;
            stopping = true;
            leave();
        }

        synchronized boolean stopping() {
            return stopping;
        }

        private void leave() {
            if (ending && !atWork) {
                Runtime.getRuntime().halt(TERMINATED);
            }
        }
    }

    /** Whether the trial, as it is given, cannot be run: its environment, its files and the moment have nothing to do with it. */
    private static boolean given(Throwable fault) {
        return fault instanceof UserError
                || fault instanceof UncheckedIOException unchecked
                        && unchecked.getCause() != null
                        && given(unchecked.getCause());
    }

    private synchronized void say(Message message) {
        out.print(message.line() + "\n");
        out.flush();
        if (out.checkError()) {
            Runtime.getRuntime().halt(ORPHANED);
        }
    }

    private static void read(BlockingQueue<Message.Run> jobs, Orders orders) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Message message = Message.of(line).orElse(null);
                if (message instanceof Message.Run run) {
                    jobs.add(run);
                } else if (message instanceof Message.Stop) {
                    orders.stop();
                }
            }
        } catch (IOException e) {
            System.err.println("the parent cannot be heard any more: " + e.getMessage());
        } finally {
            // Not exit: no shutdown hook, no native destructor may hold up an orphan.
            Runtime.getRuntime().halt(ORPHANED);
        }
    }

    /** One line: what is wrong, and for a fault without a message what kind of fault it is. */
    static String cause(Throwable fault) {
        Optional<UserError> plugin = Plugins.current().blame(fault);
        if (plugin.isPresent()) {
            return String.valueOf(plugin.get().getMessage());
        }
        if (fault instanceof UncheckedIOException unchecked && unchecked.getCause() != null) {
            return cause(unchecked.getCause());
        }
        String message = String.valueOf(fault.getMessage()).lines().findFirst().orElse("");
        if (fault instanceof FileSystemException system && system.getReason() != null) {
            return system.getFile() + ": " + system.getReason();
        }
        if (fault instanceof UserError) {
            return message;
        }
        return fault.getMessage() == null
                ? fault.getClass().getSimpleName()
                : fault.getClass().getSimpleName() + ": " + message;
    }
}
