package org.shiftbed.study;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Warns of phases of a method that a run does not reach, as a penalty whose annealing is longer than the run (DomainBed's D30). */
final class AnnealWarnings {
    private static final String SUFFIX = "penalty_anneal_iters";
    /** Other hyperparameters that count updates before a method does what it is for, and what it does until then. */
    private static final Map<String, String> PHASES = Map.of(
            "EQRM eqrm_burnin_iters", "they train on the mean risk alone",
            "TRM iters", "they train as ERM",
            "ERMPlusPlus linear_steps", "they train the classifier alone");

    private AnnealWarnings() {}

    static List<String> of(Collection<PlannedTrial> trials) {
        Map<String, int[]> counts = new TreeMap<>();
        for (PlannedTrial planned : trials) {
            Trial trial = planned.trial();
            trial.hyperparameters().forEach((name, value) -> {
                String until = name.endsWith(SUFFIX)
                        ? "their penalty keeps the weight it has before that step"
                        : PHASES.get(trial.algorithm() + " " + name);
                if (until != null && value instanceof Number horizon) {
                    int[] count = counts.computeIfAbsent(
                            trial.algorithm() + ": " + name + " of %d of %d trials is not reached in " + trial.steps()
                                    + " steps, so " + until,
                            key -> new int[2]);
                    // ERM++ trains the classifier alone in one update more than it is told.
                    double last = horizon.doubleValue() + (name.equals("linear_steps") ? 1 : 0);
                    count[0] += last >= trial.steps() ? 1 : 0;
                    count[1]++;
                }
            });
        }
        List<String> warnings = new ArrayList<>();
        counts.forEach((text, count) -> {
            if (count[0] > 0) {
                warnings.add(String.format(Locale.ROOT, text, count[0], count[1]));
            }
        });
        return warnings;
    }
}
