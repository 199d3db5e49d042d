package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
     * @param step updates done of a running one and of one that will go on, last step of a finished one; -1 otherwise
     * @param cause why it was refused or failed; empty otherwise
     * @param work who is at it; null where nobody is
     */
    public record Entry(
            ExpectedTrial trial,
            TrialState state,
            int step,
            String cause,
            @Nullable Work work) {}

    /**
     * Reads the status of a study's folder.
     *
     * @throws org.shiftbed.base.UserError where the folder holds no study
     */
    public static StudyStatus of(Path root) throws IOException {
        ExpectedStudy study = ExpectedStudy.read(root);
        StudyFolder folder = new StudyFolder(root);
        StudyGlance glance = StudyGlance.at(folder);
        List<Entry> entries = new ArrayList<>();
        for (ExpectedTrial trial : study.trials()) {
            TrialState state = glance.state(trial);
            entries.add(
                    switch (state) {
                        case DONE, DIVERGED ->
                            new Entry(trial, state, folder.published(trial.id()).step(), "", null);
                        case RUNNING -> {
                            Optional<Work> work = glance.work(trial);
                            yield new Entry(trial, state, work.map(Work::step).orElse(-1), "", work.orElse(null));
                        }
                        case REFUSED -> new Entry(trial, state, -1, String.valueOf(trial.refused()), null);
                        case FAILED -> new Entry(trial, state, -1, glance.cause(trial.id()), null);
                        case QUEUED, MISSING -> {
                            int saved = glance.saved(trial);
                            yield new Entry(trial, state, saved > 0 ? saved : -1, "", null);
                        }
                    });
        }
        return new StudyStatus(study.study(), glance.process(), entries);
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
}
