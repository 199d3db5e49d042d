package org.shiftbed.data.table;

/** What a column of a scanned table holds. */
public enum ColumnKind {
    /** Whole numbers. */
    WHOLE,
    /** Numbers with decimals. */
    DECIMAL,
    /** true or false. */
    BOOLEAN,
    /** Days. */
    DATE,
    /** Days with a time. */
    TIMESTAMP,
    /** Texts, and everything else as its text. */
    TEXT;

    /** Whether its values are numbers without being asked to be. */
    public boolean isNumber() {
        return this == WHOLE || this == DECIMAL;
    }

    /** In words, for messages: {@code whole numbers}, {@code text}. */
    public String words() {
        return switch (this) {
            case WHOLE -> "whole numbers";
            case DECIMAL -> "numbers";
            case BOOLEAN -> "true and false";
            case DATE -> "dates";
            case TIMESTAMP -> "points in time";
            case TEXT -> "text";
        };
    }
}
