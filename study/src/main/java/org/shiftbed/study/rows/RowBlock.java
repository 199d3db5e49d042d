package org.shiftbed.study.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gathers the rows of one file into two arrays: their numbers and their other values. */
public final class RowBlock {
    private final List<RowLayout> layouts = new ArrayList<>();
    private double[] numbers = new double[256];
    private @Nullable Object[] values = new Object[64];
    private int numberCount;
    private int valueCount;

    /** Starts with none. */
    public RowBlock() {}

    /** Adds a row behind those that are there. */
    public void add(Row row) {
        RowLayout layout = row.layout();
        double[] toNumbers = numbers(layout.numbers());
        @Nullable Object[] toValues = values(layout.values());
        for (int field = 0; field < layout.size(); field++) {
            if (layout.kind(field) == RowLayout.VALUE) {
                toValues[valueCount + layout.slot(field)] = row.held(field);
            } else {
                toNumbers[numberCount + layout.slot(field)] = row.number(field);
            }
        }
        numberCount += layout.numbers();
        valueCount += layout.values();
        layouts.add(layout);
    }

    private double[] numbers(int more) {
        if (numberCount + more > numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(2 * numbers.length, numberCount + more));
        }
        return numbers;
    }

    private @Nullable Object[] values(int more) {
        if (valueCount + more > values.length) {
            values = Arrays.copyOf(values, Math.max(2 * values.length, valueCount + more));
        }
        return values;
    }

    /** The rows in the order they came, on arrays that are no longer than they need. */
    public RowList rows() {
        return new RowList(layouts, Arrays.copyOf(numbers, numberCount), Arrays.copyOf(values, valueCount));
    }
}
