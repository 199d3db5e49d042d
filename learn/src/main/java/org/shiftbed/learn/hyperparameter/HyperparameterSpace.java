package org.shiftbed.learn.hyperparameter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
}
