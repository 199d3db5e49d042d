package org.shiftbed.report.aggregate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The change against the baseline in per cent of its accuracy, over data sets ({@code controlled-shifts.md} 5): 100 (acc(m) - acc(b)) / acc(b). A data
 * set that lacks the method or its baseline at this setting is left out, and so is a seed that lacks one of the two.
 *
 * @param value mean change in per cent; null where no data set has one
 * @param datasets behind it
 * @param seeds behind it, over all its data sets
 * @param planned data sets for which both the method and its baseline were planned
 * @param plannedSeeds seeds planned over these
 */
public record Change(@Nullable Double value, int datasets, int seeds, int planned, int plannedSeeds) {

    /** Is a data set or a seed missing that was planned? */
    public boolean partial() {
        return seeds < plannedSeeds;
    }

    /** Data sets behind it as tables and maps have them: {@code 2}, or {@code 2/3} where one is missing whole. */
    public String count() {
        return datasets == planned ? String.valueOf(datasets) : datasets + "/" + planned;
    }

    /** What is averaged first. */
    public enum Order {
        /** The change of every data set and seed, then over seeds, then over data sets. */
        MEAN_OF_RATIOS,
        /** Accuracies over seeds, above and below the line, then the change of every data set, then over data sets. */
        RATIO_OF_MEANS
    }

    /**
     * The change of a method at a setting.
     *
     * @param baseline method that each data set compares with, by data set; one that is not named is left out
     */
    public static Change of(Scores scores, Map<String, String> baseline, String method, String setting, Order order) {
        List<Double> changes = new ArrayList<>();
        int seeds = 0;
        int planned = 0;
        for (String dataset : scores.datasets()) {
            String against = baseline.get(dataset);
            if (against == null
                    || !scores.planned(method, dataset, setting)
                    || !scores.planned(against, dataset, setting)) {
                continue;
            }
            planned++;
            List<double[]> pairs = pairs(scores.of(method, dataset, setting), scores.of(against, dataset, setting));
            if (pairs.isEmpty()) {
                continue;
            }
            changes.add(change(pairs, order));
            seeds += pairs.size();
        }
        return changes.isEmpty()
                ? new Change(null, 0, 0, planned, planned * scores.planned())
                : new Change(Scores.mean(changes), changes.size(), seeds, planned, planned * scores.planned());
    }

    /** Seeds that both have; a baseline that is never right has no per cent. */
    private static List<double[]> pairs(SortedMap<Integer, Double> method, SortedMap<Integer, Double> baseline) {
        List<double[]> pairs = new ArrayList<>();
        method.forEach((seed, accuracy) -> {
            Double below = baseline.get(seed);
            if (below != null && below > 0) {
                pairs.add(new double[] {accuracy, below});
            }
        });
        return pairs;
    }

    private static double change(List<double[]> pairs, Order order) {
        double sum = 0;
        double above = 0;
        double below = 0;
        for (double[] pair : pairs) {
            sum += percent(pair[0], pair[1]);
            above += pair[0];
            below += pair[1];
        }
        return order == Order.MEAN_OF_RATIOS ? sum / pairs.size() : percent(above, below);
    }

    private static double percent(double accuracy, double baseline) {
        return 100 * (accuracy - baseline) / baseline;
    }
}
