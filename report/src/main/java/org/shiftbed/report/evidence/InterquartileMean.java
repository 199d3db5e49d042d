package org.shiftbed.report.evidence;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Seed;

/**
 * Mean of the middle half of all runs of all tasks (Agarwal et al. 2021, "Deep Reinforcement Learning at the Edge of the Statistical Precipice"): less
 * swayed by one odd run than the mean, less wasteful than the median. A quarter of the runs, rounded down, is cut at each end.
 *
 * @param mean in the unit of the scores
 * @param low lower end of the 95% percentile interval of a stratified bootstrap; null where no task has two runs
 * @param high upper end; null likewise
 */
public record InterquartileMean(
        double mean, @Nullable Double low, @Nullable Double high) {
    private static final int REPLICATES = 2000;

    /**
     * Of one method.
     *
     * @param tasks accuracies in [0, 1], one array a task (a data set with its place), none empty
     */
    public static InterquartileMean of(List<double[]> tasks) {
        RunScores scores = new RunScores(tasks);
        double mean = of(scores.all());
        if (!scores.canResample()) {
            return new InterquartileMean(mean, null, null);
        }
        SplittableRandom random = Seed.of("interquartile mean").random();
        double[] replicates = new double[REPLICATES];
        for (int i = 0; i < REPLICATES; i++) {
            replicates[i] = of(scores.resampled(random).all());
        }
        Arrays.sort(replicates);
        return new InterquartileMean(mean, Percentiles.of(replicates, 0.025), Percentiles.of(replicates, 0.975));
    }

    /** Of at least one number. */
    static double of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int cut = sorted.length / 4;
        return Arrays.stream(sorted, cut, sorted.length - cut).average().orElseThrow();
    }
}
