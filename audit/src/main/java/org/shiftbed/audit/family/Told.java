package org.shiftbed.audit.family;

import java.util.List;

/**
 * A variable as sentences tell it.
 *
 * @param name what it is called
 * @param axes on which the values of its columns lie; a column beyond their end holds numbers
 */
record Told(String name, List<Axis> axes) {
    Told {
        axes = List.copyOf(axes);
    }

    Axis axis(int column) {
        return column < axes.size() ? axes.get(column) : Axis.NUMBER;
    }

    /** That of the only column. */
    Axis axis() {
        return axis(0);
    }

    /** What the standard deviation of the only column is called as a figure. */
    String deviation() {
        String unit = switch (axis()) {
            case NUMBER -> "";
            case DATE -> " in days";
            case TIME -> " in seconds";
        };
        return "sd of " + name + unit;
    }
}
