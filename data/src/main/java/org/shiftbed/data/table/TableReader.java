package org.shiftbed.data.table;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/**
 * Reads Parquet and CSV tables into memory. Whole numbers up to 32 bits come as {@link Column.Ints}, up to 64 as {@link Column.Longs},
 * decimals as {@link Column.Floats} or {@link Column.Doubles}, everything else as {@link Column.Texts}. A column of whole numbers with
 * missing values comes as doubles. In CSV files DuckDB finds the types, so a column of decimals comes as doubles.
 */
public final class TableReader {
    private TableReader() {}

    /**
     * All columns.
     *
     * @throws UserError where the file is missing or is not such a table
     */
    public static Table read(Path file) {
        return read(file, null);
    }

    /**
     * Some columns, in the order asked for.
     *
     * @throws UserError where the file is missing, is not such a table, or lacks a column (the nearest is offered)
     */
    public static Table read(Path file, @Nullable List<String> wanted) {
        String source = source(file);
        try (DuckDBConnection connection = DuckDb.open();
                Statement statement = connection.createStatement()) {
            List<String> names = wanted == null ? names(statement, source) : wanted;
            if (wanted != null) {
                Set<String> known = new LinkedHashSet<>(names(statement, source));
                for (String name : wanted) {
                    if (!known.contains(name)) {
                        throw Names.unknown(file.toString(), "column", name, known);
                    }
                }
            }
            int rows;
            try (ResultSet count = statement.executeQuery("SELECT count(*) FROM " + source)) {
                count.next();
                rows = Math.toIntExact(count.getLong(1));
            }
            String columns = names.stream().map(DuckDb::name).collect(Collectors.joining(", "));
            try (ResultSet result = statement.executeQuery("SELECT " + columns + " FROM " + source)) {
                return table(result, names, rows);
            }
        } catch (SQLException e) {
            throw new UserError(file + ": not a readable table: " + firstLine(e), e);
        }
    }

    /** The names of the columns, in their order. */
    public static List<String> columns(Path file) {
        String source = source(file);
        try (DuckDBConnection connection = DuckDb.open();
                Statement statement = connection.createStatement()) {
            return names(statement, source);
        } catch (SQLException e) {
            throw new UserError(file + ": not a readable table: " + firstLine(e), e);
        }
    }

    private static String source(Path file) {
        boolean parquet = DuckDb.isParquet(file);
        if (!Files.isRegularFile(file)) {
            throw new UserError(file + ": there is no such table");
        }
        return (parquet ? "read_parquet(" : "read_csv(") + DuckDb.pattern(file) + ")";
    }

    private static List<String> names(Statement statement, String source) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet described = statement.executeQuery("DESCRIBE SELECT * FROM " + source)) {
            while (described.next()) {
                names.add(described.getString("column_name"));
            }
        }
        return names;
    }

    private static Table table(ResultSet result, List<String> names, int rows) throws SQLException {
        ResultSetMetaData types = result.getMetaData();
        List<Gathered> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            columns.add(Gathered.of(names.get(i), types.getColumnType(i + 1), types.getColumnTypeName(i + 1), rows));
        }
        for (int row = 0; result.next(); row++) {
            for (int i = 0; i < columns.size(); i++) {
                columns.get(i).take(result, i + 1, row);
            }
        }
        return new Table(columns.stream().map(Gathered::column).toList());
    }

    private static String firstLine(SQLException e) {
        String message = String.valueOf(e.getMessage()).strip();
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    /** A column while its values arrive. */
    private static final class Gathered {
        private enum Kind {
            WHOLE,
            LONG,
            FLOAT,
            DOUBLE,
            TEXT
        }

        private final String name;
        private final Kind kind;
        private final long[] whole;
        private final double[] decimal;
        private final @Nullable String[] text;
        private final boolean[] missing;
        private boolean anyMissing;

        private Gathered(String name, Kind kind, int rows) {
            this.name = name;
            this.kind = kind;
            this.whole = new long[kind == Kind.WHOLE || kind == Kind.LONG ? rows : 0];
            this.decimal = new double[kind == Kind.FLOAT || kind == Kind.DOUBLE ? rows : 0];
            this.text = new String[kind == Kind.TEXT ? rows : 0];
            this.missing = new boolean[rows];
        }

        static Gathered of(String name, int type, String typeName, int rows) {
            String known = typeName.toUpperCase(Locale.ROOT);
            Kind kind = switch (type) {
                case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> Kind.WHOLE;
                case Types.BIGINT -> Kind.LONG;
                case Types.FLOAT, Types.REAL -> Kind.FLOAT;
                case Types.DOUBLE, Types.DECIMAL, Types.NUMERIC -> Kind.DOUBLE;
                default ->
                    switch (known) {
                        case "UTINYINT", "USMALLINT" -> Kind.WHOLE;
                        case "UINTEGER" -> Kind.LONG;
                        case "UBIGINT", "HUGEINT", "UHUGEINT" -> Kind.DOUBLE;
                        default -> Kind.TEXT;
                    };
            };
            return new Gathered(name, kind, rows);
        }

        void take(ResultSet result, int index, int row) throws SQLException {
            switch (kind) {
                case WHOLE, LONG -> whole[row] = result.getLong(index);
                case FLOAT -> decimal[row] = result.getFloat(index);
                case DOUBLE -> decimal[row] = result.getDouble(index);
                case TEXT -> text[row] = result.getString(index);
            }
            if (result.wasNull()) {
                missing[row] = true;
                anyMissing = true;
            }
        }

        Column column() {
            int rows = missing.length;
            if (kind == Kind.TEXT) {
                return new Column.Texts(name, text);
            }
            if (kind == Kind.WHOLE && !anyMissing) {
                int[] values = new int[rows];
                for (int i = 0; i < rows; i++) {
                    values[i] = (int) whole[i];
                }
                return new Column.Ints(name, values);
            }
            if (kind == Kind.LONG && !anyMissing) {
                return new Column.Longs(name, whole);
            }
            if (kind == Kind.FLOAT) {
                float[] values = new float[rows];
                for (int i = 0; i < rows; i++) {
                    values[i] = missing[i] ? Float.NaN : (float) decimal[i];
                }
                return new Column.Floats(name, values);
            }
            double[] values = new double[rows];
            for (int i = 0; i < rows; i++) {
                values[i] = missing[i] ? Double.NaN : kind == Kind.DOUBLE ? decimal[i] : whole[i];
            }
            return new Column.Doubles(name, values);
        }
    }
}
