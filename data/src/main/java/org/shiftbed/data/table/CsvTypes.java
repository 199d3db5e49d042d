package org.shiftbed.data.table;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds what the columns of CSV files hold, from every value of every file: the first rows suggest a kind and the next wider one, all rows
 * confirm or refute them. A column that nothing fits is text, and so is one without values.
 */
final class CsvTypes {
    private static final int SAMPLE = 1000;
    private static final List<ColumnKind> ORDER =
            List.of(ColumnKind.WHOLE, ColumnKind.DECIMAL, ColumnKind.BOOLEAN, ColumnKind.DATE, ColumnKind.TIMESTAMP);

    private final Statement statement;
    private final String source;
    private final int columns;

    /** @param source a relation of texts {@code c0}, {@code c1}, … */
    CsvTypes(Statement statement, String source, int columns) {
        this.statement = statement;
        this.source = source;
        this.columns = columns;
    }

    List<ColumnKind> find() throws SQLException {
        List<Set<ColumnKind>> all = new ArrayList<>();
        IntStream.range(0, columns).forEach(i -> all.add(EnumSet.copyOf(ORDER)));
        List<Set<ColumnKind>> sample = confirmed("(SELECT * FROM " + source + " LIMIT " + SAMPLE + ")", all);
        List<Set<ColumnKind>> likely = new ArrayList<>();
        for (Set<ColumnKind> kinds : sample) {
            // A column that is blank so far fits every kind and is decided by the rest.
            likely.add(kinds.size() == ORDER.size() ? EnumSet.copyOf(kinds) : firstTwo(kinds));
        }
        List<Set<ColumnKind>> held = confirmed(source, likely);
        List<ColumnKind> found = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            Set<ColumnKind> kinds = held.get(i);
            boolean blank = kinds.size() == ORDER.size();
            found.add(
                    blank
                            ? ColumnKind.TEXT
                            : ORDER.stream().filter(kinds::contains).findFirst().orElse(ColumnKind.TEXT));
        }
        return found;
    }

    /** The likeliest kind and the wider one that it may turn out to be. */
    private static Set<ColumnKind> firstTwo(Set<ColumnKind> kinds) {
        Set<ColumnKind> two = EnumSet.noneOf(ColumnKind.class);
        ORDER.stream().filter(kinds::contains).limit(2).forEach(two::add);
        return two;
    }

    /** Which of the kinds no value refutes. */
    private List<Set<ColumnKind>> confirmed(String rows, List<Set<ColumnKind>> candidates) throws SQLException {
        List<String> counts = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            for (ColumnKind kind : candidates.get(i)) {
                String column = "c" + i;
                // Branches are tried on the rows that are left, so that the dear test for white space sees few.
                counts.add("sum(CASE WHEN " + column + " IS NULL THEN 0 WHEN " + fits(column, kind)
                        + " THEN 0 WHEN trim(" + column + ", ' \t\r\n') = '' THEN 0 ELSE 1 END)");
            }
        }
        List<Set<ColumnKind>> held = new ArrayList<>();
        String query = counts.isEmpty() ? "count(*)" : counts.stream().collect(Collectors.joining(", "));
        try (ResultSet result = statement.executeQuery("SELECT " + query + " FROM " + rows)) {
            result.next();
            int at = 1;
            for (int i = 0; i < columns; i++) {
                Set<ColumnKind> kinds = EnumSet.noneOf(ColumnKind.class);
                for (ColumnKind kind : candidates.get(i)) {
                    if (result.getLong(at++) == 0) {
                        kinds.add(kind);
                    }
                }
                held.add(kinds);
            }
        }
        return held;
    }

    private static String fits(String column, ColumnKind kind) {
        String number = "TRY_CAST(" + column + " AS DOUBLE)";
        // Texts from '00' up to '0:' begin with a zero and another digit.
        String code = "(" + column + " >= '00' AND " + column + " < '0:')";
        return switch (kind) {
            case WHOLE -> "(" + number + " = floor(" + number + ") AND NOT " + code + ")";
            case DECIMAL -> "(" + number + " IS NOT NULL AND NOT " + code + ")";
            case BOOLEAN -> "lower(trim(" + column + ")) IN ('true', 'false')";
            case DATE -> "(length(trim(" + column + ")) <= 10 AND TRY_CAST(trim(" + column + ") AS DATE) IS NOT NULL)";
            case TIMESTAMP -> "TRY_CAST(trim(" + column + ") AS TIMESTAMP) IS NOT NULL";
            case TEXT -> "true";
        };
    }
}
