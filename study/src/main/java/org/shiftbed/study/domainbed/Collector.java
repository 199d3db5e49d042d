package org.shiftbed.study.domainbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.shiftbed.base.InParallel;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.StudyResults;
import org.shiftbed.study.selection.Choice;
import org.shiftbed.study.selection.NumpyMean;
import org.shiftbed.study.selection.Search;
import org.shiftbed.study.selection.Selection;

/**
 * The numbers of DomainBed's tables under one selection rule, before rounding ({@code domainbed-protocol.md} 7.1 and 7.3). As in the reference,
 * whatever records a run has count, whether it finished, broke off or diverged (D27), and a test environment without a result is left out of a
 * trial's average (D28). Sums run in the order in which groups were first seen.
 */
public final class Collector {
    private final Map<Place, List<Trial>> places = new HashMap<>();
    private final Map<Row, List<Trial>> rows = new HashMap<>();
    private final List<String> datasets;
    private final List<String> algorithms;
    private final int records;

    private record Group(int trialSeed, String dataset, String algorithm, int testEnvironment) {}

    private record Place(String dataset, String algorithm, int testEnvironment) {}

    private record Row(String dataset, String algorithm) {}

    private record Trial(int seed, double accuracy) {}

    /**
     * Chooses for every group.
     *
     * @param results of a study of DomainBed's protocol, or of an import
     * @param rule {@code iid}, {@code loo}, {@code oracle} or {@code auto-lr-iid}
     */
    public Collector(StudyResults results, Selection rule) {
        this(new Groups(results), results.plan().oracle().on(rule));
    }

    /** One a rule, in their order; what they choose from is put together once. */
    public static List<Collector> of(StudyResults results, List<Selection> rules) {
        Groups groups = new Groups(results);
        return rules.stream()
                .map(rule -> new Collector(groups, results.plan().oracle().on(rule)))
                .toList();
    }

    private Collector(Groups groups, Selection rule) {
        List<OptionalDouble> tests = tests(groups.inOrder, rule);
        for (int i = 0; i < groups.inOrder.size(); i++) {
            if (tests.get(i).isPresent()) {
                Group group = groups.inOrder.get(i).getKey();
                Trial trial = new Trial(group.trialSeed(), tests.get(i).getAsDouble());
                places.computeIfAbsent(
                                new Place(group.dataset(), group.algorithm(), group.testEnvironment()),
                                unused -> new ArrayList<>())
                        .add(trial);
                rows.computeIfAbsent(new Row(group.dataset(), group.algorithm()), unused -> new ArrayList<>())
                        .add(trial);
            }
        }
        this.records = groups.records;
        this.datasets = DomainBedRegistry.datasets().stream()
                .filter(groups.datasets::contains)
                .toList();
        this.algorithms = DomainBedRegistry.rows(groups.algorithms);
    }

    /** Runs by what a rule chooses among. */
    private static final class Groups {
        private final List<Map.Entry<Group, List<Search.Run>>> inOrder;
        private final LinkedHashSet<String> datasets = new LinkedHashSet<>();
        private final LinkedHashSet<String> algorithms = new LinkedHashSet<>();
        private final int records;

        Groups(StudyResults results) {
            Map<Group, List<Search.Run>> groups = new LinkedHashMap<>();
            Set<String> several = severalForms(results);
            int count = 0;
            for (StudyResults.Run run : results.runs()) {
                count += run.records().size();
                if (run.records().isEmpty()) {
                    continue;
                }
                datasets.add(run.trial().dataset());
                String algorithm = name(run.trial(), several);
                algorithms.add(algorithm);
                Search.Run member = new Search.Run(run.trial(), run.records());
                for (int environment : run.trial().testEnvironments()) {
                    groups.computeIfAbsent(
                                    new Group(run.trial().seed(), run.trial().dataset(), algorithm, environment),
                                    group -> new ArrayList<>())
                            .add(member);
                }
            }
            inOrder = List.copyOf(groups.entrySet());
            records = count;
        }
    }

    /** The test accuracy of what the rule takes from each group; empty where it takes nothing. */
    private static List<OptionalDouble> tests(List<Map.Entry<Group, List<Search.Run>>> groups, Selection rule) {
        try {
            return InParallel.map(groups, () -> group -> {
                Choice.Picked picked = rule.choose(new Search(group.getKey().testEnvironment(), group.getValue()))
                        .picked();
                Double test = picked == null ? null : picked.test();
                return test == null ? OptionalDouble.empty() : OptionalDouble.of(test);
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> severalForms(StudyResults results) {
        Map<String, Set<String>> forms = new HashMap<>();
        for (StudyResults.Run run : results.runs()) {
            forms.computeIfAbsent(run.trial().algorithm(), algorithm -> new HashSet<>())
                    .add(run.trial().form());
        }
        return forms.entrySet().stream()
                .filter(entry -> entry.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** The algorithm; the reference has one form of each, so another one beside it has its form in its name. */
    private static String name(ExpectedTrial trial, Set<String> several) {
        boolean plain = !several.contains(trial.algorithm()) || trial.form().equals("domainbed");
        return plain ? trial.algorithm() : trial.algorithm() + " " + trial.form();
    }

    /** How many records there are in all. */
    public int records() {
        return records;
    }

    /** Data sets that have records and that the reference knows, in its order. */
    public List<String> datasets() {
        return datasets;
    }

    /** Algorithms that have records: the reference's order, then unknown ones as they came. */
    public List<String> algorithms() {
        return algorithms;
    }

    /** Test accuracy in [0, 1] of one place by trial seed, ascending; trials without a result are left out. */
    public SortedMap<Integer, Double> sweepAccuracies(String dataset, String algorithm, int testEnvironment) {
        SortedMap<Integer, Double> values = new TreeMap<>();
        place(dataset, algorithm, testEnvironment).forEach(trial -> values.put(trial.seed(), trial.accuracy()));
        return values;
    }

    /** One place of a data set's table: percent over trial seeds; empty where there is none ({@code X}). */
    public Optional<Cell> cell(String dataset, String algorithm, int testEnvironment) {
        return Cell.of(place(dataset, algorithm, testEnvironment).stream()
                .map(Trial::accuracy)
                .toList());
    }

    private List<Trial> place(String dataset, String algorithm, int testEnvironment) {
        return places.getOrDefault(new Place(dataset, algorithm, testEnvironment), List.of());
    }

    /** The average of the places of a data set's row, in percent; empty where one of them is. */
    public Optional<Double> average(String dataset, String algorithm) {
        List<Double> means = new ArrayList<>();
        for (int i = 0; i < DomainBedRegistry.environments(dataset).size(); i++) {
            Optional<Cell> cell = cell(dataset, algorithm, i);
            if (cell.isEmpty()) {
                return Optional.empty();
            }
            means.add(cell.get().mean());
        }
        return Optional.of(mean(means));
    }

    /** A place of the averages table: each trial's mean over the test environments that it has, then over trials (D28). */
    public Optional<Cell> averagesCell(String dataset, String algorithm) {
        Map<Integer, List<Double>> trials = new LinkedHashMap<>();
        rows.getOrDefault(new Row(dataset, algorithm), List.of())
                .forEach(trial -> trials.computeIfAbsent(trial.seed(), seed -> new ArrayList<>())
                        .add(trial.accuracy()));
        return Cell.of(trials.values().stream().map(NumpyMean::mean).toList());
    }

    /** The last column of the averages table, in percent; empty where a data set has no place. */
    public Optional<Double> averagesAverage(String algorithm) {
        List<Double> means = new ArrayList<>();
        for (String dataset : datasets) {
            Optional<Cell> cell = averagesCell(dataset, algorithm);
            if (cell.isEmpty()) {
                return Optional.empty();
            }
            means.add(cell.get().mean());
        }
        return means.isEmpty() ? Optional.empty() : Optional.of(mean(means));
    }

    private static double mean(List<Double> values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.size();
    }

    /**
     * Mean and error of a place.
     *
     * @param mean 100 times the mean
     * @param error 100 times the population deviation over the root of the number of trials
     * @param trials how many
     */
    public record Cell(double mean, double error, int trials) {
        static Optional<Cell> of(List<Double> accuracies) {
            if (accuracies.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(
                    new Cell(100 * NumpyMean.mean(accuracies), 100 * NumpyMean.error(accuracies), accuracies.size()));
        }
    }
}
