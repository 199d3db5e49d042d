package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.shiftbed.base.AtomicFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What runs that have ended left in a study's folder: removed where nothing goes on from it. */
final class Leftovers {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);
    /** How long a folder may be made without a word of its owner. */
    private static final Duration UNNAMED = Duration.ofHours(1);

    private Leftovers() {}

    /**
     * The one listing of the places of attempts: later on only names are looked at that are known.
     *
     * @return the number of the last attempt at each trial of the study that was tried and is not done
     */
    static Map<String, Integer> clear(StudyFolder folder, ExpectedStudy study) throws IOException {
        Set<String> planned = new HashSet<>();
        study.trials().forEach(trial -> planned.add(trial.id()));
        Map<String, Integer> numbers = new HashMap<>();
        for (Path path : list(folder.running())) {
            Optional<String> id = needed(path, planned, folder);
            if (RunMark.is(path)) {
                RunMark.clear(path);
            } else if (id.isPresent()) {
                numbers.merge(id.get(), StudyFolder.numbered(path, id.get()), Math::max);
            } else {
                removeIfDead(path);
            }
        }
        for (Path path : list(folder.failed())) {
            needed(path, planned, folder).ifPresent(id -> numbers.merge(id, StudyFolder.numbered(path, id), Math::max));
        }
        return numbers;
    }

    private static List<Path> list(Path place) throws IOException {
        try (Stream<Path> all = Files.list(place)) {
            return all.toList();
        }
    }

    /** The trial that may go on from an attempt. */
    private static Optional<String> needed(Path attempt, Set<String> planned, StudyFolder folder) {
        String name = String.valueOf(attempt.getFileName());
        String id = name.substring(0, Math.max(0, name.lastIndexOf('.')));
        return planned.contains(id) && StudyFolder.numbered(attempt, id) > 0 && !Files.exists(folder.trial(id))
                ? Optional.of(id)
                : Optional.empty();
    }

    private static void removeIfDead(Path path) throws IOException {
        Optional<Lease> lease = Lease.read(path);
        if (lease.isPresent() ? !RunMark.lives(lease.get()) : old(path)) {
            lease.ifPresent(Leftovers::endWorker);
            remove(path);
        }
    }

    /** Whether nobody is making it now. Another run may have given it its name, or dropped it, since it was listed. */
    private static boolean old(Path path) throws IOException {
        try {
            return Files.getLastModifiedTime(path)
                    .toInstant()
                    .isBefore(Instant.now().minus(UNNAMED));
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** A worker dies when its parent does; this is for one of this machine that was stopped in its tracks and would wake up late. */
    static void endWorker(Lease lease) {
        ProcessHandle.of(lease.worker())
                .filter(process -> lease.machine().equals(Machine.identity())
                        && Machine.started(process).equals(lease.workerStarted()))
                .ifPresent(ProcessHandle::destroyForcibly);
    }

    /** A dying worker, or one that wakes up late, may still add a file while its folder is being removed: the next run finds what is left. */
    static void remove(Path attempt) {
        for (int tries = 0; tries < 3; tries++) {
            try {
                AtomicFiles.deleteTree(attempt);
                return;
            } catch (IOException e) {
                LOG.debug("{} is still being written to: {}", attempt, e.getMessage());
            }
        }
    }
}
