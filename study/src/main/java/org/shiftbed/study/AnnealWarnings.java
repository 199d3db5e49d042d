package org.shiftbed.study;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Warns of penalties that never come on, because their annealing is longer than the run (DomainBed's D30). */
final class AnnealWarnings {
    private static final String SUFFIX = "penalty_anneal_iters";

    private AnnealWarnings() {}

    static List<String> of(Collection<PlannedTrial> trials) {
        Map<String, int[]> counts = new TreeMap<>();
        for (PlannedTrial planned : trials) {
            Trial trial = planned.trial();
            trial.hyperparameters().forEach((name, value) -> {
                if (name.endsWith(SUFFIX) && value instanceof Number horizon) {
                    int[] count = counts.computeIfAbsent(
                            trial.algorithm() + ": " + name + " of %d of %d trials is not reached in " + trial.steps()
                                    + " steps",
                            key -> new int[2]);
                    count[0] += horizon.longValue() >= trial.steps() ? 1 : 0;
                    count[1]++;
                }
            });
        }
        List<String> warnings = new ArrayList<>();
        counts.forEach((text, count) -> {
            if (count[0] > 0) {
                warnings.add(String.format(java.util.Locale.ROOT, text, count[0], count[1])
                        + ", so their penalty keeps the weight it has before that step");
            }
        });
        return warnings;
    }
}
