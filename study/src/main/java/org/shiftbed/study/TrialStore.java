package org.shiftbed.study;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of a study, open for one run. Files are the truth: an attempt writes only its own folder under {@code running/}; one atomic rename
 * makes a finished one {@code trials/<id>/}. A run that is killed at any instant leaves a folder that the next run goes on with.
 *
 * <p>Safe for several threads, as long as each attempt is ended by one of them.
 */
public final class TrialStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TrialStore.class);

    private final StudyFolder folder;
    private final RunLock lock;

    private TrialStore(StudyFolder folder, RunLock lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * Opens a study's folder for a run, makes it where it is not there, and writes what the study is. What stale attempts of dead runs left
     * under {@code running/} is removed: nothing of them counts.
     *
     * @param root the folder
     * @param study what is to be run; an earlier plan of the same study is replaced, its finished trials stay
     * @param documents further files by name ({@code study.yaml}, {@code study.json}, {@code local.json})
     * @throws org.shiftbed.base.UserError where the folder cannot be used ({@link StudyFolder#check}), or another run is at work in it
     */
    public static TrialStore open(Path root, ExpectedStudy study, Map<String, String> documents) throws IOException {
        StudyFolder folder = new StudyFolder(root);
        folder.check(study.study());
        try {
            Files.createDirectories(root);
        } catch (IOException e) {
            throw new UserError(
                    root + ": the folder cannot be made (" + cause(e) + "); give another one with --out", e);
        }
        RunLock lock = RunLock.take(root);
        try {
            // Between the check and the lock another run may have made this folder its own.
            folder.check(study.study());
            study.write(root);
            for (Map.Entry<String, String> document : new TreeMap<>(documents).entrySet()) {
                AtomicFiles.write(root.resolve(document.getKey()), document.getValue());
            }
            Files.createDirectories(folder.trials());
            Files.createDirectories(folder.running());
            Files.createDirectories(folder.failed());
            StaleAttempts.clear(folder.running());
            return new TrialStore(folder, lock);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** The places of this folder. */
    public StudyFolder folder() {
        return folder;
    }

    /**
     * Begins an attempt at a trial: a fresh folder with {@code trial.json} and {@code state.json}.
     *
     * @return empty where the trial is done already
     * @throws IOException where the folder cannot be made: no permission, no space left
     */
    public Optional<Attempt> claim(ExpectedTrial trial) throws IOException {
        if (Files.exists(folder.trial(trial.id()))) {
            return Optional.empty();
        }
        int number = 1
                + Math.max(
                        last(StudyFolder.attempts(folder.running(), trial.id()), trial.id()),
                        last(StudyFolder.attempts(folder.failed(), trial.id()), trial.id()));
        Path own = null;
        while (own == null) {
            Path next = folder.running().resolve(trial.id() + "." + number);
            try {
                own = Files.createDirectory(next);
            } catch (FileAlreadyExistsException e) {
                number++;
            }
        }
        Attempt attempt = new Attempt(trial, number, own);
        try {
            if (trial.trial() != null) {
                AtomicFiles.write(own.resolve(StudyFolder.TRIAL), CanonicalJson.bytes(trial.trial()));
            }
        } catch (IOException e) {
            fail(attempt, cause(e));
            throw e;
        }
        return Optional.of(attempt);
    }

    /**
     * Says which process works on an attempt and how far it is. The file is gone from a published trial.
     *
     * @param worker process at work
     * @param step updates done
     */
    public void state(Attempt attempt, ProcessHandle worker, int step) throws IOException {
        Map<String, Object> state = new TreeMap<>();
        state.put("owner", ProcessHandle.current().pid());
        state.put("worker", worker.pid());
        state.put("worker_started", StaleAttempts.started(worker));
        state.put("heartbeat", Instant.now().toString());
        state.put("step", step);
        AtomicFiles.write(attempt.folder().resolve(StudyFolder.STATE), CanonicalJson.text(state) + "\n");
    }

    /**
     * Gives a finished attempt its public name in one step. {@code done} is written last.
     *
     * @return false where another attempt was first; this one is removed then
     */
    public boolean publish(Attempt attempt, Ending ending) throws IOException {
        Path own = attempt.folder();
        Files.deleteIfExists(own.resolve(StudyFolder.STATE));
        Map<String, Object> json = new TreeMap<>();
        json.put("state", ending.state().text());
        json.put("step", ending.step());
        AtomicFiles.write(own.resolve(StudyFolder.ENDING), CanonicalJson.text(json) + "\n");
        AtomicFiles.write(own.resolve(StudyFolder.DONE), "done");
        force(own);
        boolean first = AtomicFiles.publish(own, folder.trial(attempt.trial().id()));
        if (first) {
            force(folder.trials());
        } else {
            AtomicFiles.deleteTree(own);
        }
        return first;
    }

    /**
     * Ends an attempt badly: what is large in it is dropped, its cause and its log stay under {@code failed/}. Never throws: where the disk is
     * full the cause may be lost, but the folder stays whole.
     *
     * @param cause one line
     */
    public void fail(Attempt attempt, String cause) {
        Path own = attempt.folder();
        try {
            try (Stream<Path> all = Files.list(own)) {
                for (Path path : all.toList()) {
                    String name = String.valueOf(path.getFileName());
                    if (!List.of(StudyFolder.TRIAL, StudyFolder.LOG, RecordFile.FILE)
                            .contains(name)) {
                        AtomicFiles.deleteTree(path);
                    }
                }
            }
            try {
                AtomicFiles.write(
                        own.resolve(StudyFolder.CAUSE),
                        cause.lines().findFirst().orElse("no cause") + "\n");
            } catch (IOException e) {
                LOG.warn("the cause of {} could not be written ({}): {}", own, e.getMessage(), cause);
            }
            Files.createDirectories(folder.failed());
            Files.move(own, folder.failed().resolve(String.valueOf(own.getFileName())));
        } catch (IOException e) {
            LOG.warn("the failed attempt {} could not be put away: {}", own, e.getMessage());
        }
    }

    /** The one-line cause that an exception of the file system stands for. */
    static String cause(IOException e) {
        if (e instanceof FileSystemException system && system.getReason() != null) {
            return system.getFile() + ": " + system.getReason();
        }
        // These say what went wrong by their class alone.
        if (e instanceof NoSuchFileException) {
            return e.getMessage() + ": the file system has no such place, and makes none";
        }
        if (e instanceof AccessDeniedException) {
            return e.getMessage() + ": permission denied";
        }
        if (e instanceof FileAlreadyExistsException) {
            return e.getMessage() + ": is there already";
        }
        return String.valueOf(e.getMessage());
    }

    /** Lets the next run in. */
    @Override
    public void close() throws IOException {
        lock.close();
    }

    private static int last(List<Path> attempts, String id) {
        return attempts.isEmpty() ? 0 : StudyFolder.numbered(attempts.get(attempts.size() - 1), id);
    }

    /** Names of a folder are on the disk only when the folder is forced too; not every platform can. */
    private static void force(Path directory) {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            LOG.debug("{} cannot be forced to the disk: {}", directory, e.getMessage());
        }
    }
}
