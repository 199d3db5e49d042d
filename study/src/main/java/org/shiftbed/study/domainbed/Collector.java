package org.shiftbed.study.domainbed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
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
    private final Map<Group, Double> accuracies = new LinkedHashMap<>();
    private final List<String> datasets;
    private final List<String> algorithms;
    private final int records;

    private record Group(int trialSeed, String dataset, String algorithm, int testEnvironment) {}

    /**
     * Chooses for every group.
     *
     * @param results of a study of DomainBed's protocol, or of an import
     * @param rule {@code iid}, {@code loo}, {@code oracle} or {@code auto-lr-iid}
     */
    public Collector(StudyResults results, Selection rule) {
        Map<Group, List<Search.Run>> groups = new LinkedHashMap<>();
        LinkedHashSet<String> seenDatasets = new LinkedHashSet<>();
        LinkedHashSet<String> seenAlgorithms = new LinkedHashSet<>();
        Set<String> several = severalForms(results);
        int count = 0;
        for (StudyResults.Run run : results.runs()) {
            count += run.records().size();
            if (run.records().isEmpty()) {
                continue;
            }
            seenDatasets.add(run.trial().dataset());
            String algorithm = name(run.trial(), several);
            seenAlgorithms.add(algorithm);
            for (int environment : run.trial().testEnvironments()) {
                groups.computeIfAbsent(
                                new Group(run.trial().seed(), run.trial().dataset(), algorithm, environment),
                                group -> new ArrayList<>())
                        .add(new Search.Run(run.trial(), run.records()));
            }
        }
        groups.forEach((group, runs) -> {
            Choice.Picked picked =
                    rule.choose(new Search(group.testEnvironment(), runs)).picked();
            Double test = picked == null ? null : picked.test();
            if (test != null) {
                accuracies.put(group, test);
            }
        });
        this.records = count;
        this.datasets = DomainBedRegistry.datasets().stream()
                .filter(seenDatasets::contains)
                .toList();
        this.algorithms = DomainBedRegistry.rows(seenAlgorithms);
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
        accuracies.forEach((group, accuracy) -> {
            if (group.dataset().equals(dataset)
                    && group.algorithm().equals(algorithm)
                    && group.testEnvironment() == testEnvironment) {
                values.put(group.trialSeed(), accuracy);
            }
        });
        return values;
    }

    /** One place of a data set's table: percent over trial seeds; empty where there is none ({@code X}). */
    public Optional<Cell> cell(String dataset, String algorithm, int testEnvironment) {
        List<Double> values = new ArrayList<>();
        accuracies.forEach((group, accuracy) -> {
            if (group.dataset().equals(dataset)
                    && group.algorithm().equals(algorithm)
                    && group.testEnvironment() == testEnvironment) {
                values.add(accuracy);
            }
        });
        return Cell.of(values);
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
        accuracies.forEach((group, accuracy) -> {
            if (group.dataset().equals(dataset) && group.algorithm().equals(algorithm)) {
                trials.computeIfAbsent(group.trialSeed(), seed -> new ArrayList<>())
                        .add(accuracy);
            }
        });
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
