package org.shiftbed.learn;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Means of what updates returned, each over the updates that returned it. */
final class LossMeans {
    private final Map<String, double[]> sums = new LinkedHashMap<>();

    void add(Map<String, Double> values) {
        add(values, 1);
    }

    /** @param weight of these values, above 0 */
    void add(Map<String, Double> values, double weight) {
        values.forEach((name, value) -> {
            double[] sum = sums.computeIfAbsent(name, unused -> new double[2]);
            sum[0] += weight * value;
            sum[1] += weight;
        });
    }

    Map<String, Double> means() {
        Map<String, Double> means = new LinkedHashMap<>();
        sums.forEach((name, sum) -> means.put(name, sum[0] / sum[1]));
        return means;
    }

    void clear() {
        sums.clear();
    }

    /** Sums and weights by name, as {@link RunState} keeps decimals. */
    Map<String, Object> memory() {
        Map<String, Object> memory = new LinkedHashMap<>();
        sums.forEach((name, sum) -> memory.put(name, List.of(RunState.exact(sum[0]), RunState.exact(sum[1]))));
        return memory;
    }

    /**
     * Goes on from a {@link #memory}.
     *
     * @param order names in the order in which they came
     */
    void restore(Map<?, ?> memory, List<?> order) {
        sums.clear();
        for (Object name : order) {
            if (memory.get(name) instanceof List<?> sum) {
                sums.put(String.valueOf(name), new double[] {
                    RunState.decimal(sum.get(0), "a sum of losses"), RunState.decimal(sum.get(1), "a weight of losses")
                });
            }
        }
    }
}
