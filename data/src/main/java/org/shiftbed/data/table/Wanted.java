package org.shiftbed.data.table;

/**
 * A column asked for, and how.
 *
 * @param column its name
 * @param category whether its values come as codes of levels; as numbers otherwise
 */
public record Wanted(String column, boolean category) {

    /**
     * As numbers: false is 0 and true is 1, a date is days and a point in time is seconds since 1970-01-01 (UTC), a text is read as a number;
     * missing values are NaN.
     */
    public static Wanted number(String column) {
        return new Wanted(column, false);
    }

    /** As codes of {@link TableScan#levels}. */
    public static Wanted category(String column) {
        return new Wanted(column, true);
    }
}
