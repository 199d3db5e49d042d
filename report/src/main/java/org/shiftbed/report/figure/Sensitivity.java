package org.shiftbed.report.figure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.stat.correlation.SpearmansCorrelation;
import org.jspecify.annotations.Nullable;

/**
 * How much a hyperparameter has to do with a score over a random search.
 *
 * <p>Importance is the share of the score's variance that quarters of the hyperparameter's values explain (one-way analysis of variance; epsilon
 * squared, which is about 0 where nothing is explained): a bend is seen too. Direction is Spearman's rank correlation, with the 95% interval of Bonett
 * and Wright (2000).
 *
 * @param name hyperparameter
 * @param n draws
 * @param explained share of variance, at least 0
 * @param correlation in [-1, 1]; null where it has no order
 * @param low lower end of its interval
 * @param high upper end
 */
public record Sensitivity(
        String name,
        int n,
        double explained,
        @Nullable Double correlation,
        @Nullable Double low,
        @Nullable Double high) {
    /** With fewer draws than this nothing is said. */
    public static final int FEWEST = 10;

    private static final int GROUPS = 4;

    /**
     * Of numbers.
     *
     * @param values of the hyperparameter, one a draw
     * @param scores of the draws
     * @return null with fewer than ten draws, or where either does not vary
     */
    public static @Nullable Sensitivity of(String name, double[] values, double[] scores) {
        int n = values.length;
        if (n < FEWEST || constant(values) || constant(scores)) {
            return null;
        }
        double rho = new SpearmansCorrelation().correlation(values, scores);
        double half =
                new NormalDistribution().inverseCumulativeProbability(0.975) * Math.sqrt((1 + rho * rho / 2) / (n - 3));
        double z = atanh(Math.max(-1 + 1e-12, Math.min(1 - 1e-12, rho)));
        return new Sensitivity(
                name, n, explained(groups(values), scores), rho, Math.tanh(z - half), Math.tanh(z + half));
    }

    private static double atanh(double x) {
        return 0.5 * Math.log((1 + x) / (1 - x));
    }

    private static boolean constant(double[] values) {
        return IntStream.range(1, values.length).allMatch(i -> values[i] == values[0]);
    }

    /** The group of each value: values of their own where there are four or fewer, else quarters by rank; equal values are never parted. */
    static int[] groups(double[] values) {
        double[] distinct = java.util.Arrays.stream(values).distinct().sorted().toArray();
        int[] groups = new int[values.length];
        if (distinct.length <= GROUPS) {
            for (int i = 0; i < values.length; i++) {
                groups[i] = java.util.Arrays.binarySearch(distinct, values[i]);
            }
            return groups;
        }
        for (int i = 0; i < values.length; i++) {
            double own = values[i];
            long below =
                    java.util.Arrays.stream(values).filter(value -> value < own).count();
            groups[i] = (int) (GROUPS * below / values.length);
        }
        return groups;
    }

    /**
     * Epsilon squared of one-way analysis of variance: (between - (k - 1) within / (n - k)) / total sum of squares, at least 0.
     *
     * @param groups of the scores
     */
    static double explained(int[] groups, double[] scores) {
        int[] kinds = java.util.Arrays.stream(groups).distinct().toArray();
        double mean = java.util.Arrays.stream(scores).average().orElse(0);
        double total = java.util.Arrays.stream(scores)
                .map(score -> (score - mean) * (score - mean))
                .sum();
        double between = 0;
        for (int kind : kinds) {
            int[] own = IntStream.range(0, groups.length)
                    .filter(i -> groups[i] == kind)
                    .toArray();
            double average = java.util.Arrays.stream(own)
                    .mapToDouble(i -> scores[i])
                    .average()
                    .orElse(mean);
            between += own.length * (average - mean) * (average - mean);
        }
        double within = (total - between) / Math.max(1, scores.length - kinds.length);
        return Math.max(0, (between - (kinds.length - 1) * within) / total);
    }

    /** The method's hyperparameters in one panel. */
    public record Search(String method, int draws, List<Sensitivity> found) {
        public Search {
            found = found.stream()
                    .sorted(Comparator.comparingDouble((Sensitivity one) -> -one.explained)
                            .thenComparing(Sensitivity::name))
                    .toList();
        }
    }

    /**
     * The figure; null where no search has enough draws.
     *
     * @param title one line
     * @param searches one a method; those with too few draws are named in the caption
     */
    public static @Nullable Figure figure(String title, List<Search> searches) {
        List<Panel> panels = new ArrayList<>();
        List<String> few = new ArrayList<>();
        for (Search search : searches) {
            if (search.found.isEmpty()) {
                few.add(search.method + " (" + search.draws + ")");
                continue;
            }
            List<Layer.Bar> bars = new ArrayList<>();
            for (int i = 0; i < search.found.size(); i++) {
                Sensitivity one = search.found.get(i);
                bars.add(new Layer.Bar(i, 100 * one.explained, null, null, one.words()));
            }
            panels.add(new Chart(
                    search.method + ", " + search.draws + " draws",
                    Scale.percent("variance explained in per cent"),
                    Scale.categories(
                            "", search.found.stream().map(Sensitivity::name).toList()),
                    List.of(new Layer.Bars("", Look.of(2), bars))));
        }
        return panels.isEmpty()
                ? null
                : new Figure(
                        title,
                        "Share of the validation score's variance over draws that quarters of a hyperparameter's values explain"
                                + " (one-way analysis of variance, epsilon squared), scores less the mean of their place and seed."
                                + " Beside it Spearman's rank correlation with its 95% interval (Bonett and Wright)."
                                + (few.isEmpty()
                                        ? ""
                                        : " Fewer than " + FEWEST + " draws, nothing said: " + String.join(", ", few)
                                                + "."),
                        panels,
                        Math.min(2, panels.size()));
    }

    private String words() {
        return String.format(Locale.ROOT, "%.0f %%", 100 * explained)
                + (correlation == null
                        ? ""
                        : String.format(Locale.ROOT, ", rank correlation %.2f [%.2f, %.2f]", correlation, low, high)
                                .replace('-', '\u2212'));
    }
}
