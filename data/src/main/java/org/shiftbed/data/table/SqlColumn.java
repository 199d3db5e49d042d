package org.shiftbed.data.table;

import java.util.Locale;

/**
 * A column of a scanned file in SQL.
 *
 * @param name as people know it
 * @param id as the source calls it; plain
 * @param kind what it holds
 * @param stored DuckDB's name of the type it is stored as; {@code CSV} where it is the text of a CSV field
 */
record SqlColumn(String name, String id, ColumnKind kind, String stored) {
    static final String CSV = "CSV";

    /** What a stored type holds. */
    static ColumnKind kind(String stored) {
        String type = stored.toUpperCase(Locale.ROOT);
        if (type.endsWith("]")) {
            return ColumnKind.TEXT;
        }
        return switch (type) {
            case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT" -> ColumnKind.WHOLE;
            case "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT" -> ColumnKind.WHOLE;
            case "FLOAT", "DOUBLE" -> ColumnKind.DECIMAL;
            case "BOOLEAN" -> ColumnKind.BOOLEAN;
            case "DATE" -> ColumnKind.DATE;
            default ->
                type.startsWith("DECIMAL")
                        ? ColumnKind.DECIMAL
                        : type.startsWith("TIMESTAMP") ? ColumnKind.TIMESTAMP : ColumnKind.TEXT;
        };
    }

    /** Its value in its own type; NULL where missing. */
    String typed() {
        if (stored.equals(CSV)) {
            String text = present(id);
            return switch (kind) {
                case WHOLE, DECIMAL -> "TRY_CAST(" + id + " AS DOUBLE)";
                case BOOLEAN -> "(lower(trim(" + text + ")) = 'true')";
                case DATE -> "TRY_CAST(trim(" + id + ") AS DATE)";
                case TIMESTAMP -> "TRY_CAST(trim(" + id + ") AS TIMESTAMP)";
                case TEXT -> text;
            };
        }
        if (kind == ColumnKind.TEXT) {
            return present(stored.equals("VARCHAR") ? id : "CAST(" + id + " AS VARCHAR)");
        }
        // A point in time with a zone is told in UTC, wherever this runs.
        return kind == ColumnKind.TIMESTAMP ? "make_timestamp(epoch_us(" + id + "))" : id;
    }

    /** A text that is NULL where it is white space only. */
    static String present(String text) {
        // What begins behind the blank in the order of characters is no white space, which spares most texts the second
        // test.
        return "CASE WHEN " + text + " >= '!' THEN " + text + " WHEN trim(" + text + ", ' \t\r\n') = '' THEN NULL ELSE "
                + text + " END";
    }

    /** Its value as a number, NaN where missing. */
    String number() {
        return number(typed());
    }

    /** The number of a value that {@link #typed} gave. */
    String number(String typed) {
        String number = switch (kind) {
            case BOOLEAN -> "CAST(CAST(" + typed + " AS INTEGER) AS DOUBLE)";
            case WHOLE, DECIMAL -> "CAST(" + typed + " AS DOUBLE)";
            case DATE -> "CAST(date_diff('day', DATE '1970-01-01', " + typed + ") AS DOUBLE)";
            case TIMESTAMP -> "epoch(" + typed + ")";
            case TEXT -> "TRY_CAST(" + typed + " AS DOUBLE)";
        };
        return "coalesce(" + number + ", CAST('NaN' AS DOUBLE))";
    }

    /** The text of a value that {@link #typed} gave. */
    static String label(String typed) {
        return "CAST(" + typed + " AS VARCHAR)";
    }

    /** Whether a value is there. */
    String isPresent() {
        String there = "(" + typed() + ") IS NOT NULL";
        return kind.isNumber() ? "(" + there + " AND NOT isnan(" + number() + "))" : there;
    }
}
