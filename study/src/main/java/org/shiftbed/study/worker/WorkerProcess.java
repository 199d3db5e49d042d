package org.shiftbed.study.worker;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A worker as its parent sees it: a child process that takes messages and gives messages, and may die at any time. */
public final class WorkerProcess implements AutoCloseable {
    private final Process process;
    private final BufferedWriter in;
    private final BufferedReader out;

    private WorkerProcess(Process process) {
        this.process = process;
        this.in = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts a worker with this process's Java and class path. It is not ready yet: that is its first message. */
    public static WorkerProcess start(WorkerSettings settings) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(settings.javaOptions());
        command.add("-cp");
        command.add(absolute(System.getProperty("java.class.path")));
        command.add(WorkerMain.class.getName());
        command.add(settings.runner());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(settings.environment());
        return new WorkerProcess(builder.start());
    }

    /** The process. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Whether it runs still. */
    public boolean alive() {
        return process.isAlive();
    }

    /** Gives it a trial, or tells it to stop. A worker that is dead is found out by {@link #next}. */
    public synchronized void send(Message message) {
        try {
            in.write(message.line() + "\n");
            in.flush();
        } catch (IOException e) {
            process.destroyForcibly();
        }
    }

    /**
     * Waits for the next message.
     *
     * @param log hears every line that is none
     * @return null where the worker is gone
     */
    public @Nullable Message next(Consumer<String> log) {
        try {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                // A native library may have printed without a line feed before the mark.
                int mark = line.indexOf(Message.MARK);
                var message = mark < 0 ? java.util.Optional.<Message>empty() : Message.of(line.substring(mark));
                if (message.isEmpty()) {
                    log.accept(line);
                } else {
                    if (mark > 0) {
                        log.accept(line.substring(0, mark));
                    }
                    return message.get();
                }
            }
        } catch (IOException e) {
            log.accept("the worker cannot be heard any more: " + e.getMessage());
        }
        return null;
    }

    /** Waits for its end and says in words how it died: {@code exit code 1}, {@code killed by signal 9}. */
    public String death() throws InterruptedException {
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        int code = process.waitFor();
        return code > 128 && code < 128 + 65 ? "killed by signal " + (code - 128) : "exit code " + code;
    }

    /** Ends it at once; nothing is asked of it. */
    @Override
    public void close() {
        process.destroyForcibly();
    }

    private static String absolute(String classPath) {
        List<String> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            entries.add(entry.isEmpty() ? entry : new File(entry).getAbsolutePath());
        }
        return String.join(File.pathSeparator, entries);
    }
}
