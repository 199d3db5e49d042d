package org.shiftbed.study;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.Progress;

/**
 * What a study would run, checked as far as it can be without training.
 *
 * @param study what was planned
 * @param trials in a fixed order: seed, data set, shift setting, algorithm, test environments, member of the search; ids unique
 * @param warnings one line each, none of them fatal
 */
public record Plan(Study study, List<PlannedTrial> trials, List<String> warnings) {
    public Plan {
        trials = List.copyOf(trials);
        warnings = List.copyOf(warnings);
    }

    /**
     * Plans a study for the processor.
     *
     * @param dataFolder where named data sets lie; null where none was given
     * @throws org.shiftbed.base.UserError where data are missing or wrong, or the study names what they do not have
     */
    public static Plan of(Study study, @Nullable Path dataFolder) {
        return of(study, dataFolder, "cpu");
    }

    /**
     * Plans a study: opens every data set once and checks shifts, labels and environments against it.
     *
     * @param dataFolder where named data sets lie; null where none was given
     * @param device {@code cpu} or {@code cuda}, with or without {@code :K}: its class is part of a trial
     * @throws org.shiftbed.base.UserError where data are missing or wrong, or the study names what they do not have
     */
    public static Plan of(Study study, @Nullable Path dataFolder, String device) {
        return of(study, dataFolder, device, Progress.NONE);
    }

    /**
     * {@link #of(Study, Path, String)} for somebody who looks on.
     *
     * @param progress hears of files that are read and decoded for the first time
     */
    public static Plan of(Study study, @Nullable Path dataFolder, String device, Progress progress) {
        return new Planner(study, dataFolder, device.replaceFirst(":.*", ""), Registry.installed(), progress).plan();
    }

    /** Trials that are run: all but the refused ones. */
    public List<PlannedTrial> runnable() {
        return trials.stream().filter(trial -> trial.refusal() == null).toList();
    }

    /** Trials that are not run, each with its cause. */
    public List<PlannedTrial> refused() {
        return trials.stream().filter(trial -> trial.refusal() != null).toList();
    }

    /** The trial of an id. */
    public Optional<PlannedTrial> trial(String id) {
        return trials.stream().filter(trial -> trial.id().equals(id)).findFirst();
    }
}
