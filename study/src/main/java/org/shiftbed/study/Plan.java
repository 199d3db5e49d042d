package org.shiftbed.study;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Progress;

/**
 * What a study would run, checked as far as it can be without training.
 *
 * @param study what was planned
 * @param trials in a fixed order: seed, data set, shift setting, algorithm, test environments, member of the search; ids unique
 * @param warnings one line each, none of them fatal
 * @param leftOut files that data sets left out because they cannot be read: data set, path and cause, one line each
 * @param absent data sets whose files are not here though their trials are counted: why, and how to get them, one line each; their trials are
 *     refused
 */
public record Plan(
        Study study,
        List<PlannedTrial> trials,
        List<String> warnings,
        List<String> leftOut,
        Map<String, String> absent) {
    private static final int NAMED = 3;

    public Plan {
        trials = List.copyOf(trials);
        warnings = List.copyOf(warnings);
        leftOut = List.copyOf(leftOut);
        absent = Collections.unmodifiableMap(new LinkedHashMap<>(absent));
    }

    /** Every file was read. */
    Plan(Study study, List<PlannedTrial> trials, List<String> warnings) {
        this(study, trials, warnings, List.of(), Map.of());
    }

    /**
     * Ends at files that were left out. Trials keep their names: where no file is left out, it is the same plan with and without this.
     *
     * @throws UserError where there are some
     */
    public void refuseLeftOut() {
        if (!leftOut.isEmpty()) {
            int more = leftOut.size() - NAMED;
            throw new UserError("--strict: " + leftOut.size() + (leftOut.size() == 1 ? " file" : " files")
                    + " cannot be read: " + String.join("; ", leftOut.subList(0, Math.min(NAMED, leftOut.size())))
                    + (more > 0 ? "; and " + more + " more" : "")
                    + ". Replace or remove them, or leave --strict out, and they are left out and counted");
        }
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
        return new Planner(study, dataFolder, device.replaceFirst(":.*", ""), Registry.installed(), progress, false)
                .plan();
    }

    /**
     * {@link #of(Study, Path, String, Progress)} for somebody who only wants to know: under DomainBed's protocol, data sets whose files are not here
     * are counted from what is known of them, their trials refused ({@link #absent()}).
     */
    public static Plan sketch(Study study, @Nullable Path dataFolder, String device, Progress progress) {
        return new Planner(study, dataFolder, device.replaceFirst(":.*", ""), Registry.installed(), progress, true)
                .plan();
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
