package org.shiftbed.report.evidence;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.shiftbed.base.Seed;

/**
 * Share of runs above each score (Agarwal et al. 2021, equation 2): for each task the share of its runs that score more, then the mean over tasks.
 * A method whose curve lies higher everywhere is better at any level.
 *
 * @param thresholds scores, ascending
 * @param share above each, in [0, 1]
 * @param low lower end of the pointwise 95% percentile band of a stratified bootstrap; empty where no task has two runs
 * @param high upper end; empty likewise
 */
public record PerformanceProfile(List<Double> thresholds, List<Double> share, List<Double> low, List<Double> high) {
    private static final int REPLICATES = 2000;

    public PerformanceProfile {
        thresholds = List.copyOf(thresholds);
        share = List.copyOf(share);
        low = List.copyOf(low);
        high = List.copyOf(high);
    }

    /**
     * Of one method.
     *
     * @param tasks accuracies in [0, 1], one array a task, none empty
     * @param thresholds scores at which the share is wanted, ascending
     */
    public static PerformanceProfile of(List<double[]> tasks, List<Double> thresholds) {
        RunScores scores = new RunScores(tasks);
        List<Double> share = boxed(above(scores, thresholds));
        if (!scores.canResample()) {
            return new PerformanceProfile(thresholds, share, List.of(), List.of());
        }
        SplittableRandom random = Seed.of("performance profile").random();
        double[][] replicates = new double[thresholds.size()][REPLICATES];
        for (int i = 0; i < REPLICATES; i++) {
            double[] above = above(scores.resampled(random), thresholds);
            for (int k = 0; k < above.length; k++) {
                replicates[k][i] = above[k];
            }
        }
        double[] low = new double[thresholds.size()];
        double[] high = new double[thresholds.size()];
        for (int k = 0; k < low.length; k++) {
            Arrays.sort(replicates[k]);
            low[k] = Percentiles.of(replicates[k], 0.025);
            high[k] = Percentiles.of(replicates[k], 0.975);
        }
        return new PerformanceProfile(thresholds, share, boxed(low), boxed(high));
    }

    private static double[] above(RunScores scores, List<Double> thresholds) {
        double[] share = new double[thresholds.size()];
        for (double[] runs : scores.tasks()) {
            double[] sorted = runs.clone();
            Arrays.sort(sorted);
            int passed = 0;
            for (int k = 0; k < share.length; k++) {
                while (passed < sorted.length && sorted[passed] <= thresholds.get(k)) {
                    passed++;
                }
                share[k] += (double) (sorted.length - passed)
                        / sorted.length
                        / scores.tasks().size();
            }
        }
        return share;
    }

    private static List<Double> boxed(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }
}
