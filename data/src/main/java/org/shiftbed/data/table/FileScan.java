package org.shiftbed.data.table;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.DuckDBReadableVector;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/** A scan of files. DuckDB decodes and filters; rows come over in its chunks, so that memory does not grow with them. */
final class FileScan implements TableScan {
    private final String name;
    private final List<Path> files;
    private final DuckDBConnection connection;
    private final FileSource source;
    private final Map<String, SqlColumn> columns = new LinkedHashMap<>();
    private final Map<String, Levels> levels = new HashMap<>();
    private final Map<String, ColumnSummary> summaries = new HashMap<>();
    private final RowsInUse inUse;
    private final LevelSearch search;
    private final long rows;

    private FileScan(String name, List<Path> files, DuckDBConnection connection, Map<String, ?> where)
            throws SQLException {
        this.name = name;
        this.files = files;
        this.connection = connection;
        try (Statement statement = connection.createStatement()) {
            source = FileSource.of(statement, name, files);
        }
        source.columns().forEach(column -> columns.put(column.name(), column));
        for (String column : where.keySet()) {
            if (!columns.containsKey(column)) {
                throw Names.unknown(name + ": where", "column", column, columns.keySet());
            }
        }
        inUse = new RowsInUse(connection, source, RowCondition.of(name, columns, where));
        search = new LevelSearch(name, inUse);
        rows = inUse.number("count(*)");
        if (rows == 0) {
            throw empty(where);
        }
    }

    static FileScan open(String path, Map<String, ?> where) {
        List<Path> files = TableFiles.find(path);
        DuckDBConnection connection = null;
        try {
            connection = DuckDb.open();
            FileScan scan = new FileScan(path, files, connection, where);
            connection = null;
            return scan;
        } catch (SQLException e) {
            throw SqlErrors.unreadable(path, e);
        } finally {
            if (connection != null) {
                close(connection, path);
            }
        }
    }

    private UserError empty(Map<String, ?> filter) throws SQLException {
        if (filter.isEmpty() || ofAll("SELECT count(*) FROM " + source.sql()) == 0) {
            return new UserError(name + ": has no rows");
        }
        List<String> parts = new ArrayList<>();
        for (Map.Entry<String, ?> one : filter.entrySet()) {
            String typed = sql(one.getKey()).typed();
            List<String> values = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet found =
                            statement.executeQuery("SELECT " + SqlColumn.label("v") + " FROM (SELECT DISTINCT " + typed
                                    + " AS v FROM " + source.sql() + " ORDER BY v NULLS LAST LIMIT 10)")) {
                while (found.next()) {
                    String value = found.getString(1);
                    values.add(value == null ? BLANK : Levels.plain(value));
                }
            }
            parts.add(one.getKey() + " = " + one.getValue() + " (it holds " + String.join(", ", values)
                    + (values.size() == 10 ? ", ..." : "") + ")");
        }
        return new UserError(name + ": no row has " + String.join(" and ", parts) + "; change field 'where'");
    }

    /** The one number of a query of all rows. */
    private long ofAll(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            result.next();
            return result.getLong(1);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<ScanColumn> columns() {
        return columns.values().stream()
                .map(column -> new ScanColumn(column.name(), column.kind()))
                .toList();
    }

    @Override
    public ScanColumn column(String wanted) {
        return new ScanColumn(wanted, sql(wanted).kind());
    }

    private SqlColumn sql(String wanted) {
        SqlColumn column = columns.get(wanted);
        if (column == null) {
            throw Names.unknown(name, "column", wanted, columns.keySet());
        }
        return column;
    }

    @Override
    public long rows() {
        return rows;
    }

    @Override
    public ColumnSummary summary(String wanted) {
        SqlColumn column = sql(wanted);
        ColumnSummary known = summaries.get(wanted);
        if (known == null) {
            try {
                known = summarised(column);
            } catch (SQLException e) {
                throw SqlErrors.unreadable(name, e);
            }
            summaries.put(wanted, known);
        }
        return known;
    }

    private ColumnSummary summarised(SqlColumn column) throws SQLException {
        int distinct = search.distinct(column);
        if (column.kind() == ColumnKind.TEXT) {
            long missing = rows - inUse.number("count(" + column.typed() + ")");
            return new ColumnSummary(rows, missing, distinct, Double.NaN, Double.NaN, false);
        }
        boolean decimal = column.kind() == ColumnKind.DECIMAL || column.kind() == ColumnKind.TIMESTAMP;
        // NaN is the largest number for DuckDB.
        String value = decimal ? "nullif(" + column.number() + ", CAST('NaN' AS DOUBLE))" : column.typed();
        String fraction = decimal ? "count(*) FILTER (WHERE v <> floor(v))" : "0";
        String query = "SELECT count(v), "
                + (decimal ? "min(v), max(v)" : column.number("min(v)") + ", " + column.number("max(v)")) + ", "
                + fraction + " FROM (SELECT " + value + " AS v FROM " + inUse.sql() + ")";
        try (PreparedStatement statement = inUse.prepare(query)) {
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                long missing = rows - result.getLong(1);
                if (missing == rows) {
                    return new ColumnSummary(rows, missing, 0, Double.NaN, Double.NaN, false);
                }
                return new ColumnSummary(
                        rows, missing, distinct, result.getDouble(2), result.getDouble(3), result.getLong(4) == 0);
            }
        }
    }

    @Override
    public List<String> levels(String wanted) {
        return found(wanted).names();
    }

    private Levels found(String wanted) {
        SqlColumn column = sql(wanted);
        Levels known = levels.get(wanted);
        if (known != null) {
            return known;
        }
        try {
            Levels found = search.find(column);
            levels.put(wanted, found);
            return found;
        } catch (SQLException e) {
            throw SqlErrors.unreadable(name, e);
        }
    }

    @Override
    public void read(List<Wanted> wanted, Consumer<Block> take) {
        List<String> select = new ArrayList<>();
        List<@Nullable Levels> coded = new ArrayList<>();
        for (Wanted one : wanted) {
            SqlColumn column = sql(one.column());
            Levels found = one.category() ? found(one.column()) : null;
            coded.add(found);
            if (found != null && column.kind() == ColumnKind.TEXT) {
                String code = found.type() == null
                        ? "NULL"
                        : "enum_code(CAST(" + column.typed() + " AS " + found.type() + "))";
                select.add("coalesce(CAST(" + code + " AS INTEGER), " + found.blank() + ")");
            } else {
                select.add(column.number());
            }
        }
        try {
            for (Wanted one : wanted) {
                if (!one.category() && sql(one.column()).kind() == ColumnKind.TEXT) {
                    numbersOnly(sql(one.column()));
                }
            }
            String query = "SELECT " + (select.isEmpty() ? "1" : String.join(", ", select)) + " FROM " + inUse.sql();
            try (DuckDBPreparedStatement statement = inUse.prepare(query).unwrap(DuckDBPreparedStatement.class)) {
                try (DuckDBChunkedResult result = statement.query()) {
                    blocks(result, wanted, coded, take);
                }
            }
        } catch (SQLException e) {
            throw SqlErrors.unreadable(name, e);
        }
    }

    private void blocks(
            DuckDBChunkedResult result, List<Wanted> wanted, List<@Nullable Levels> coded, Consumer<Block> take) {
        int size = 0;
        double[][] numbers = new double[wanted.size()][0];
        int[][] codes = new int[wanted.size()][0];
        long first = 0;
        while (result.nextChunk()) {
            DuckDBDataChunkReader chunk = result.chunk();
            int length = Math.toIntExact(chunk.rowCount());
            if (length > size) {
                size = length;
                for (int i = 0; i < wanted.size(); i++) {
                    numbers[i] = new double[size];
                    codes[i] = coded.get(i) == null ? codes[i] : new int[size];
                }
            }
            @Nullable Object[] columns = new Object[wanted.size()];
            for (int i = 0; i < wanted.size(); i++) {
                Levels found = coded.get(i);
                DuckDBReadableVector vector = chunk.vector(i);
                if (found != null && sql(wanted.get(i).column()).kind() == ColumnKind.TEXT) {
                    for (int row = 0; row < length; row++) {
                        codes[i][row] = vector.getInt(row);
                    }
                } else {
                    for (int row = 0; row < length; row++) {
                        numbers[i][row] = vector.getDouble(row);
                    }
                    if (found != null) {
                        found.codes(numbers[i], length, codes[i]);
                    }
                }
                columns[i] = found == null ? numbers[i] : codes[i];
            }
            if (length > 0) {
                take.accept(new Block(first, length, columns));
                first += length;
            }
        }
        if (first != rows) {
            throw new UserError(
                    name + ": had " + rows + " rows and now gives " + first + "; it must not change while it is read");
        }
    }

    @Override
    public TextNumbers textNumbers(String wanted) {
        SqlColumn column = sql(wanted);
        if (column.kind() != ColumnKind.TEXT) {
            throw new IllegalArgumentException(
                    "column " + wanted + " holds " + column.kind().words());
        }
        String number = "(regexp_full_match(trim(v, ' \t\r\n'), '" + TextNumbers.NUMBER
                + "') AND NOT regexp_full_match(trim(v, ' \t\r\n'), '" + TextNumbers.CODE + "'))";
        String query = "SELECT count(*) FILTER (WHERE " + number + "), count(*) FILTER (WHERE NOT " + number
                + "), min(nth) FILTER (WHERE NOT " + number + "), arg_min(v, nth) FILTER (WHERE NOT " + number
                + ") FROM (SELECT row_number() OVER () AS nth, " + column.typed() + " AS v FROM " + inUse.sql()
                + ") WHERE v IS NOT NULL";
        try (PreparedStatement statement = inUse.prepare(query);
                ResultSet result = statement.executeQuery()) {
            result.next();
            String found = result.getString(4);
            return found == null
                    ? new TextNumbers(result.getLong(1), 0, -1, "")
                    : new TextNumbers(result.getLong(1), result.getLong(2), result.getLong(3) - 1, found);
        } catch (SQLException e) {
            throw SqlErrors.unreadable(name, e);
        }
    }

    @Override
    public List<String> texts(String wanted) {
        SqlColumn column = sql(wanted);
        // The text of a number in a CSV file has all of its digits.
        String text = column.stored().equals(SqlColumn.CSV)
                ? SqlColumn.present("trim(" + column.id() + ", ' \t\r\n')")
                : SqlColumn.label(column.typed());
        List<String> texts = new ArrayList<>();
        try (PreparedStatement statement = inUse.prepare("SELECT " + text + " FROM " + inUse.sql());
                ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                String value = result.getString(1);
                // A text that ends in .0 is a text: scan.0 is not scan.
                boolean number = column.kind().isNumber();
                texts.add(value == null || value.isBlank() ? BLANK : number ? Levels.plain(value) : value);
            }
        } catch (SQLException e) {
            throw SqlErrors.unreadable(name, e);
        }
        return texts;
    }

    private void numbersOnly(SqlColumn column) throws SQLException {
        String query = "SELECT nth, v FROM (SELECT row_number() OVER () AS nth, " + column.typed() + " AS v FROM "
                + inUse.sql() + ") WHERE v IS NOT NULL AND TRY_CAST(v AS DOUBLE) IS NULL LIMIT 1";
        try (PreparedStatement statement = inUse.prepare(query)) {
            try (ResultSet result = statement.executeQuery()) {
                if (result.next()) {
                    throw noNumber(place(result.getLong(1) - 1), column.name(), result.getString(2));
                }
            }
        }
    }

    /** A text where a number is wanted. */
    static UserError noNumber(String place, String column, String found) {
        String hint = found.strip().matches("[-+]?[0-9]+,[0-9]+")
                ? "; decimals are written with a point"
                : found.strip().matches("(?i)na|n/a|null|none|-|\\?") ? "; leave a missing number blank" : "";
        return new UserError(
                place + ": column '" + column + "' must be a number, found '" + SqlErrors.oneLine(found) + "'" + hint);
    }

    @Override
    public String place(long index) {
        String query = "SELECT nth FROM (SELECT row_number() OVER () AS nth, * FROM " + source.sql() + ") WHERE "
                + inUse.where().sql() + " LIMIT 1 OFFSET " + index;
        try (PreparedStatement statement = inUse.prepare(query)) {
            long at;
            try (ResultSet result = statement.executeQuery()) {
                if (!result.next()) {
                    throw new IllegalArgumentException("row " + index + " of " + rows);
                }
                at = result.getLong(1);
            }
            for (int i = 0; i + 1 < files.size(); i++) {
                try (Statement counting = connection.createStatement()) {
                    long size = ofAll("SELECT count(*) FROM "
                            + FileSource.of(counting, name, List.of(files.get(i)))
                                    .sql());
                    if (at <= size) {
                        return files.get(i) + ", row " + at;
                    }
                    at -= size;
                }
            }
            return files.get(files.size() - 1) + ", row " + at;
        } catch (SQLException e) {
            throw SqlErrors.unreadable(name, e);
        }
    }

    @Override
    public void close() {
        close(connection, name);
    }

    private static void close(DuckDBConnection connection, String name) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException("cannot let go of " + name, e);
        }
    }
}
