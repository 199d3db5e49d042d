package org.shiftbed.data.table;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the different values of columns, without gathering them where there are too many.
 *
 * @param table its name, for messages
 * @param inUse the rows that count
 */
record LevelSearch(String table, RowsInUse inUse) {
    private static final int SAMPLE = 100_000;

    /** How many values there are, {@link TableScan#MOST_LEVELS} + 1 standing for more. */
    int distinct(SqlColumn column) throws SQLException {
        if (tooMany(column)) {
            return TableScan.MOST_LEVELS + 1;
        }
        String some = "(SELECT DISTINCT " + column.typed() + " AS v FROM " + inUse.sql() + " LIMIT " + SAMPLE + ")";
        String present = column.kind().isNumber() ? "NOT isnan(CAST(v AS DOUBLE))" : "v IS NOT NULL";
        return (int)
                Math.min(TableScan.MOST_LEVELS + 1, inUse.count("(SELECT v FROM " + some + " WHERE " + present + ")"));
    }

    /** Whether there are clearly too many values to gather them: told by the first rows, or by a sketch of all where those leave doubt. */
    private boolean tooMany(SqlColumn column) throws SQLException {
        String typed = column.typed();
        long sample = inUse.count(
                "(SELECT DISTINCT v FROM (SELECT " + typed + " AS v FROM " + inUse.sql() + " LIMIT " + SAMPLE + "))");
        return sample > TableScan.MOST_LEVELS + 1
                || (sample > TableScan.MOST_LEVELS / 10
                        && inUse.number("approx_count_distinct(" + typed + ")") > 2L * TableScan.MOST_LEVELS);
    }

    /** The levels of a column. */
    Levels find(SqlColumn column) throws SQLException {
        boolean text = column.kind() == ColumnKind.TEXT;
        if (tooMany(column)) {
            throw Levels.tooMany(table, column.name());
        }
        List<String> names = new ArrayList<>();
        List<Double> numbers = new ArrayList<>();
        boolean blank = false;
        String distinct = "SELECT " + SqlColumn.label("v") + ", " + (text ? "0.0" : column.number("v"))
                + " FROM (SELECT DISTINCT " + column.typed() + " AS v FROM " + inUse.sql() + " LIMIT "
                + (TableScan.MOST_LEVELS + 2)
                + ") ORDER BY v";
        try (PreparedStatement statement = inUse.prepare(distinct);
                ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                String label = result.getString(1);
                double number = result.getDouble(2);
                if (label == null || Double.isNaN(number)) {
                    blank = true;
                } else {
                    names.add(label);
                    numbers.add(number);
                }
            }
        }
        if (names.size() > TableScan.MOST_LEVELS) {
            throw Levels.tooMany(table, column.name());
        }
        if (!text) {
            double[] values = numbers.stream().mapToDouble(Double::doubleValue).toArray();
            return Levels.ofNumbers(column.name(), names, values, blank);
        }
        return new Levels(names, new double[0], blank, names.isEmpty() ? null : type(column, names));
    }

    /** A type of DuckDB that turns texts into their codes. */
    private String type(SqlColumn column, List<String> names) throws SQLException {
        String type = "levels_" + column.id();
        try (Statement statement = inUse.connection().createStatement()) {
            statement.execute("CREATE TEMP TABLE names_" + column.id() + " (nth INTEGER, name VARCHAR)");
        }
        try (PreparedStatement insert =
                inUse.connection().prepareStatement("INSERT INTO names_" + column.id() + " VALUES (?, ?)")) {
            for (int i = 0; i < names.size(); i++) {
                insert.setInt(1, i);
                insert.setString(2, names.get(i));
                insert.addBatch();
            }
            insert.executeBatch();
        }
        try (Statement statement = inUse.connection().createStatement()) {
            statement.execute(
                    "CREATE TYPE " + type + " AS ENUM (SELECT name FROM names_" + column.id() + " ORDER BY nth)");
        }
        return type;
    }
}
