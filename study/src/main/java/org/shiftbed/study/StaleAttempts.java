package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.CanonicalJson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a dead run left under {@code running/}. The caller holds the lock of the folder, so whoever wrote there is an orphan. */
final class StaleAttempts {
    private static final Logger LOG = LoggerFactory.getLogger(StaleAttempts.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private StaleAttempts() {}

    /** Ends orphaned workers and removes their folders. */
    static void clear(Path running) throws IOException {
        List<Path> stale;
        try (Stream<Path> all = Files.list(running)) {
            stale = all.toList();
        }
        for (Path folder : stale) {
            endWorker(folder);
            remove(folder);
            LOG.info("removed the unfinished attempt {}", folder.getFileName());
        }
    }

    /** Start of a process: together with its number it names the process, also after the number was given away again. */
    static String started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse("unknown");
    }

    /** A worker dies when its parent does; this is for one that was stopped in its tracks and would wake up late. */
    private static void endWorker(Path folder) throws IOException {
        Path file = folder.resolve(StudyFolder.STATE);
        if (!Files.exists(file)) {
            return;
        }
        try {
            Map<String, Object> state = CanonicalJson.parseObject(Files.readString(file));
            if (state.get("worker") instanceof Number pid) {
                ProcessHandle.of(pid.longValue())
                        .filter(process -> started(process).equals(state.get("worker_started")))
                        .ifPresent(StaleAttempts::end);
            }
        } catch (IllegalArgumentException e) {
            LOG.info("{} is damaged and was not used: {}", file, e.getMessage());
        }
    }

    private static void end(ProcessHandle process) {
        process.destroyForcibly();
        process.onExit()
                .completeOnTimeout(process, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    /** A dying worker may still add a file while its folder is being removed. */
    private static void remove(Path folder) throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                AtomicFiles.deleteTree(folder);
                return;
            } catch (IOException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
                try {
                    Thread.sleep(50);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    throw e;
                }
            }
        }
    }
}
