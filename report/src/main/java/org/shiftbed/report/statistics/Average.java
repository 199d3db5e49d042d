package org.shiftbed.report.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Average of one method over several places, under one rule: within a seed first, with equal weight for each place, and only for seeds that
 * have a number at every place; then over those seeds. The places are fixed, the seeds are the sample.
 *
 * @param values complete seeds and their averages
 * @param summary over complete seeds; null where no seed is complete
 * @param planned seeds planned at any of the places
 */
public record Average(
        TreeMap<Integer, Double> values, @Nullable Summary summary, int planned) {

    /** Was a seed left out because a place lacks its number? */
    public boolean partial() {
        return values.size() < planned;
    }

    /**
     * @param cells of one method and rule, one a place; null where a place has none
     */
    public static Average over(List<@Nullable Cell> cells) {
        TreeMap<Integer, Double> sums = new TreeMap<>();
        TreeMap<Integer, Integer> counts = new TreeMap<>();
        int planned = 0;
        for (Cell cell : cells) {
            if (cell == null) {
                continue;
            }
            planned = Math.max(planned, cell.planned());
            for (Map.Entry<Integer, Double> value : cell.values().entrySet()) {
                sums.merge(value.getKey(), value.getValue(), Double::sum);
                counts.merge(value.getKey(), 1, Integer::sum);
            }
        }
        TreeMap<Integer, Double> complete = new TreeMap<>();
        for (int seed : new TreeSet<>(sums.keySet())) {
            if (counts.getOrDefault(seed, 0) == cells.size()) {
                complete.put(seed, sums.getOrDefault(seed, 0.0) / cells.size());
            }
        }
        return new Average(complete, Summary.of(new ArrayList<>(complete.values())), planned);
    }
}
