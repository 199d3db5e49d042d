package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.shiftbed.base.AtomicFiles;

/**
 * The mark of a run that is at work in a study's folder, for {@code status}: {@code running/.run-*}, a folder with a {@link Lease}. Runs do not keep each other
 * out; which of them works on a trial is said by the trial's attempt.
 */
final class RunMark implements AutoCloseable {
    private static final String PREFIX = ".run-";

    /** How old the heartbeat of another machine may be, its clock and ours together. */
    private static final Duration SILENT = Duration.ofMinutes(15);

    private final Path folder;
    private Lease lease;

    private RunMark(Path folder, Lease lease) {
        this.folder = folder;
        this.lease = lease;
    }

    /** Marks a folder {@code running/}. */
    static RunMark set(Path running) throws IOException {
        Path folder = Files.createDirectory(running.resolve(PREFIX + UUID.randomUUID()));
        RunMark mark = new RunMark(folder, mine());
        mark.lease.write(folder);
        return mark;
    }

    /** A lease of this process, with nothing done. */
    static Lease mine() {
        ProcessHandle self = ProcessHandle.current();
        String now = Instant.now().toString();
        return new Lease(
                Machine.identity(),
                Machine.host(),
                self.pid(),
                Machine.started(self),
                -1,
                "",
                0,
                now,
                now,
                0,
                0,
                false);
    }

    /** One more heartbeat. */
    void beat() throws IOException {
        lease = lease.beating();
        lease.write(folder);
    }

    static boolean is(Path file) {
        return String.valueOf(file.getFileName()).startsWith(PREFIX);
    }

    /** Runs that are at work, as far as this machine can tell. */
    static List<Lease> atWork(Path running) throws IOException {
        List<Lease> found = new ArrayList<>();
        try (Stream<Path> all = Files.list(running)) {
            for (Path mark : all.filter(RunMark::is).toList()) {
                Lease.read(mark).filter(RunMark::lives).ifPresent(found::add);
            }
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return found;
    }

    /** Whether the owner of a lease seems to live. A process of this machine is there or not; of others the time of the heartbeat tells. */
    static boolean lives(Lease lease) {
        if (lease.released()) {
            return false;
        }
        if (lease.machine().equals(Machine.identity())) {
            return !lease.ownerGone();
        }
        try {
            Duration age = Duration.between(Instant.parse(lease.heartbeat()), Instant.now());
            return age.abs().compareTo(SILENT) < 0;
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    /** Removes the marks of runs that have ended without a word. */
    static void clear(Path mark) throws IOException {
        Optional<Lease> lease = Lease.read(mark);
        if (lease.isEmpty() || !lives(lease.get())) {
            AtomicFiles.deleteTree(mark);
        }
    }

    @Override
    public void close() throws IOException {
        AtomicFiles.deleteTree(folder);
    }
}
