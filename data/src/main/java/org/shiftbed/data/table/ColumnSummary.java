package org.shiftbed.data.table;

/**
 * What a scanned column looks like over the rows in use. Numbers are those that {@link Wanted#number} would give.
 *
 * @param rows how many rows there are
 * @param missing how many of them have no value (blank, NULL, NaN)
 * @param distinct how many different values there are, missing not counted; {@link TableScan#MOST_LEVELS} + 1 stands for more than that
 * @param min smallest number; NaN where there is none or the column is text
 * @param max largest number; NaN likewise
 * @param whole whether every number present is whole; false where the column is text
 */
public record ColumnSummary(long rows, long missing, int distinct, double min, double max, boolean whole) {}
