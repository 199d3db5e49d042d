package org.shiftbed.data.table;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.AtomicFiles;

/**
 * Writes a table in blocks; the file appears whole, under its name, with {@link #finish} and not before. Closing without it leaves nothing.
 * The ending of the name decides the format: {@code .parquet} or {@code .csv}. Used by one thread.
 */
public final class TableWriter implements AutoCloseable {
    private static final String ROWS = "shiftbed_rows";

    private final Path target;
    private final boolean parquet;
    private @Nullable DuckDBConnection connection;
    private @Nullable Table first;

    /**
     * @param target where the file will stand; an older one is replaced
     * @throws org.shiftbed.base.UserError where the name ends in neither .parquet nor .csv
     */
    public TableWriter(Path target) {
        this.target = target.toAbsolutePath();
        this.parquet = DuckDb.isParquet(target);
    }

    /** Writes a whole table at once. */
    public static void write(Path target, Table table) throws IOException {
        try (TableWriter writer = new TableWriter(target)) {
            writer.append(table);
            writer.finish();
        }
    }

    /**
     * Adds rows.
     *
     * @param block the same columns, by name and type, as in the first block
     */
    public void append(Table block) throws IOException {
        try {
            DuckDBConnection open = started(block);
            try (DuckDBAppender appender = open.createAppender(DuckDBConnection.DEFAULT_SCHEMA, ROWS)) {
                List<Column> columns = block.columns();
                for (int row = 0; row < block.rows(); row++) {
                    appender.beginRow();
                    for (Column column : columns) {
                        append(appender, column, row);
                    }
                    appender.endRow();
                }
            }
        } catch (SQLException e) {
            throw new IOException("cannot gather the rows of " + target + ": " + e.getMessage(), e);
        }
    }

    private DuckDBConnection started(Table block) throws SQLException {
        if (connection != null && first != null) {
            List<Column> wanted = first.columns();
            List<Column> found = block.columns();
            boolean fits = wanted.size() == found.size();
            for (int i = 0; fits && i < wanted.size(); i++) {
                fits = wanted.get(i).fits(found.get(i));
            }
            if (!fits) {
                throw new IllegalArgumentException(
                        "a block has the columns " + block.names() + ", the first one had " + first.names());
            }
            return connection;
        }
        first = block;
        connection = DuckDb.open();
        String columns = block.columns().stream()
                .map(c -> DuckDb.name(c.name()) + " " + type(c))
                .collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + ROWS + " (" + columns + ")");
        }
        return connection;
    }

    private static String type(Column column) {
        if (column instanceof Column.Ints) {
            return "INTEGER";
        } else if (column instanceof Column.Longs) {
            return "BIGINT";
        } else if (column instanceof Column.Floats) {
            return "FLOAT";
        } else if (column instanceof Column.Doubles) {
            return "DOUBLE";
        }
        return "VARCHAR";
    }

    private static void append(DuckDBAppender appender, Column column, int row) throws SQLException {
        if (column instanceof Column.Ints c) {
            appender.append(c.values()[row]);
        } else if (column instanceof Column.Longs c) {
            appender.append(c.values()[row]);
        } else if (column instanceof Column.Floats c) {
            appender.append(c.values()[row]);
        } else if (column instanceof Column.Doubles c) {
            appender.append(c.values()[row]);
        } else if (column instanceof Column.Texts c) {
            String text = c.values()[row];
            if (text == null) {
                appender.appendNull();
            } else {
                appender.append(text);
            }
        }
    }

    /**
     * Writes the file and gives it its name.
     *
     * @throws IllegalStateException where no block was added, because then nobody knows the columns
     * @throws IOException where there is no room or no permission
     */
    public void finish() throws IOException {
        if (connection == null) {
            throw new IllegalStateException("no block was added to " + target);
        }
        DuckDBConnection open = connection;
        String format = parquet ? "FORMAT parquet, COMPRESSION zstd" : "FORMAT csv, HEADER true";
        AtomicFiles.write(target, part -> {
            try (Statement statement = open.createStatement()) {
                statement.execute("COPY " + ROWS + " TO " + DuckDb.text(part.toString()) + " (" + format + ")");
            } catch (SQLException e) {
                throw new IOException("cannot write " + target + ": " + e.getMessage(), e);
            }
        });
    }

    /** Lets go of the rows gathered. */
    @Override
    public void close() throws IOException {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IOException("cannot let go of the rows of " + target, e);
            }
            connection = null;
        }
    }
}
