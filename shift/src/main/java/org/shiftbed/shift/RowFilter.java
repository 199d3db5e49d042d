package org.shiftbed.shift;

import java.util.Collection;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.shiftbed.base.UserError;
import org.shiftbed.data.AttributeTable;

/**
 * Which rows of a table are meant, in a language that people read: {@code shape = heart AND NOT color in {red, green}}
 * ({@code controlled-shifts.md} 1.3).
 *
 * <p>Atoms compare an attribute with one of its values or with another attribute of the same row ({@code shape = color}), always by code, with
 * {@code < <= = != >= >} or {@code ≤ ≠ ≥}. They join by AND, OR, NOT and parentheses; {@code true} means every row. A name or value that holds
 * white space or signs stands in single or double quotes, a doubled quote inside means one; an attribute may stand in backquotes, which on the right
 * side tell it from a value of the same text.
 */
public final class RowFilter {
    private final String text;
    private final int tableRows;
    private final Condition condition;

    private RowFilter(String text, int tableRows, Condition condition) {
        this.text = text;
        this.tableRows = tableRows;
        this.condition = condition;
    }

    /**
     * Reads a filter for a table.
     *
     * @throws UserError with the position of the fault, counted from 1, and the nearest known name
     */
    public static RowFilter parse(String text, AttributeTable table) {
        return new RowFilter(text, table.rows(), new FilterParser(text, table).parse());
    }

    /** Whether a row of the table is meant. */
    public boolean matches(int row) {
        return condition.test(row);
    }

    /** All rows that are meant, ascending. */
    public int[] rows() {
        return IntStream.range(0, tableRows).filter(condition::test).toArray();
    }

    /** Those of some rows that are meant, in their order. */
    public int[] among(int[] rows) {
        return IntStream.of(rows).filter(condition::test).toArray();
    }

    /** The text it was read from: it reads back to the same rows. */
    @Override
    public String toString() {
        return text;
    }

    /** The text of {@code attribute = value}. */
    static String is(String attribute, String value) {
        return quote(attribute) + " = " + quoteValue(value);
    }

    /** The text of {@code attribute in {values}}. */
    static String in(String attribute, Collection<String> values) {
        return values.stream()
                .map(RowFilter::quoteValue)
                .collect(Collectors.joining(", ", quote(attribute) + " in {", "}"));
    }

    private static String quote(String attribute) {
        return FilterToken.plain(attribute) ? attribute : "`" + attribute.replace("`", "``") + "`";
    }

    private static String quoteValue(String value) {
        return FilterToken.plain(value) ? value : "'" + value.replace("'", "''") + "'";
    }
}
