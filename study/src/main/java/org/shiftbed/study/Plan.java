package org.shiftbed.study;

import java.util.List;
import java.util.Optional;

/**
 * What a study would run, checked as far as it can be without training.
 *
 * @param study what was planned
 * @param trials in a fixed order: seed, data set, shift setting, algorithm, test environments, member of the search; ids unique
 * @param searches the groups that one selection decides among, in the order of their first trial
 * @param warnings one line each, none of them fatal
 */
public record Plan(Study study, List<PlannedTrial> trials, List<SearchGroup> searches, List<String> warnings) {
    public Plan {
        trials = List.copyOf(trials);
        searches = List.copyOf(searches);
        warnings = List.copyOf(warnings);
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
