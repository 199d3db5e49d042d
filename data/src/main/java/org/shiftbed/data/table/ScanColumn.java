package org.shiftbed.data.table;

/**
 * A column of a scanned table.
 *
 * @param name unique within the table
 * @param kind what it holds
 */
public record ScanColumn(String name, ColumnKind kind) {}
