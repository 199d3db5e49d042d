package org.shiftbed.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Examples with equal pixels and different labels: whatever is learned from one is wrong of the other.
 *
 * @param rows of one picture each, ascending, at least two labels among them
 */
public record Twins(List<List<Integer>> rows) {
    public Twins {
        rows = List.copyOf(rows);
    }

    /** Those of a data set by its own label, found by its content groups where these are of equal bytes; in the order of their first rows. */
    public static Twins of(Dataset data) {
        if (!data.groupsAreEqual()) {
            return new Twins(List.of());
        }
        int[] groups = data.attributes().groups();
        int[] labels = data.attributes().column(data.label());
        Map<Integer, List<Integer>> byGroup = new LinkedHashMap<>();
        for (int row = 0; row < groups.length; row++) {
            if (groups[row] != row) {
                int first = groups[row];
                byGroup.computeIfAbsent(first, key -> new ArrayList<>(List.of(first)))
                        .add(row);
            }
        }
        return new Twins(byGroup.values().stream()
                .filter(rows -> rows.stream().map(row -> labels[row]).distinct().count() > 1)
                .map(List::copyOf)
                .toList());
    }

    /** How many examples are among them. */
    public int examples() {
        return rows.stream().mapToInt(List::size).sum();
    }
}
