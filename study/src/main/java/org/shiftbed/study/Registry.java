package org.shiftbed.study;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.shiftbed.base.plugin.Services;
import org.shiftbed.data.DatasetFactory;
import org.shiftbed.data.Datasets;
import org.shiftbed.learn.Algorithms;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.network.NetworkFactory;
import org.shiftbed.shift.ShiftFactory;

/**
 * What a study can name.
 *
 * @param datasets by name, sorted
 * @param shifts by kind, sorted
 * @param algorithms by name, sorted
 * @param networks by name, sorted
 */
record Registry(
        Map<String, DatasetFactory> datasets,
        Map<String, ShiftFactory> shifts,
        Map<String, AlgorithmFactory> algorithms,
        Map<String, NetworkFactory> networks) {
    /** Side of a picture in pixels up to which the ranges for small pictures hold. */
    private static final int SMALL = 64;

    /** Everything that the program and the plugins in use register. */
    static Registry installed() {
        Map<String, AlgorithmFactory> algorithms = new TreeMap<>();
        Algorithms.all().forEach(factory -> algorithms.put(factory.info().name(), factory));
        Map<String, NetworkFactory> networks = new TreeMap<>();
        Networks.all().forEach(factory -> networks.put(factory.name(), factory));
        return new Registry(
                Services.byName(DatasetFactory.class, "data set", DatasetFactory::name),
                Services.byName(ShiftFactory.class, "shift", ShiftFactory::kind),
                algorithms,
                networks);
    }

    DatasetFactory dataset(String name) {
        return known(datasets, name);
    }

    /** Whether the ranges for small pictures hold; of a data set that cannot be read the size of its pictures says it. */
    boolean smallImages(DatasetSpec dataset) {
        DatasetFactory factory = datasets.get(dataset.name());
        if (factory != null) {
            return factory.smallImages(Datasets.resolve(dataset.name(), dataset.parameters(), dataset.path()));
        }
        return AnnouncedDatasets.find(dataset.name())
                .map(announced -> announced.shape().height() <= SMALL)
                .orElse(false);
    }

    NetworkFactory network(String name) {
        return known(networks, name);
    }

    ShiftFactory shift(String kind) {
        return known(shifts, kind);
    }

    AlgorithmFactory algorithm(String name) {
        return known(algorithms, name);
    }

    /** Every hyperparameter that an algorithm declares in any of its forms, for small pictures or large ones; names unique, sorted. */
    List<Hyperparameter> hyperparameters(AlgorithmFactory algorithm) {
        Set<String> names = new LinkedHashSet<>(datasets.keySet());
        names.add("");
        Map<String, Hyperparameter> all = new LinkedHashMap<>();
        for (String form : algorithm.info().forms()) {
            algorithm.options(form).forEach(entry -> all.putIfAbsent(entry.name(), entry));
            for (String dataset : names) {
                for (boolean small : new boolean[] {true, false}) {
                    algorithm
                            .space(new AlgorithmFactory.SpaceContext(dataset, small, form))
                            .entries()
                            .forEach(entry -> all.putIfAbsent(entry.name(), entry));
                }
            }
        }
        CommonHyperparameters.switches().entries().forEach(entry -> all.putIfAbsent(entry.name(), entry));
        List<Hyperparameter> sorted = new ArrayList<>(all.values());
        sorted.sort(Comparator.comparing(Hyperparameter::name));
        return sorted;
    }

    private static <T> T known(Map<String, T> all, String name) {
        T found = all.get(name);
        if (found == null) {
            throw new IllegalArgumentException("'" + name + "' is not registered; there are " + all.keySet());
        }
        return found;
    }
}
