package org.shiftbed.data.table;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Properties;
import org.duckdb.DuckDBConnection;
import org.shiftbed.base.UserError;
import org.slf4j.LoggerFactory;

/** An own database in memory for each use: one thread, so that files are the same every time, and no folder of temporary files. */
final class DuckDb {
    private DuckDb() {}

    static DuckDBConnection open() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:duckdb:", new Properties());
        dropLibraryFile();
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 1");
            statement.execute("SET temp_directory = ''");
            statement.execute("SET autoinstall_known_extensions = false");
        }
        return connection.unwrap(DuckDBConnection.class);
    }

    /**
     * DuckDB unpacks its library (60 MB) into the folder of temporary files and removes it when the process ends in order; a killed one would
     * leave it there. Where the system tells which file was loaded, its name can go at once: the process keeps the content.
     */
    private static void dropLibraryFile() {
        Path maps = Path.of("/proc/self/maps");
        Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        if (!Files.isReadable(maps)) {
            return;
        }
        try {
            for (String line : Files.readAllLines(maps, StandardCharsets.ISO_8859_1)) {
                int at = line.indexOf('/');
                if (at >= 0 && line.endsWith(".so") && line.contains("/libduckdb_java")) {
                    Path library = Path.of(line.substring(at));
                    if (temporary.equals(library.getParent())) {
                        Files.deleteIfExists(library);
                    }
                }
            }
        } catch (IOException e) {
            LoggerFactory.getLogger(DuckDb.class).debug("DuckDB's library stays until the process ends", e);
        }
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
