package org.shiftbed.data.table;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.shiftbed.base.UserError;

/**
 * Files as one relation of columns {@code c0}, {@code c1}, … in SQL.
 *
 * @param sql the relation
 * @param columns in the order of the first file
 */
record FileSource(String sql, List<SqlColumn> columns) {

    /** @throws SQLException where a file is damaged; the message is DuckDB's */
    static FileSource of(Statement statement, String name, List<Path> files) throws SQLException {
        return DuckDb.isParquet(files.get(0)) ? parquet(statement, name, files) : csv(statement, files);
    }

    private static FileSource parquet(Statement statement, String name, List<Path> files) throws SQLException {
        Map<String, String> first = Map.of();
        for (Path file : files) {
            Map<String, String> types = describe(statement, "read_parquet(" + DuckDb.pattern(file) + ")");
            if (file.equals(files.get(0))) {
                first = types;
            }
            same(files.get(0), List.copyOf(first.keySet()), file, List.copyOf(types.keySet()));
            for (Map.Entry<String, String> column : types.entrySet()) {
                ColumnKind kind = SqlColumn.kind(column.getValue());
                ColumnKind before = SqlColumn.kind(String.valueOf(first.get(column.getKey())));
                if (kind != before && !(kind.isNumber() && before.isNumber())) {
                    throw new UserError(file + ": column '" + column.getKey() + "' holds " + kind.words() + ", in "
                            + files.get(0) + " it holds " + before.words() + "; files of one table must agree");
                }
            }
        }
        String list = files.stream().map(DuckDb::pattern).collect(Collectors.joining(", ", "[", "]"));
        String read = "read_parquet(" + list + ", union_by_name = true)";
        Map<String, String> types = files.size() == 1 ? first : describe(statement, read);
        List<SqlColumn> columns = new ArrayList<>();
        List<String> select = new ArrayList<>();
        for (String column : first.keySet()) {
            String stored = String.valueOf(types.get(column));
            String id = "c" + columns.size();
            columns.add(new SqlColumn(column, id, SqlColumn.kind(stored), stored));
            select.add(DuckDb.name(column) + " AS " + id);
        }
        if (columns.isEmpty()) {
            throw new UserError(name + ": has no columns");
        }
        return new FileSource("(SELECT " + String.join(", ", select) + " FROM " + read + ")", columns);
    }

    private static FileSource csv(Statement statement, List<Path> files) throws SQLException {
        List<String> names = CsvHeader.read(files.get(0)).names();
        List<String> parts = new ArrayList<>();
        for (Path file : files) {
            CsvHeader header = CsvHeader.read(file);
            same(files.get(0), names, file, header.names());
            List<String> fields = new ArrayList<>();
            List<String> select = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                fields.add("'f" + i + "': 'VARCHAR'");
                select.add("f" + header.names().indexOf(names.get(i)) + " AS c" + i);
            }
            parts.add("SELECT " + String.join(", ", select) + " FROM read_csv(" + DuckDb.pattern(file)
                    + ", auto_detect = false, header = true, delim = " + DuckDb.text(String.valueOf(header.delimiter()))
                    + ", quote = '\"', escape = '\"', strict_mode = true, null_padding = false, columns = {"
                    + String.join(", ", fields) + "})");
        }
        String sql = "(" + String.join(" UNION ALL ", parts) + ")";
        List<ColumnKind> kinds = new CsvTypes(statement, sql, names.size()).find();
        List<SqlColumn> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            columns.add(new SqlColumn(names.get(i), "c" + i, kinds.get(i), SqlColumn.CSV));
        }
        return new FileSource(sql, columns);
    }

    private static Map<String, String> describe(Statement statement, String read) throws SQLException {
        Map<String, String> types = new LinkedHashMap<>();
        try (ResultSet described = statement.executeQuery("DESCRIBE SELECT * FROM " + read)) {
            while (described.next()) {
                types.put(described.getString("column_name"), described.getString("column_type"));
            }
        }
        return types;
    }

    private static void same(Path first, List<String> wanted, Path file, List<String> found) {
        for (String name : wanted) {
            if (!found.contains(name)) {
                throw new UserError(file + ": has no column '" + name + "', which " + first
                        + " has; files of one table must agree");
            }
        }
        if (found.size() > wanted.size()) {
            String more = found.stream()
                    .filter(name -> !new HashSet<>(wanted).contains(name))
                    .findFirst()
                    .orElse("");
            throw new UserError(
                    file + ": has a column '" + more + "', which " + first + " lacks; files of one table must agree");
        }
    }
}
