package org.shiftbed.data.table;

import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shiftbed.base.UserError;

/** Says in one line what DuckDB says in many. */
final class SqlErrors {
    private static final Pattern LINE = Pattern.compile("CSV Error on Line: (\\d+)");
    private static final Pattern FIELDS = Pattern.compile("Expected Number of Columns: (\\d+) Found: (\\d+)");
    private static final Pattern FILE = Pattern.compile("(?m)^\\s*file ?= ?(.*?)\\s*$");

    private SqlErrors() {}

    static UserError unreadable(String table, SQLException e) {
        String message = String.valueOf(e.getMessage());
        if (message.contains("state machine reached an invalid state")) {
            return new UserError(
                    table + ": not a readable table: its lines end in different ways (CR LF and LF); save it with one",
                    e);
        }
        if (message.contains("closed pending query result") || message.contains("No magic bytes")) {
            return new UserError(table + ": not a readable table: it is no Parquet file, or a damaged one", e);
        }
        Matcher line = LINE.matcher(message);
        if (!line.find()) {
            return new UserError(table + ": not a readable table: " + firstLine(message), e);
        }
        Matcher file = FILE.matcher(message);
        String place = (file.find() ? file.group(1) : table) + ", line " + line.group(1);
        Matcher fields = FIELDS.matcher(message);
        if (fields.find()) {
            return new UserError(
                    place + ": has " + fields.group(2) + " fields where the first line names " + fields.group(1)
                            + " columns; a field that holds the delimiter must stand in double quotes",
                    e);
        }
        if (message.toLowerCase(Locale.ROOT).contains("unicode") || message.contains("utf-8")) {
            return new UserError(place + ": is not UTF-8 text; save the table as UTF-8", e);
        }
        if (message.toLowerCase(Locale.ROOT).contains("unterminated quote")) {
            return new UserError(
                    place + ": a double quote is not closed, or stands inside a field that is not quoted", e);
        }
        return new UserError(place + ": " + firstLine(message), e);
    }

    private static String firstLine(String message) {
        return oneLine(message.strip().lines().findFirst().orElse(""));
    }

    static String oneLine(String text) {
        String flat = text.replaceAll("\\s+", " ").strip();
        return flat.length() > 200 ? flat.substring(0, 197) + "..." : flat;
    }
}
