package org.shiftbed.report.aggregate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.hipparchus.stat.ranking.NaNStrategy;
import org.hipparchus.stat.ranking.NaturalRanking;
import org.hipparchus.stat.ranking.TiesStrategy;

/**
 * Ranks of the methods on every data set and seed, the best first; equal accuracies share the mean rank ({@code controlled-shifts.md} 5, figure 5).
 * Where a method has no number, the others are ranked without it.
 *
 * @param rows one a method that has a rank, by median; equal medians in the order of the study
 */
public record Ranks(List<Row> rows) {
    public Ranks {
        rows = List.copyOf(rows);
    }

    /**
     * All ranks of a method.
     *
     * @param median over all points: of an even number the mean of the two in the middle
     */
    public record Row(String method, List<Point> points, double median) {
        public Row {
            points = List.copyOf(points);
        }
    }

    /**
     * One rank.
     *
     * @param rank from 1; a half where methods tie
     * @param ranked how many methods have a number there
     */
    public record Point(String dataset, int seed, double rank, int ranked) {}

    /** The ranks at a setting. */
    public static Ranks of(Scores scores, String setting) {
        Map<String, List<Point>> points = new HashMap<>();
        for (String dataset : scores.datasets()) {
            TreeSet<Integer> seeds = new TreeSet<>();
            scores.methods()
                    .forEach(method ->
                            seeds.addAll(scores.of(method, dataset, setting).keySet()));
            for (int seed : seeds) {
                List<String> methods = new ArrayList<>();
                List<Double> accuracies = new ArrayList<>();
                for (String method : scores.methods()) {
                    Double accuracy = scores.of(method, dataset, setting).get(seed);
                    if (accuracy != null) {
                        methods.add(method);
                        accuracies.add(accuracy);
                    }
                }
                double[] ranks = ranks(accuracies);
                for (int i = 0; i < ranks.length; i++) {
                    points.computeIfAbsent(methods.get(i), unused -> new ArrayList<>())
                            .add(new Point(dataset, seed, ranks[i], ranks.length));
                }
            }
        }
        List<Row> rows = new ArrayList<>();
        for (String method : scores.methods()) {
            List<Point> all = points.getOrDefault(method, List.of());
            if (!all.isEmpty()) {
                rows.add(new Row(method, all, median(all)));
            }
        }
        rows.sort(Comparator.comparingDouble(Row::median));
        return new Ranks(rows);
    }

    /** Rank 1 for the largest; equals share the mean of their ranks. */
    static double[] ranks(List<Double> values) {
        double[] negated = values.stream().mapToDouble(value -> -value).toArray();
        return new NaturalRanking(NaNStrategy.FAILED, TiesStrategy.AVERAGE).rank(negated);
    }

    private static double median(List<Point> points) {
        double[] sorted = points.stream().mapToDouble(Point::rank).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
