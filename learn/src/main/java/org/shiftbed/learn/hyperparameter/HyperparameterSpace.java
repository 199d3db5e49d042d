package org.shiftbed.learn.hyperparameter;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.NumpyRandom;
import org.shiftbed.base.SeedHash;

/**
 * What an algorithm can be tuned by ({@code domainbed-protocol.md} 3.1). Every hyperparameter has its own generator, seeded by its name, so that
 * adding one moves no other.
 *
 * @param entries in declaration order; names unique
 */
public record HyperparameterSpace(List<Hyperparameter> entries) {
    public HyperparameterSpace {
        entries = List.copyOf(entries);
        if (entries.stream().map(Hyperparameter::name).distinct().count() != entries.size()) {
            throw new IllegalArgumentException("two hyperparameters share a name: " + entries);
        }
    }

    /** This space with more entries; one of the same name replaces the older one in its place. */
    public HyperparameterSpace with(Hyperparameter... more) {
        LinkedHashMap<String, Hyperparameter> all = new LinkedHashMap<>();
        entries.forEach(entry -> all.put(entry.name(), entry));
        for (Hyperparameter entry : more) {
            all.put(entry.name(), entry);
        }
        return new HyperparameterSpace(new ArrayList<>(all.values()));
    }

    /** All defaults, in declaration order. */
    public Map<String, Object> defaults() {
        LinkedHashMap<String, Object> values = new LinkedHashMap<>();
        entries.forEach(entry -> values.put(entry.name(), entry.standard()));
        return values;
    }

    /**
     * One member of a random search.
     *
     * @param hparamsSeed 0 gives the defaults
     * @param trialSeed DomainBed's trial_seed; 0 in controlled studies, whose sweep members are shared by all seeds
     * @return Boolean, Long, Double or String by name, in declaration order
     */
    public Map<String, Object> draw(long hparamsSeed, long trialSeed) {
        if (hparamsSeed == 0) {
            return defaults();
        }
        long seed = SeedHash.of(hparamsSeed, trialSeed);
        LinkedHashMap<String, Object> values = new LinkedHashMap<>();
        for (Hyperparameter entry : entries) {
            values.put(entry.name(), entry.distribution().draw(new NumpyRandom(SeedHash.of(seed, entry.name()))));
        }
        return values;
    }

    /** The entry of a name; null where there is none. */
    public @Nullable Hyperparameter find(String name) {
        return entries.stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /**
     * This space with what a user gave in place of declared values: a scalar replaces default and distribution; a list is a uniform choice
     * under random search and an axis under a grid, and its default is the declared one if the list has it, else its first value.
     *
     * @param given by name: flags, numbers, text, and lists of them, as read from YAML or JSON
     * @param place where they stand, for example {@code "study.yaml, line 3: algorithms: DANN"}
     * @throws org.shiftbed.base.UserError where a name is unknown, or a value has another type or lies out of range
     */
    public HyperparameterSpace override(Map<String, Object> given, String place) {
        return Overrides.apply(this, given, place);
    }

    /**
     * Names of the entries that a grid goes through: those that are a choice among at least two different values, in declaration order.
     */
    public List<String> axes() {
        return entries.stream()
                .filter(entry -> entry.distribution() instanceof Distribution.Choice choice
                        && choice.values().stream().distinct().count() > 1)
                .map(Hyperparameter::name)
                .toList();
    }

    /**
     * A grid: row-major over the axes in declaration order (the last moves fastest), points whose coordinate indices have an even sum first,
     * cut after {@code cap} ({@code controlled-shifts.md} 4). Every other entry keeps its default.
     *
     * @param axes names of entries whose distribution is a choice; none: one point, the defaults
     * @param cap most points; 0 = no limit
     * @return Boolean, Long, Double or String by name, in declaration order
     */
    public List<Map<String, Object>> grid(Collection<String> axes, int cap) {
        List<Hyperparameter> chosen =
                entries.stream().filter(entry -> axes.contains(entry.name())).toList();
        if (chosen.size() != new HashSet<>(axes).size()) {
            throw new IllegalArgumentException("no hyperparameter for an axis of " + axes);
        }
        List<List<Object>> values = new ArrayList<>();
        for (Hyperparameter entry : chosen) {
            if (!(entry.distribution() instanceof Distribution.Choice choice)) {
                throw new IllegalArgumentException("'" + entry.name() + "' has no list of values to go through");
            }
            values.add(choice.values().stream().distinct().toList());
        }
        List<Map<String, Object>> points = new ArrayList<>();
        for (int[] point : Grid.points(values.stream().mapToInt(List::size).toArray(), cap)) {
            Map<String, Object> row = defaults();
            for (int i = 0; i < point.length; i++) {
                row.put(chosen.get(i).name(), values.get(i).get(point[i]));
            }
            points.add(row);
        }
        return points;
    }
}
