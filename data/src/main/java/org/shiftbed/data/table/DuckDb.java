package org.shiftbed.data.table;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Properties;
import org.duckdb.DuckDBConnection;
import org.shiftbed.base.UserError;

/** An own database in memory for each use: one thread, so that files are the same every time, and no folder of temporary files. */
final class DuckDb {
    private DuckDb() {}

    static DuckDBConnection open() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:duckdb:", new Properties());
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 1");
            statement.execute("SET temp_directory = ''");
            statement.execute("SET autoinstall_known_extensions = false");
        }
        return connection.unwrap(DuckDBConnection.class);
    }

    /** A name as SQL wants it. */
    static String name(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** A text as SQL wants it. */
    static String text(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** A file's own name as a pattern that matches it alone: DuckDB takes *, ? and [ in a path for wildcards. */
    static String pattern(Path file) {
        return text(file.toString().replaceAll("[\\[*?]", "[$0]"));
    }

    /**
     * Whether a file is written and read as Parquet; the alternative is CSV.
     *
     * @throws UserError where its name ends in neither
     */
    static boolean isParquet(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".parquet")) {
            return true;
        }
        if (name.endsWith(".csv") || name.endsWith(".csv.gz")) {
            return false;
        }
        throw new UserError(file + ": a table's name must end in .parquet or .csv");
    }
}
