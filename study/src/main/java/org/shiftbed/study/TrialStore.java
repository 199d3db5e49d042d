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
import java.time.Duration;
import java.util.HashMap;
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
 * The folder of a study, open for a run. Files are the truth: an attempt writes only its own folder under {@code running/}; one atomic rename
 * makes a finished one {@code trials/<id>/}. A run that is killed at any instant leaves a folder that the next run goes on with.
 *
 * <p>Several runs may be open on one folder, on several machines that share it: only making and renaming folders has to be atomic there. A trial is claimed by
 * a rename to the name of its next attempt, and held by heartbeats ({@link Lease}, {@link LeaseWatch}).
 *
 * <p>Safe for several threads, as long as each attempt is ended by one of them.
 */
public final class TrialStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TrialStore.class);
    /** What the folder of an attempt is called until it has a number. */
    private static final String CLAIM = ".claim-";

    private final StudyFolder folder;
    private final RunMark mark;
    private final Map<String, Integer> numbers = new HashMap<>();

    private TrialStore(StudyFolder folder, RunMark mark) {
        this.folder = folder;
        this.mark = mark;
    }

    /**
     * Opens a study's folder for a run, makes it where it is not there, and writes what the study is. What runs that have ended left of trials that are done
     * or not planned any more is removed; what they left of others is where those go on from.
     *
     * @param root the folder
     * @param study what is to be run; an earlier plan of the same study is replaced, its finished trials stay
     * @param documents further files by name ({@code study.yaml}, {@code study.json}, {@code local.json})
     * @throws org.shiftbed.base.UserError where the folder cannot be used ({@link StudyFolder#check})
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
        study.write(root);
        for (Map.Entry<String, String> document : new TreeMap<>(documents).entrySet()) {
            AtomicFiles.write(root.resolve(document.getKey()), document.getValue());
        }
        Files.createDirectories(folder.trials());
        Files.createDirectories(folder.running());
        Files.createDirectories(folder.failed());
        TrialStore store = new TrialStore(folder, RunMark.set(folder.running()));
        try {
            store.numbers.putAll(Leftovers.clear(folder, study));
            return store;
        } catch (IOException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /** The places of this folder. */
    public StudyFolder folder() {
        return folder;
    }

    /** One more heartbeat of this run. */
    void beat() throws IOException {
        mark.beat();
    }

    /**
     * Begins an attempt at a trial: a folder with {@code trial.json} and {@code state.json}, and with where an attempt that was given up stood.
     *
     * @return empty where the trial is done already, or another run is at it
     * @throws IOException where the folder cannot be made: no permission, no space left
     */
    public Optional<Attempt> claim(ExpectedTrial trial) throws IOException {
        return claim(trial, new LeaseWatch(Duration.ofDays(1), System::nanoTime)) instanceof Claim.Mine mine
                ? Optional.of(mine.attempt())
                : Optional.empty();
    }

    /** {@link #claim(ExpectedTrial)} of a trial whose owner may have been watched for a while. */
    Claim claim(ExpectedTrial trial, LeaseWatch watch) throws IOException {
        while (true) {
            if (Files.exists(folder.trial(trial.id()))) {
                return new Claim.Published();
            }
            int last = last(trial.id());
            Path before = attempt(folder.running(), trial.id(), last);
            if (last > 0 && Files.exists(before)) {
                if (!watch.givenUp(before)) {
                    return new Claim.Elsewhere(before);
                }
                watch.forget(before);
                // One of this machine dies when its parent does; this is for one that was stopped in its tracks.
                Lease.read(before).filter(Lease::ownerGone).ifPresent(Leftovers::endWorker);
            }
            Path own = attempt(folder.running(), trial.id(), last + 1);
            if (!take(trial, own, last)) {
                continue;
            }
            Attempt attempt = new Attempt(trial, last + 1, own);
            if (!Files.exists(folder.trial(trial.id()))) {
                return new Claim.Mine(attempt);
            }
            AtomicFiles.deleteTree(own);
        }
    }

    /** Whether the name of the next attempt is ours. The folder is complete before it has its name, so that no attempt is ever without an owner. */
    private boolean take(ExpectedTrial trial, Path own, int last) throws IOException {
        Path claim = Files.createTempDirectory(folder.running(), CLAIM);
        try {
            RunMark.mine().write(claim);
            if (trial.trial() != null) {
                AtomicFiles.write(claim.resolve(StudyFolder.TRIAL), CanonicalJson.bytes(trial.trial()));
            }
            inherit(trial.id(), last, claim);
            return AtomicFiles.publish(claim, own);
        } finally {
            if (Files.exists(claim)) {
                AtomicFiles.deleteTree(claim);
            }
        }
    }

    /** The newest place where an earlier attempt stood. That attempt may still be written to: its file is replaced then, never changed. */
    private void inherit(String id, int last, Path claim) throws IOException {
        for (int number = last; number > 0; number--) {
            for (Path place : List.of(folder.running(), folder.failed())) {
                Path attempt = attempt(place, id, number);
                Path from = attempt.resolve(StudyFolder.CHECKPOINT);
                if (Files.exists(from)) {
                    link(from, claim.resolve(StudyFolder.INHERITED));
                    Path log = attempt.resolve(StudyFolder.LOG);
                    if (Files.exists(log)) {
                        Files.copy(log, claim.resolve(StudyFolder.LOG));
                    }
                    return;
                }
            }
        }
    }

    private static void link(Path from, Path to) throws IOException {
        try {
            Files.createLink(to, from);
        } catch (UnsupportedOperationException | FileSystemException e) {
            Files.copy(from, to);
        }
    }

    /** The number of the last attempt that anything is known of; 0 where there was none. */
    private int last(String id) {
        int known;
        synchronized (numbers) {
            known = numbers.getOrDefault(id, 0);
        }
        while (Files.exists(attempt(folder.running(), id, known + 1))
                || Files.exists(attempt(folder.failed(), id, known + 1))) {
            known++;
        }
        synchronized (numbers) {
            numbers.put(id, known);
        }
        return known;
    }

    private static Path attempt(Path place, String id, int number) {
        return place.resolve(id + "." + number);
    }

    /**
     * Says who works on an attempt and how far it is. The file is gone from a published trial.
     *
     * @param lease with one more heartbeat than the one before
     */
    void hold(Attempt attempt, Lease lease) throws IOException {
        lease.write(attempt.folder());
    }

    /** Leaves an attempt to whoever comes next, this run or another: it stays under {@code running/}, and the next attempt goes on from it. */
    void release(Attempt attempt) {
        try {
            Lease.read(attempt.folder()).orElse(RunMark.mine()).leave().write(attempt.folder());
        } catch (IOException e) {
            // Its owner is gone soon, and then it counts as given up.
            LOG.debug("{} could not be released: {}", attempt.folder(), e.getMessage());
        }
    }

    /**
     * Gives a finished attempt its public name in one step. {@code done} is written last.
     *
     * @return false where another attempt was first; this one is removed then
     */
    public boolean publish(Attempt attempt, Ending ending) throws IOException {
        Path own = attempt.folder();
        String id = attempt.trial().id();
        boolean first;
        try {
            for (String left : List.of(StudyFolder.STATE, StudyFolder.CHECKPOINT, StudyFolder.INHERITED)) {
                Files.deleteIfExists(own.resolve(left));
            }
            Map<String, Object> json = new TreeMap<>();
            json.put("state", ending.state().text());
            json.put("step", ending.step());
            AtomicFiles.write(own.resolve(StudyFolder.ENDING), CanonicalJson.text(json) + "\n");
            AtomicFiles.write(own.resolve(StudyFolder.DONE), "done");
            force(own);
            first = AtomicFiles.publish(own, folder.trial(id));
        } catch (IOException e) {
            if (!published(attempt)) {
                throw e;
            }
            first = false;
        }
        if (first) {
            force(folder.trials());
        } else {
            Leftovers.remove(own);
        }
        for (int number = 1; number <= last(id); number++) {
            Leftovers.remove(attempt(folder.running(), id, number));
        }
        return first;
    }

    /** Whether the trial of an attempt has its result, from this attempt or another. */
    boolean published(Attempt attempt) {
        return Files.exists(folder.trial(attempt.trial().id()));
    }

    /** Drops an attempt whose trial has its result from another one. */
    void discard(Attempt attempt) {
        Leftovers.remove(attempt.folder());
    }

    /**
     * Ends an attempt badly: what is large in it is dropped, but for where it stood; its cause and its log stay under {@code failed/}. What it had gone on from
     * without getting further is not used again. Never throws: where the disk is
     * full the cause may be lost, but the folder stays whole.
     *
     * @param cause one line
     */
    public void fail(Attempt attempt, String cause) {
        Path own = attempt.folder();
        try {
            if (Files.exists(own.resolve(StudyFolder.INHERITED))
                    && !Files.exists(own.resolve(StudyFolder.CHECKPOINT))) {
                dropEarlier(attempt);
            }
            try (Stream<Path> all = Files.list(own)) {
                for (Path path : all.toList()) {
                    String name = String.valueOf(path.getFileName());
                    if (!List.of(StudyFolder.TRIAL, StudyFolder.LOG, RecordFile.FILE, StudyFolder.CHECKPOINT)
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

    private void dropEarlier(Attempt attempt) throws IOException {
        for (int number = 1; number < attempt.number(); number++) {
            for (Path place : List.of(folder.running(), folder.failed())) {
                Files.deleteIfExists(
                        attempt(place, attempt.trial().id(), number).resolve(StudyFolder.CHECKPOINT));
            }
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

    /** This run is over. */
    @Override
    public void close() throws IOException {
        mark.close();
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
