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
        // Told to end, it ends at once, by the system's hand: an exit of its own would run libtorch's destructors under
        // a thread that is still
        // computing, and crash.
        Signal.handle(new Signal("TERM"), SignalHandler.SIG_DFL);
        PrintStream protocol = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        // Whatever prints to standard output from here on is log, not protocol.
        System.setOut(System.err);
        BlockingQueue<Message.Run> jobs = new LinkedBlockingQueue<>();
        Thread reader = new Thread(() -> read(jobs), "parent");
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
            worker.say(worker.run(jobs.take()));
        }
    }

    private Message run(Message.Run run) {
        long[] lastSaid = {System.nanoTime() - PROGRESS_NANOS};
        try {
            return new Message.Finished(runner.run(
                    new TrialRunner.Job(run.id(), run.trial(), Path.of(run.folder()), run.options()), done -> {
                        long now = System.nanoTime();
                        if (now - lastSaid[0] >= PROGRESS_NANOS) {
                            lastSaid[0] = now;
                            say(new Message.Progress(done));
                        }
                    }));
        } catch (Exception | LinkageError | OutOfMemoryError | AssertionError e) {
            e.printStackTrace();
            System.err.flush();
            return new Message.Failed(cause(e));
        }
    }

    private synchronized void say(Message message) {
        out.print(message.line() + "\n");
        out.flush();
        if (out.checkError()) {
            Runtime.getRuntime().halt(ORPHANED);
        }
    }

    private static void read(BlockingQueue<Message.Run> jobs) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Message.of(line)
                        .filter(Message.Run.class::isInstance)
                        .map(Message.Run.class::cast)
                        .ifPresent(jobs::add);
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
