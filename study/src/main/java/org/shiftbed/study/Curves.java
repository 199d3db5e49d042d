package org.shiftbed.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.shiftbed.base.CanonicalJson;

/**
 * The courses of training that a folder holds: losses and scores by checkpoint. What differs between two runs of one trial (seconds, memory)
 * and mere counters are left out, so that a report of a resumed study is that of an uninterrupted one.
 */
public final class Curves {
    private static final Set<String> NOT_MEASURED = Set.of(
            "step",
            "epoch",
            "step_time",
            "wall_seconds",
            "mem_gb",
            "images_trained",
            "images_evaluated",
            "rss_bytes",
            "stage");

    private Curves() {}

    /** Every curve of every trial that has records; quantities sorted by name, a step that was recorded twice as it was recorded last. */
    public static List<Curve> of(StudyResults results) {
        return results.runs().stream().flatMap(run -> of(run).stream()).toList();
    }

    /** The curves of one trial, sorted by the name of their quantity. */
    public static List<Curve> of(StudyResults.Run run) {
        TreeMap<String, TreeMap<Integer, Double>> quantities = new TreeMap<>();
        for (CheckpointRecord record : run.records()) {
            measures(record)
                    .forEach((quantity, value) -> quantities
                            .computeIfAbsent(quantity, key -> new TreeMap<>())
                            .put(record.step(), value));
        }
        ExpectedTrial trial = run.trial();
        String environment = trial.testEnvironments().isEmpty()
                ? "all"
                : String.join(
                        ",",
                        trial.testEnvironments().stream()
                                .map(trial::environment)
                                .toList());
        List<Curve> curves = new ArrayList<>();
        quantities.forEach((quantity, values) -> curves.add(new Curve(
                trial.id(),
                trial.dataset(),
                trial.shift(),
                trial.setting(),
                trial.algorithm(),
                environment,
                trial.seed(),
                trial.hparamsSeed(),
                quantity,
                List.copyOf(values.keySet()),
                List.copyOf(values.values()))));
        return List.copyOf(curves);
    }

    /** What was measured at one checkpoint, by quantity, sorted by name. Steps of a second stage are not those of the first: its quantities stand apart. */
    public static SortedMap<String, Double> measures(CheckpointRecord record) {
        String prefix = record.fullData() ? CheckpointRecord.FULL_DATA : "";
        TreeMap<String, Double> measures = new TreeMap<>();
        collect(record.fields(), prefix, measures);
        collect(record.extras(), prefix, measures);
        return measures;
    }

    private static void collect(Map<String, Object> fields, String prefix, Map<String, Double> measures) {
        fields.forEach((name, value) -> {
            boolean number = value instanceof Number
                    || (value instanceof String text
                            && Set.of("NaN", "Infinity", "-Infinity").contains(text));
            if (number && !NOT_MEASURED.contains(name)) {
                measures.put(name.startsWith(prefix) ? name : prefix + name, CanonicalJson.number(value));
            }
        });
    }
}
