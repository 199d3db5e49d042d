package org.shiftbed.report.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the data looked like under one shift setting.
 *
 * @param title shift and setting
 * @param parts in order
 * @param joint training rows by label and attribute; null where the manifest has none
 * @param measures of dependence, in words
 */
public record SplitFacts(
        String title, List<Part> parts, @Nullable Joint joint, List<Facts.Entry> measures) {
    public SplitFacts {
        parts = List.copyOf(parts);
        measures = List.copyOf(measures);
    }

    /**
     * One part of a split.
     *
     * @param name as in the manifest
     * @param role train, test, …
     * @param requested rows asked for, in words ({@code all}, {@code 10})
     * @param realised rows that it has
     * @param weight how often its rows are drawn in training, in words; empty outside training
     */
    public record Part(String name, String role, String requested, long realised, String weight) {}

    /**
     * A table of counts.
     *
     * @param rowAttribute what the rows are values of
     * @param rows values
     * @param columnAttribute what the columns are values of
     * @param columns values
     * @param counts one list a row
     */
    public record Joint(
            String rowAttribute,
            List<String> rows,
            String columnAttribute,
            List<String> columns,
            List<List<Long>> counts) {
        public Joint {
            rows = List.copyOf(rows);
            columns = List.copyOf(columns);
            counts = counts.stream().map(List::copyOf).toList();
            int width = columns.size();
            if (counts.size() != rows.size() || counts.stream().anyMatch(row -> row.size() != width)) {
                throw new IllegalArgumentException("a joint table has a count for each pair of values");
            }
        }
    }
}
