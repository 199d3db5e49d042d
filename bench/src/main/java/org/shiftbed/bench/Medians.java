package org.shiftbed.bench;

import java.util.List;

/** The middle of what was measured. */
final class Medians {
    private Medians() {}

    /** The mean of the two middle ones where their number is even; NaN of none. */
    static double of(List<Double> values) {
        if (values.isEmpty()) {
            return Double.NaN;
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
