package org.shiftbed.audit.expression;

import java.util.List;

/**
 * A column that an expression may name.
 *
 * @param name as in the table
 * @param levels the names of a category's levels, whose values are their indices; empty for a number
 */
public record Column(String name, List<String> levels) {
    /** Keeps a copy of the list. */
    public Column {
        levels = List.copyOf(levels);
    }

    /** A column of numbers. */
    public static Column number(String name) {
        return new Column(name, List.of());
    }

    /** Whether its values are indices of levels. */
    public boolean category() {
        return !levels.isEmpty();
    }
}
