package org.shiftbed.data.features;

import java.util.List;

/**
 * A column that a model sees.
 *
 * @param name of the column
 * @param levels of a category, in order; empty for a column of numbers
 * @param blanks whether a number is missing in any row of the table
 */
public record FeatureColumn(String name, List<String> levels, boolean blanks) {
    public FeatureColumn {
        levels = List.copyOf(levels);
    }

    /** Whether it holds categories and not numbers. */
    public boolean category() {
        return !levels.isEmpty();
    }

    /** Inputs of a model that it becomes: one a level, or the scaled number and, where numbers are missing, a mark of those. */
    public int width() {
        return category() ? levels.size() : blanks ? 2 : 1;
    }
}
