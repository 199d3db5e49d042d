package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.RunState;

/** What a study's folder held at one moment: its attempts are listed once, however many trials are asked for. */
final class StudyGlance {
    private final StudyFolder folder;
    private final Map<String, Path> running;
    private final Map<String, Path> failed;
    private final Optional<Long> process;

    private StudyGlance(
            StudyFolder folder, Map<String, Path> running, Map<String, Path> failed, Optional<Long> process) {
        this.folder = folder;
        this.running = running;
        this.failed = failed;
        this.process = process;
    }

    static StudyGlance at(StudyFolder folder) throws IOException {
        return new StudyGlance(folder, last(folder.running()), last(folder.failed()), folder.process());
    }

    /** The process of a run that is at work in the folder, as far as this machine can tell. */
    Optional<Long> process() {
        return process;
    }

    /** Where a trial stands. */
    TrialState state(ExpectedTrial trial) throws IOException {
        if (folder.isPublished(trial.id())) {
            return folder.published(trial.id()).state();
        }
        if (trial.refused() != null) {
            return TrialState.REFUSED;
        }
        if (work(trial).isPresent()) {
            return TrialState.RUNNING;
        }
        if (failed.containsKey(trial.id())) {
            return TrialState.FAILED;
        }
        return process.isPresent() ? TrialState.QUEUED : TrialState.MISSING;
    }

    /** Who is at work on a trial; empty where nobody is. */
    Optional<Work> work(ExpectedTrial trial) throws IOException {
        Path attempt = running.get(trial.id());
        return attempt == null ? Optional.empty() : Work.of(attempt, trial.updates());
    }

    /** Updates after which the next attempt at a trial would go on; 0 where it would begin. */
    int saved(ExpectedTrial trial) throws IOException {
        for (Map<String, Path> place : List.of(running, failed)) {
            Path attempt = place.get(trial.id());
            for (String name : List.of(StudyFolder.CHECKPOINT, StudyFolder.INHERITED)) {
                if (attempt != null && Files.exists(attempt.resolve(name))) {
                    return RunState.doneIn(attempt.resolve(name));
                }
            }
        }
        return 0;
    }

    /** The one-line cause of a trial's last failed attempt. */
    String cause(String id) throws IOException {
        Path attempt = failed.get(id);
        Path cause = attempt == null ? null : attempt.resolve(StudyFolder.CAUSE);
        return cause != null && Files.exists(cause) ? Files.readString(cause).strip() : "the attempt left no cause";
    }

    /** The last attempt of each trial in a place. */
    private static Map<String, Path> last(Path place) throws IOException {
        Map<String, Path> last = new HashMap<>();
        try (Stream<Path> all = Files.list(place)) {
            all.forEach(path -> {
                String id = id(path);
                if (id != null) {
                    last.merge(id, path, (a, b) -> StudyFolder.numbered(a, id) > StudyFolder.numbered(b, id) ? a : b);
                }
            });
        } catch (NoSuchFileException e) {
            return Map.of();
        }
        return last;
    }

    private static @Nullable String id(Path attempt) {
        String name = String.valueOf(attempt.getFileName());
        int dot = name.lastIndexOf('.');
        String id = dot > 0 ? name.substring(0, dot) : "";
        return !id.isEmpty() && StudyFolder.numbered(attempt, id) > 0 ? id : null;
    }
}
