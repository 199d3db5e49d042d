package org.shiftbed.report.aggregate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.statistics.Method;
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
        boolean ablation) {

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
        Set<Object> operations = new LinkedHashSet<>();
        for (StudyResults.Run run : study.runs()) {
            ExpectedTrial trial = run.trial();
            if (trial.shift().equals(kind) && trial.trial() != null) {
                Object found = trial.trial().get("shift_parameters");
                parameters.putIfAbsent(
                        new Key(trial.dataset(), trial.setting()), found instanceof Map<?, ?> map ? map : Map.of());
                algorithms.put(trial.method(), trial.algorithm());
                operations.add(
                        trial.trial().get("hparams") instanceof Map<?, ?> map
                                ? String.valueOf(map.get("operation"))
                                : "");
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
        for (Outcome outcome : outcomes) {
            String name = names.get(new Key(outcome.dataset(), outcome.setting()));
            Double test = outcome.test();
            if (name != null && test != null) {
                scores.add(new Scores.Score(
                        Method.of(outcome).label(methods), outcome.dataset(), name, outcome.seed(), test));
            }
        }
        List<String> settings =
                axis == null ? names.values().stream().distinct().toList() : List.copyOf(values.keySet());
        boolean ablation = algorithms.values().stream().distinct().count() == 1
                && operations.size() == algorithms.size()
                && !operations.contains("null");
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
                        scores),
                study.plan().baseline(),
                families,
                ablation);
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
