package org.shiftbed.report.evidence;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Scores of one method: for each task (a data set with its place) those of its runs. A bootstrap replicate draws, within each task, as many runs
 * with replacement as there are (Agarwal et al. 2021, stratified bootstrap).
 *
 * @param tasks accuracies in [0, 1], one array a task, none empty
 */
record RunScores(List<double[]> tasks) {
    RunScores {
        if (tasks.isEmpty() || tasks.stream().anyMatch(runs -> runs.length == 0)) {
            throw new IllegalArgumentException("every task needs a run");
        }
        tasks = List.copyOf(tasks);
    }

    /** All scores in one array. */
    double[] all() {
        return tasks.stream().flatMapToDouble(java.util.Arrays::stream).toArray();
    }

    /** Does any task have several runs, without which a replicate is the sample itself? */
    boolean canResample() {
        return tasks.stream().anyMatch(runs -> runs.length > 1);
    }

    RunScores resampled(SplittableRandom random) {
        return new RunScores(tasks.stream()
                .map(runs -> {
                    double[] drawn = new double[runs.length];
                    for (int i = 0; i < drawn.length; i++) {
                        drawn[i] = runs[random.nextInt(runs.length)];
                    }
                    return drawn;
                })
                .toList());
    }
}
