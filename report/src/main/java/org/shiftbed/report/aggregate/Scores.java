package org.shiftbed.report.aggregate;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** acc(m, d, s, q) of {@code controlled-shifts.md} 5: test accuracy of method m on data set d, seed s, setting q. */
public final class Scores {
    private final List<String> methods;
    private final List<String> datasets;
    private final List<String> settings;
    private final int planned;
    private final Map<Place, TreeMap<Integer, Double>> accuracies = new HashMap<>();
    private final Set<Place> places;

    /**
     * One accuracy.
     *
     * @param accuracy in [0, 1]
     */
    public record Score(String method, String dataset, String setting, int seed, double accuracy) {}

    /** Where numbers stand or should: the runs of one method on one data set at one setting. */
    public record Place(String method, String dataset, String setting) {}

    /**
     * @param methods in the order of the study, also those without a number
     * @param datasets likewise
     * @param settings likewise, for example the values of N
     * @param planned seeds that every place should have
     * @param scores those there are
     * @throws IllegalArgumentException where an accuracy is not in [0, 1], a place is none of these, or a seed stands there twice
     */
    public Scores(List<String> methods, List<String> datasets, List<String> settings, int planned, List<Score> scores) {
        this(methods, datasets, settings, planned, scores, Set.of());
    }

    /**
     * The same where places were planned that have no number.
     *
     * @param places that were planned; those that have a number need not be among them
     */
    public Scores(
            List<String> methods,
            List<String> datasets,
            List<String> settings,
            int planned,
            List<Score> scores,
            Set<Place> places) {
        this.methods = List.copyOf(methods);
        this.datasets = List.copyOf(datasets);
        this.settings = List.copyOf(settings);
        this.planned = planned;
        this.places = Set.copyOf(places);
        for (Score score : scores) {
            boolean known = methods.contains(score.method)
                    && datasets.contains(score.dataset)
                    && settings.contains(score.setting);
            if (!known || !(score.accuracy >= 0 && score.accuracy <= 1)) {
                throw new IllegalArgumentException("no accuracy of this table: " + score);
            }
            Place place = new Place(score.method, score.dataset, score.setting);
            Double before =
                    accuracies.computeIfAbsent(place, unused -> new TreeMap<>()).put(score.seed, score.accuracy);
            if (before != null) {
                throw new IllegalArgumentException("two accuracies for one place: " + score + " and " + before);
            }
        }
    }

    /** Methods in the order of the study. */
    public List<String> methods() {
        return methods;
    }

    /** Data sets in the order of the study. */
    public List<String> datasets() {
        return datasets;
    }

    /** Settings in the order of the study. */
    public List<String> settings() {
        return settings;
    }

    /** Seeds that every place should have. */
    public int planned() {
        return planned;
    }

    /** Should there be numbers of a method on a data set at a setting, or are there any? */
    public boolean planned(String method, String dataset, String setting) {
        Place place = new Place(method, dataset, setting);
        return places.contains(place) || accuracies.containsKey(place);
    }

    /** Numbers that a method should have at a setting, over all its data sets and seeds. */
    public int plannedRuns(String method, String setting) {
        return planned
                * (int) datasets.stream()
                        .filter(dataset -> planned(method, dataset, setting))
                        .count();
    }

    /** Accuracies by seed; empty where there are none. */
    public SortedMap<Integer, Double> of(String method, String dataset, String setting) {
        return Collections.unmodifiableSortedMap(
                accuracies.getOrDefault(new Place(method, dataset, setting), new TreeMap<>()));
    }

    /** The mean of some numbers; NaN of none. */
    static double mean(Iterable<Double> values) {
        double sum = 0;
        int count = 0;
        for (double value : values) {
            sum += value;
            count++;
        }
        return sum / count;
    }
}
