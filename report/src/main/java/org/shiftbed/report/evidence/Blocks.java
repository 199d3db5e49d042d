package org.shiftbed.report.evidence;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.shiftbed.report.statistics.Cell;
import org.shiftbed.report.statistics.Method;
import org.shiftbed.report.statistics.Place;
import org.shiftbed.report.statistics.Results;

/**
 * Accuracies under one rule by block: a data set, a place in it (a shift with its setting, or a test environment) and a seed. Methods of one
 * block saw the same rows, so their numbers are compared within it.
 *
 * @param places that count
 * @param accuracies in [0, 1] by method, then by block; what diverged, failed or has not run has none
 * @param planned runs by method, then by place
 */
record Blocks(
        List<Place> places, Map<Method, Map<Blocks.Key, Double>> accuracies, Map<Method, Map<Place, Integer>> planned) {

    /** One block. */
    record Key(Place place, int seed) {}

    static Blocks of(Results results, String selection, List<Place> places) {
        Map<Method, Map<Key, Double>> accuracies = new LinkedHashMap<>();
        Map<Method, Map<Place, Integer>> planned = new LinkedHashMap<>();
        for (Method method : results.methods()) {
            Map<Key, Double> blocks = new LinkedHashMap<>();
            Map<Place, Integer> runs = new LinkedHashMap<>();
            for (Place place : places) {
                Cell cell = results.cell(selection, place, method);
                if (cell != null) {
                    runs.put(place, cell.planned());
                    cell.values().forEach((seed, accuracy) -> blocks.put(new Key(place, seed), accuracy));
                }
            }
            if (!runs.isEmpty()) {
                accuracies.put(method, blocks);
                planned.put(method, runs);
            }
        }
        return new Blocks(List.copyOf(places), accuracies, planned);
    }

    /** Methods that were planned at any of the places, in the order of the study. */
    List<Method> methods() {
        return List.copyOf(accuracies.keySet());
    }

    Map<Key, Double> of(Method method) {
        return accuracies.getOrDefault(method, Map.of());
    }

    /** Runs that were planned of a method. */
    int runs(Method method) {
        return planned.getOrDefault(method, Map.of()).values().stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    /** Pairs that two methods would have if nothing were missing. */
    int pairs(Method method, Method baseline) {
        Map<Place, Integer> its = planned.getOrDefault(baseline, Map.of());
        return planned.getOrDefault(method, Map.of()).entrySet().stream()
                .mapToInt(entry -> Math.min(entry.getValue(), its.getOrDefault(entry.getKey(), 0)))
                .sum();
    }

    /** Differences method minus baseline, of the blocks that both have. */
    List<Double> differences(Method method, Method baseline) {
        List<Double> differences = new ArrayList<>();
        Map<Key, Double> its = of(baseline);
        of(method).forEach((key, accuracy) -> {
            Double other = its.get(key);
            if (other != null) {
                differences.add(accuracy - other);
            }
        });
        return differences;
    }

    /** Blocks that every one of some methods has: one array a block, one number a method. */
    List<double[]> complete(List<Method> methods) {
        List<double[]> rows = new ArrayList<>();
        for (Key key : keys()) {
            double[] row = new double[methods.size()];
            boolean whole = true;
            for (int i = 0; i < row.length; i++) {
                Double accuracy = of(methods.get(i)).get(key);
                whole &= accuracy != null;
                row[i] = accuracy == null ? 0 : accuracy;
            }
            if (whole) {
                rows.add(row);
            }
        }
        return rows;
    }

    /** Accuracies of a method, one array a place that has any. */
    List<double[]> tasks(Method method) {
        List<double[]> tasks = new ArrayList<>();
        for (Place place : places) {
            double[] runs = of(method).entrySet().stream()
                    .filter(entry -> entry.getKey().place().equals(place))
                    .mapToDouble(Map.Entry::getValue)
                    .toArray();
            if (runs.length > 0) {
                tasks.add(runs);
            }
        }
        return tasks;
    }

    /** Every block that any method has, by place, then by seed. */
    List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        for (Place place : places) {
            TreeSet<Integer> seeds = new TreeSet<>();
            accuracies
                    .values()
                    .forEach(blocks -> blocks.keySet().stream()
                            .filter(key -> key.place().equals(place))
                            .forEach(key -> seeds.add(key.seed())));
            seeds.forEach(seed -> keys.add(new Key(place, seed)));
        }
        return keys;
    }
}
