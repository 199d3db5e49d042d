package org.shiftbed.report.aggregate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.Outcome;
import org.shiftbed.study.StudyResults;

/**
 * What one figure of the controlled study is about: one kind of shift, all its settings, under one rule.
 *
 * @param shift kind
 * @param rule of selection
 * @param axis what its settings differ in; null where they differ in nothing that has an order
 * @param values by the names of settings in {@code scores}, in the same order; empty without an axis
 * @param scores accuracies; settings are named by the value along the axis, or in words
 * @param baseline method that each data set compares with, as far as it has one
 * @param families of the methods
 * @param setups of the methods, as far as the study says
 * @param chance by data set, where a record tells the classes of the test
 * @param ablation whether the methods are single operations of one augmentation
 */
public record Panel(
        String shift,
        String rule,
        @Nullable Axis axis,
        Map<String, Double> values,
        Scores scores,
        Map<String, String> baseline,
        Map<String, Family> families,
        Map<String, Setup> setups,
        Map<String, Chance> chance,
        boolean ablation) {

    /**
     * What a method is.
     *
     * @param algorithm registered name
     * @param hyperparameters those that all its trials have alike
     */
    public record Setup(String algorithm, Map<String, Object> hyperparameters) {
        public Setup {
            hyperparameters = Collections.unmodifiableMap(new TreeMap<>(hyperparameters));
        }

        /** Whether a hyperparameter is this in every trial. */
        boolean has(String name, Object value) {
            return value.equals(hyperparameters.get(name));
        }

        private Setup and(Map<?, ?> others) {
            Map<String, Object> alike = new TreeMap<>(hyperparameters);
            alike.entrySet().removeIf(entry -> !entry.getValue().equals(others.get(entry.getKey())));
            return new Setup(algorithm, alike);
        }
    }

    /**
     * What predictions that have nothing to do with the pictures get right: any of them lies between the smallest and the largest share that a class
     * has of the test.
     */
    public record Chance(double low, double high) {}

    private static final String OPERATION = "operation";

    /** What a setting is known by, whatever its data set calls it. */
    private record Key(String dataset, String words) {}

    /**
     * The panels of a study: one a kind of shift, in the order of the study. Without a shift there is nothing to see, nor with one method.
     *
     * @param study what was planned
     * @param outcomes of any rules
     * @param rule the one that is shown
     */
    public static List<Panel> of(StudyResults study, List<Outcome> outcomes, String rule) {
        Map<String, List<Outcome>> kinds = new LinkedHashMap<>();
        for (Outcome outcome : outcomes) {
            if (outcome.selection().equals(rule) && !outcome.shift().equals("none")) {
                kinds.computeIfAbsent(outcome.shift(), unused -> new ArrayList<>())
                        .add(outcome);
            }
        }
        List<Panel> panels = new ArrayList<>();
        kinds.forEach((kind, own) -> {
            if (own.stream().map(Outcome::algorithm).distinct().count() > 1) {
                panels.add(panel(kind, rule, study, own));
            }
        });
        return panels;
    }

    private static Panel panel(String kind, String rule, StudyResults study, List<Outcome> outcomes) {
        Map<Key, Map<?, ?>> parameters = new LinkedHashMap<>();
        Map<String, String> algorithms = new TreeMap<>();
        Map<String, Setup> setups = new TreeMap<>();
        Map<String, Chance> chance = new TreeMap<>();
        for (StudyResults.Run run : study.runs()) {
            ExpectedTrial trial = run.trial();
            if (trial.shift().equals(kind) && trial.trial() != null) {
                Object found = trial.trial().get("shift_parameters");
                parameters.putIfAbsent(
                        new Key(trial.dataset(), trial.setting()), found instanceof Map<?, ?> map ? map : Map.of());
                algorithms.put(trial.method(), trial.algorithm());
                Map<?, ?> given = trial.trial().get("hparams") instanceof Map<?, ?> map ? map : Map.of();
                setups.merge(trial.method(), setup(trial.algorithm(), given), (before, same) -> before.and(given));
                Chance told = chance.containsKey(trial.dataset()) ? null : chance(run.records());
                if (told != null) {
                    chance.put(trial.dataset(), told);
                }
            }
        }
        Axis axis = Axis.of(List.copyOf(parameters.values())).orElse(null);
        if (axis != null && ambiguous(parameters, axis)) {
            axis = null;
        }
        Map<Key, String> names = new LinkedHashMap<>();
        Map<String, Double> values = new LinkedHashMap<>();
        if (axis == null) {
            parameters.keySet().forEach(key -> names.put(key, word(parameters, key)));
        } else {
            Axis along = axis;
            parameters.forEach((key, map) -> {
                Double value = along.value(map);
                names.put(key, value == null ? key.words() : Axis.label(value));
            });
            TreeSet<Double> sorted = new TreeSet<>();
            parameters.values().forEach(map -> {
                Double value = along.value(map);
                if (value != null) {
                    sorted.add(value);
                }
            });
            sorted.forEach(value -> values.put(Axis.label(value), value));
        }
        List<Method> methods = outcomes.stream().map(Method::of).distinct().toList();
        Map<String, Family> families = new LinkedHashMap<>();
        methods.forEach(method -> families.put(
                method.label(methods), Family.of(algorithms.getOrDefault(method.algorithm(), method.algorithm()))));
        List<Scores.Score> scores = new ArrayList<>();
        Set<Scores.Place> places = new LinkedHashSet<>();
        for (Outcome outcome : outcomes) {
            String name = names.get(new Key(outcome.dataset(), outcome.setting()));
            Double test = outcome.test();
            if (name != null) {
                String method = Method.of(outcome).label(methods);
                places.add(new Scores.Place(method, outcome.dataset(), name));
                if (test != null) {
                    scores.add(new Scores.Score(method, outcome.dataset(), name, outcome.seed(), test));
                }
            }
        }
        List<String> settings =
                axis == null ? names.values().stream().distinct().toList() : List.copyOf(values.keySet());
        boolean ablation = algorithms.values().stream().distinct().count() == 1
                && setups.values().stream()
                                .map(setup -> setup.hyperparameters().get(OPERATION))
                                .filter(Objects::nonNull)
                                .distinct()
                                .count()
                        == algorithms.size();
        Map<String, Setup> labelled = new LinkedHashMap<>();
        methods.forEach(method -> labelled.put(
                method.label(methods),
                setups.getOrDefault(method.algorithm(), new Setup(method.algorithm(), Map.of()))));
        return new Panel(
                kind,
                rule,
                axis,
                values,
                new Scores(
                        methods.stream().map(method -> method.label(methods)).toList(),
                        outcomes.stream().map(Outcome::dataset).distinct().toList(),
                        settings,
                        (int) outcomes.stream().map(Outcome::seed).distinct().count(),
                        scores,
                        places),
                study.plan().baseline(),
                families,
                labelled,
                chance,
                ablation);
    }

    private static Setup setup(String algorithm, Map<?, ?> given) {
        Map<String, Object> hyperparameters = new TreeMap<>();
        given.forEach((name, value) -> {
            if (value != null) {
                hyperparameters.put(String.valueOf(name), value);
            }
        });
        return new Setup(algorithm, hyperparameters);
    }

    /** Of the test rows by label that the last record with any tells; null where none does. */
    private static @Nullable Chance chance(List<CheckpointRecord> records) {
        Map<Object, Double> rows = new LinkedHashMap<>();
        for (CheckpointRecord record : records) {
            if (record.extras().get("test_cells") instanceof List<?> cells && !cells.isEmpty()) {
                rows.clear();
                for (Object each : cells) {
                    if (each instanceof Map<?, ?> cell && cell.get("total") instanceof Number total) {
                        rows.merge(String.valueOf(cell.get("label")), total.doubleValue(), Double::sum);
                    }
                }
            }
        }
        if (rows.isEmpty()) {
            return null;
        }
        double all = rows.values().stream().mapToDouble(Double::doubleValue).sum();
        return new Chance(Collections.min(rows.values()) / all, Collections.max(rows.values()) / all);
    }

    /** The operation that a method of an ablation is; null for another. */
    @Nullable
    String operation(String method) {
        Setup setup = setups.get(method);
        return setup != null && setup.hyperparameters().get(OPERATION) instanceof String word ? word : null;
    }

    /** Data sets have attributes of other names: one setting each of all of them is one and the same. */
    private static String word(Map<Key, Map<?, ?>> parameters, Key key) {
        boolean single = parameters.keySet().stream()
                        .filter(other -> other.dataset().equals(key.dataset()))
                        .count()
                == 1;
        return single ? "" : key.words();
    }

    /** Whether two settings of a data set have one value, so that the axis does not tell them apart. */
    private static boolean ambiguous(Map<Key, Map<?, ?>> parameters, Axis axis) {
        Set<List<Object>> seen = new LinkedHashSet<>();
        for (Map.Entry<Key, Map<?, ?>> entry : parameters.entrySet()) {
            Double value = axis.value(entry.getValue());
            if (value == null || !seen.add(List.of(entry.getKey().dataset(), value))) {
                return true;
            }
        }
        return false;
    }

    /** Kind and rule in words, for titles: {@code low-data, selection id}. */
    public String words() {
        return shift + ", selection " + rule;
    }
}
