package org.shiftbed.data.table;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.UserError;

/** A filter of rows in SQL, with its values kept apart from the text. */
final class RowCondition {
    private final String sql;
    private final List<Object> values;

    private RowCondition(String sql, List<Object> values) {
        this.sql = sql;
        this.values = List.copyOf(values);
    }

    /**
     * @param table in messages
     * @param columns that the filter names, by name
     * @param where from column to a value or a list of values
     */
    static RowCondition of(String table, Map<String, SqlColumn> columns, Map<String, ?> where) {
        List<String> parts = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        where.forEach((name, wanted) -> {
            SqlColumn column = columns.get(name);
            if (column == null) {
                throw new IllegalArgumentException("checked before: " + name);
            }
            List<String> any = new ArrayList<>();
            for (Object one : list(wanted)) {
                if (one.equals(TableScan.BLANK) || one.toString().isBlank()) {
                    any.add("NOT (" + column.isPresent() + ")");
                } else {
                    any.add(side(column) + " = ?");
                    values.add(value(table, column, one));
                }
            }
            parts.add("(" + (any.isEmpty() ? "false" : String.join(" OR ", any)) + ")");
        });
        return new RowCondition(parts.isEmpty() ? "true" : String.join(" AND ", parts), values);
    }

    /** The values of a filter's entry. */
    static List<?> list(Object wanted) {
        return wanted instanceof List<?> many ? many : List.of(wanted);
    }

    private static String side(SqlColumn column) {
        return switch (column.kind()) {
            case WHOLE, DECIMAL -> "CAST(" + column.typed() + " AS DOUBLE)";
            case BOOLEAN -> "(" + column.typed() + ")";
            default -> SqlColumn.label(column.typed());
        };
    }

    private static Object value(String table, SqlColumn column, Object found) {
        String text = found.toString();
        switch (column.kind()) {
            case WHOLE, DECIMAL -> {
                if (found instanceof Number number) {
                    return number.doubleValue();
                }
                try {
                    return Double.parseDouble(text);
                } catch (NumberFormatException e) {
                    throw wrong(table, column, text, e);
                }
            }
            case BOOLEAN -> {
                if (text.equalsIgnoreCase("true") || text.equals("1")) {
                    return true;
                }
                if (text.equalsIgnoreCase("false") || text.equals("0")) {
                    return false;
                }
                throw wrong(table, column, text, null);
            }
            default -> {
                return text;
            }
        }
    }

    private static UserError wrong(
            String table, SqlColumn column, String found, @org.jspecify.annotations.Nullable Throwable cause) {
        String message = table + ": where: column '" + column.name() + "' holds "
                + column.kind().words() + ", so '" + found + "' is none of its values";
        return cause == null ? new UserError(message) : new UserError(message, cause);
    }

    String sql() {
        return sql;
    }

    void bind(PreparedStatement statement) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            if (value instanceof Double number) {
                statement.setDouble(i + 1, number);
            } else if (value instanceof Boolean flag) {
                statement.setBoolean(i + 1, flag);
            } else {
                statement.setString(i + 1, value.toString());
            }
        }
    }
}
