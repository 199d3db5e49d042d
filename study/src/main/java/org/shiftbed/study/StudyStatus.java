package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shiftbed.base.CanonicalJson;

/**
 * Where a study stands, read without touching it; also while a run is at work.
 *
 * @param study its name
 * @param running process of the run that is at work in the folder, as far as this machine can tell
 * @param trials one an expected trial, in the order of the plan
 */
public record StudyStatus(String study, Optional<Long> running, List<Entry> trials) {
    public StudyStatus {
        trials = List.copyOf(trials);
    }

    /**
     * Where one trial stands.
     *
     * @param trial as expected
     * @param state where it stands
     * @param step updates done of a running one, last step of a finished one; -1 otherwise
     * @param cause why it was refused or failed; empty otherwise
     */
    public record Entry(ExpectedTrial trial, TrialState state, int step, String cause) {}

    /**
     * Reads the status of a study's folder.
     *
     * @throws org.shiftbed.base.UserError where the folder holds no study
     */
    public static StudyStatus of(Path root) throws IOException {
        ExpectedStudy study = ExpectedStudy.read(root);
        StudyFolder folder = new StudyFolder(root);
        List<Entry> entries = new ArrayList<>();
        for (ExpectedTrial trial : study.trials()) {
            TrialState state = folder.state(trial);
            entries.add(
                    switch (state) {
                        case DONE, DIVERGED ->
                            new Entry(
                                    trial, state, step(folder.trial(trial.id()).resolve(StudyFolder.ENDING)), "");
                        case RUNNING -> {
                            List<Path> attempts = StudyFolder.attempts(folder.running(), trial.id());
                            yield new Entry(
                                    trial,
                                    state,
                                    attempts.isEmpty()
                                            ? -1
                                            : step(attempts.get(attempts.size() - 1)
                                                    .resolve(StudyFolder.STATE)),
                                    "");
                        }
                        case REFUSED -> new Entry(trial, state, -1, String.valueOf(trial.refused()));
                        case FAILED ->
                            new Entry(trial, state, -1, folder.cause(trial.id()).orElse("the attempt left no cause"));
                        case QUEUED, MISSING -> new Entry(trial, state, -1, "");
                    });
        }
        return new StudyStatus(study.study(), RunLock.holder(root), entries);
    }

    /** How many trials are in each state; every state has an entry. */
    public Map<TrialState, Integer> counts() {
        EnumMap<TrialState, Integer> counts = new EnumMap<>(TrialState.class);
        for (TrialState state : TrialState.values()) {
            counts.put(state, 0);
        }
        trials.forEach(entry -> counts.merge(entry.state(), 1, Integer::sum));
        return counts;
    }

    /** How the trials stand, in words: {@code 2 done, 1 diverged, 1 refused}; states without a trial are left out. */
    public String words() {
        List<String> words = new ArrayList<>();
        counts().forEach((state, count) -> {
            if (count > 0) {
                words.add(count + " " + state.text());
            }
        });
        return String.join(", ", words);
    }

    /** Whether every trial has a result; refused and failed ones have none. */
    public boolean complete() {
        return trials.stream()
                .allMatch(entry -> entry.state() == TrialState.DONE || entry.state() == TrialState.DIVERGED);
    }

    /** A file of a running attempt may be gone between two looks, or be of a process that died while the disk did. */
    private static int step(Path file) throws IOException {
        try {
            return CanonicalJson.parseObject(Files.readString(file)).get("step") instanceof Number step
                    ? step.intValue()
                    : -1;
        } catch (NoSuchFileException | IllegalArgumentException e) {
            return -1;
        }
    }
}
