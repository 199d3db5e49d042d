package org.shiftbed.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;

class TableScanTest {
    private static final double NAN = Double.NaN;

    @TempDir
    Path folder;

    private Path csv(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static TableScan open(Path file) {
        return TableScan.open(file.toString());
    }

    private static double[] numbers(TableScan scan, String column) {
        List<double[]> parts = new ArrayList<>();
        scan.read(List.of(Wanted.number(column)), block -> parts.add(Arrays.copyOf(block.numbers(0), block.rows())));
        return parts.stream().flatMapToDouble(Arrays::stream).toArray();
    }

    private static List<String> categories(TableScan scan, String column) {
        List<String> levels = scan.levels(column);
        List<String> values = new ArrayList<>();
        scan.read(List.of(Wanted.category(column)), block -> {
            for (int i = 0; i < block.rows(); i++) {
                values.add(levels.get(block.codes(0)[i]));
            }
        });
        return values;
    }

    private static List<String> kinds(TableScan scan) {
        return scan.columns().stream().map(c -> c.name() + ":" + c.kind()).toList();
    }

    private void refused(String name, String text, String... parts) throws IOException {
        Path file = csv(name, text);
        assertRefused(() -> open(file).close(), parts);
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String... parts) {
        assertThatThrownBy(call)
                .isInstanceOf(UserError.class)
                .hasMessageContainingAll(parts)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    @Test
    void csvColumnsAreNumbersDatesFlagsOrTexts() throws IOException {
        Path file = csv(
                "t.csv",
                "\uFEFFn,x,\"a, \"\"b\"\".c\",día,flag,day,at,code,none\n"
                        + "1,0.5,\"two\nlines\",x,true,2020-01-05,2020-01-05 01:00:00,007,\n"
                        + "-2,,y,\"\",FALSE,1970-01-02,1970-01-01T00:00:10,12,\n"
                        + ",1e3,  ,x,,,,007,\n");
        try (TableScan scan = open(file)) {
            assertThat(kinds(scan))
                    .containsExactly(
                            "n:WHOLE",
                            "x:DECIMAL",
                            "a, \"b\".c:TEXT",
                            "día:TEXT",
                            "flag:BOOLEAN",
                            "day:DATE",
                            "at:TIMESTAMP",
                            "code:TEXT",
                            "none:TEXT");
            assertThat(scan.rows()).isEqualTo(3);
            assertThat(numbers(scan, "n")).containsExactly(1, -2, NAN);
            assertThat(numbers(scan, "x")).containsExactly(0.5, NAN, 1000);
            assertThat(numbers(scan, "flag")).containsExactly(1, 0, NAN);
            assertThat(numbers(scan, "day")).containsExactly(18266, 1, NAN);
            assertThat(numbers(scan, "at")).containsExactly(18266 * 86400.0 + 3600, 10, NAN);
            assertThat(numbers(scan, "code")).containsExactly(7, 12, 7);
            assertThat(numbers(scan, "none")).containsExactly(NAN, NAN, NAN);
            assertThat(categories(scan, "a, \"b\".c")).containsExactly("two\nlines", "y", "(blank)");
            assertThat(categories(scan, "día")).containsExactly("x", "(blank)", "x");
            assertThat(categories(scan, "flag")).containsExactly("true", "false", "(blank)");
            assertThat(scan.levels("flag")).containsExactly("false", "true", "(blank)");
            assertThat(categories(scan, "day")).containsExactly("2020-01-05", "1970-01-02", "(blank)");
            assertThat(scan.levels("day")).containsExactly("1970-01-02", "2020-01-05", "(blank)");
            assertThat(categories(scan, "code")).containsExactly("007", "12", "007");
            assertThat(categories(scan, "none")).containsExactly("(blank)", "(blank)", "(blank)");
            assertThat(scan.levels("x")).containsExactly("0.5", "1000", "(blank)");
            assertThat(scan.summary("x")).isEqualTo(new ColumnSummary(3, 1, 2, 0.5, 1000, false));
            assertThat(scan.summary("n")).isEqualTo(new ColumnSummary(3, 1, 2, -2, 1, true));
            assertThat(scan.summary("none")).isEqualTo(new ColumnSummary(3, 3, 0, NAN, NAN, false));
            assertThat(scan.summary("code")).isEqualTo(new ColumnSummary(3, 0, 2, NAN, NAN, false));
            assertThatThrownBy(() -> scan.column("cod")).hasMessageContainingAll("t.csv", "did you mean 'code'?");
        }
    }

    @Test
    void textsStayWholeAndWholeNumbersLoseTheirPoint() throws IOException {
        try (TableScan scan = open(csv("keys.csv", "key,n\nscan.0,1.0\n0.0,2\nx,\n"))) {
            assertThat(scan.texts("key")).containsExactly("scan.0", "0.0", "x");
            assertThat(scan.texts("n")).containsExactly("1", "2", "(blank)");
        }
    }

    @Test
    void aColumnThatChangesLateIsReadAsWhatAllItsValuesAre() throws IOException {
        StringBuilder text = new StringBuilder("whole,late,day,blank\n");
        for (int i = 0; i < 30_000; i++) {
            text.append(i).append(',').append(i).append(",2021-02-03,\n");
        }
        text.append("0.5,x,2021-02-03 04:05:06,7\n");
        try (TableScan scan = open(csv("late.csv", text.toString()))) {
            assertThat(kinds(scan)).containsExactly("whole:DECIMAL", "late:TEXT", "day:TIMESTAMP", "blank:WHOLE");
            double[] whole = numbers(scan, "whole");
            assertThat(whole).hasSize(30_001).endsWith(29_999, 0.5);
            for (int i = 0; i < 30_000; i++) {
                assertThat(whole[i]).isEqualTo(i);
            }
            assertRefused(
                    () -> numbers(scan, "late"), "late.csv, row 30001: column 'late' must be a number, found 'x'");
            assertRefused(() -> scan.levels("late"), "column 'late' has more than 10000 different values");
            assertThat(scan.summary("late").distinct()).isEqualTo(10_001);
            assertThat(numbers(scan, "blank")).endsWith(NAN, 7);
        }
    }

    @Test
    void delimitersAreThoseOfTheFirstLine() throws IOException {
        for (String delimiter : List.of(",", ";", "\t", "|")) {
            Path file = csv("d.csv", "\"a,;\"" + delimiter + "b\r\n1" + delimiter + "u\r\n2" + delimiter + "\"v\"\r\n");
            try (TableScan scan = open(file)) {
                assertThat(scan.columns()).extracting(ScanColumn::name).containsExactly("a,;", "b");
                assertThat(numbers(scan, "a,;")).containsExactly(1, 2);
                assertThat(categories(scan, "b")).containsExactly("u", "v");
            }
        }
        try (TableScan scan = open(csv("comma.csv", "a;p\n1;0,5\n"))) {
            assertRefused(
                    () -> numbers(scan, "p"),
                    "comma.csv, row 1: column 'p' must be a number, found '0,5'; decimals are written with a point");
        }
        try (TableScan scan = open(csv("na.csv", "p\n0.25\nNA\n"))) {
            assertRefused(() -> numbers(scan, "p"), "row 2", "found 'NA'; leave a missing number blank");
        }
    }

    @Test
    void oddButHonestCsvFilesAreRead() throws IOException {
        try (TableScan scan = open(csv("blank.csv", "a\n1\n\n-0.0\n0"))) {
            assertThat(numbers(scan, "a")).containsExactly(1, NAN, -0.0, 0);
            assertThat(categories(scan, "a")).containsExactly("1", "(blank)", "0", "0");
        }
        try (TableScan scan = open(csv("odd.csv", "A,a,two lines\r\n1,\"2\",5\" x\r\n3,4,\"\ny \"\r\n"))) {
            assertThat(kinds(scan)).containsExactly("A:WHOLE", "a:WHOLE", "two lines:TEXT");
            assertThat(numbers(scan, "a")).containsExactly(2, 4);
            assertThat(categories(scan, "two lines")).containsExactly("5\" x", "\ny ");
        }
        try (TableScan scan = open(csv("feed.csv", "\"a\nb\",c\n1,2\n"))) {
            assertThat(numbers(scan, "a\nb")).containsExactly(1);
        }
        try (TableScan scan = open(csv("old.csv", "a,b\r1,2\r3,4"))) {
            assertThat(numbers(scan, "b")).containsExactly(2, 4);
        }
        try (TableScan scan = open(csv("called.csv", "a\n(blank)\n\"\"\nx\n"))) {
            assertThat(scan.levels("a")).containsExactly("(blank)", "x");
            assertThat(categories(scan, "a")).containsExactly("(blank)", "(blank)", "x");
        }
        Path packed = folder.resolve("packed.csv.gz");
        try (var out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write("a,b\n1,x\n2,y\n".getBytes(StandardCharsets.UTF_8));
        }
        try (TableScan scan = open(packed)) {
            assertThat(numbers(scan, "a")).containsExactly(1, 2);
            assertThat(scan.levels("b")).containsExactly("x", "y");
        }
    }

    @Test
    void damagedCsvFilesAreRefusedInOneLine() throws IOException {
        refused("empty.csv", "", "empty.csv: is empty");
        refused("header.csv", "a,b\n", "header.csv: has no rows");
        refused("header2.csv", "a,b", "header2.csv: has no rows");
        refused("ragged.csv", "a,b\n1,2\n3\n4,5\n", "ragged.csv, line 3: has 1 fields where the first line names 2");
        refused("wide.csv", "a,b\n1,2\n3,4,5\n", "wide.csv, line 3: has 3 fields where the first line names 2");
        refused("twice.csv", "a,b,a\n1,2,3\n", "twice.csv, line 1: two columns are called 'a'");
        refused("unnamed.csv", "a,,c\n1,2,3\n", "unnamed.csv, line 1: column 2 of 3 has no name");
        refused("headless.csv", "1,0.5\n0,0.25\n", "headless.csv, line 1: must name the columns, found numbers");
        refused("open.csv", "a,b\n1,\"2\n3,4\n", "open.csv", "quote");
        refused("feed.csv", "\"a\nb\",c\r\n1,2\r\n", "feed.csv, line 1: a column's name holds a line feed");
        refused("mixed.csv", "a,b\r\n1,2\n3,4\r\n", "mixed.csv: not a readable table: its lines end in different ways");
        refused("openheader.csv", "\"a,b\n1,2\n", "openheader.csv, line 1: a double quote is not closed");
        Path latin = folder.resolve("latin.csv");
        Files.write(latin, "a,b\n1,\u00e9t\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
        assertRefused(() -> open(latin), "latin.csv", "UTF-8");
        Path wide = folder.resolve("utf16.csv");
        Files.write(wide, "a,b\n1,2\n".getBytes(StandardCharsets.UTF_16));
        assertRefused(() -> open(wide), "utf16.csv: is UTF-16 text");
        Path parquet = Files.writeString(folder.resolve("no.parquet"), "not parquet");
        assertRefused(() -> open(parquet), "no.parquet: not a readable table");
        assertRefused(() -> open(folder.resolve("none.csv")), "none.csv: there is no such table");
        assertRefused(() -> open(csv("t.txt", "a\n1\n")), "t.txt: a table's name must end in .parquet or .csv");
    }

    @Test
    void parquetColumnsOfEveryTypeGiveDuckDbsOwnValues() throws SQLException {
        Path file = folder.resolve("types.parquet");
        try (var connection = DuckDb.open();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "COPY (SELECT i::UTINYINT AS u, (i - 1)::BIGINT AS b, i::HUGEINT AS h, (i / 10)::DECIMAL(9,2) AS c, "
                            + "(i / 10)::FLOAT AS f, CASE WHEN i = 1 THEN 'NaN'::DOUBLE ELSE i / 4 END AS d, i = 1 AS flag, "
                            + "DATE '2000-01-01' + i::INTEGER AS day, TIMESTAMP '2000-01-01 00:00:01' AS at, "
                            + "TIMESTAMPTZ '2000-01-01 00:00:01+00' AS zoned, CASE WHEN i > 0 THEN 'v' || i END AS \"te\"\"xt\", "
                            + "[i] AS list, 9007199254740992 + i AS large FROM range(3) t(i)) TO '" + file
                            + "' (FORMAT parquet)");
        }
        try (TableScan scan = open(file)) {
            assertThat(kinds(scan))
                    .containsExactly(
                            "u:WHOLE",
                            "b:WHOLE",
                            "h:DECIMAL",
                            "c:DECIMAL",
                            "f:DECIMAL",
                            "d:DECIMAL",
                            "flag:BOOLEAN",
                            "day:DATE",
                            "at:TIMESTAMP",
                            "zoned:TIMESTAMP",
                            "te\"xt:TEXT",
                            "list:TEXT",
                            "large:WHOLE");
            assertThat(numbers(scan, "u")).containsExactly(0, 1, 2);
            assertThat(numbers(scan, "b")).containsExactly(-1, 0, 1);
            assertThat(numbers(scan, "c")).containsExactly(0, 0.1, 0.2);
            assertThat(numbers(scan, "f")).containsExactly(0, 0.1f, 0.2f);
            assertThat(scan.levels("f")).containsExactly("0", "0.1", "0.2");
            assertThat(numbers(scan, "d")).containsExactly(0, NAN, 0.5);
            assertThat(categories(scan, "d")).containsExactly("0", "(blank)", "0.5");
            assertThat(scan.summary("d")).isEqualTo(new ColumnSummary(3, 1, 2, 0, 0.5, false));
            assertThat(numbers(scan, "flag")).containsExactly(0, 1, 0);
            assertThat(numbers(scan, "day")).containsExactly(10957, 10958, 10959);
            assertThat(numbers(scan, "at")).containsExactly(946684801, 946684801, 946684801);
            assertThat(numbers(scan, "zoned")).containsExactly(946684801, 946684801, 946684801);
            assertThat(scan.levels("zoned")).containsExactly("2000-01-01 00:00:01");
            assertThat(categories(scan, "te\"xt")).containsExactly("(blank)", "v1", "v2");
            assertThat(categories(scan, "list")).containsExactly("[0]", "[1]", "[2]");
            assertRefused(() -> scan.levels("large"), "column 'large'", "too large to be told apart");
        }
    }

    @Test
    void whatTheWriterWroteIsReadInOrderAcrossBlocks() throws IOException {
        int rows = 20_000;
        int[] step = new int[rows];
        double[] loss = new double[rows];
        String[] ward = new String[rows];
        for (int i = 0; i < rows; i++) {
            step[i] = i % 7 - 3;
            loss[i] = Math.sin(i);
            ward[i] = i % 5 == 0 ? null : "w" + i % 13;
        }
        Table table = new Table(List.of(
                new Column.Ints("step", step), new Column.Doubles("loss", loss), new Column.Texts("ward", ward)));
        for (String name : List.of("w.parquet", "w.csv")) {
            TableWriter.write(folder.resolve(name), table);
        }
        try (TableScan parquet = open(folder.resolve("w.parquet"));
                TableScan csv = open(folder.resolve("w.csv"));
                TableScan memory = TableScan.of(table, Map.of())) {
            for (TableScan scan : List.of(parquet, csv, memory)) {
                assertThat(numbers(scan, "loss")).isEqualTo(loss);
                assertThat(scan.levels("step")).containsExactly("-3", "-2", "-1", "0", "1", "2", "3");
                assertThat(scan.levels("ward")).hasSize(14).endsWith("(blank)");
                assertThat(scan.summary("step")).isEqualTo(new ColumnSummary(rows, 0, 7, -3, 3, true));
                int[] seen = {0};
                scan.read(List.of(Wanted.category("ward"), Wanted.category("step"), Wanted.number("step")), block -> {
                    assertThat(block.first()).isEqualTo(seen[0]);
                    for (int i = 0; i < block.rows(); i++) {
                        int row = seen[0]++;
                        String wanted = ward[row] == null ? "(blank)" : ward[row];
                        assertThat(scan.levels("ward").get(block.codes(0)[i])).isEqualTo(wanted);
                        assertThat(block.codes(1)[i]).isEqualTo(step[row] + 3);
                        assertThat(block.numbers(2)[i]).isEqualTo(step[row]);
                    }
                });
                assertThat(seen[0]).isEqualTo(rows);
            }
        }
    }

    @Test
    void aFilterTakesValuesOfTheColumnsKindAndIsNeverSql() throws IOException {
        Path file = csv(
                "w.csv",
                "part,step,ok,day\ntest,300,true,2020-01-01\nval,300,false,2020-01-02\n"
                        + "test,400,false,2020-01-02\n\"it's \"\"x\"\"\",400,true,2020-01-03\n,500,true,\n");
        Table table = new Table(List.of(
                Column.Texts.of("part", List.of("test", "val", "test")),
                new Column.Ints("step", new int[] {300, 300, 400})));
        assertThat(steps(file, Map.of("part", "test"))).containsExactly(300, 400);
        assertThat(steps(file, Map.of("part", "test", "step", 300))).containsExactly(300);
        assertThat(steps(file, Map.of("part", List.of("val", "it's \"x\"")))).containsExactly(300, 400);
        assertThat(steps(file, Map.of("step", List.of("400", 300L)))).containsExactly(300, 300, 400, 400);
        assertThat(steps(file, Map.of("ok", true))).containsExactly(300, 400, 500);
        assertThat(steps(file, Map.of("ok", "false"))).containsExactly(300, 400);
        assertThat(steps(file, Map.of("day", "2020-01-02"))).containsExactly(300, 400);
        assertThat(steps(file, Map.of("part", "(blank)"))).containsExactly(500);
        assertRefused(
                () -> steps(file, Map.of("part", "x' OR 1=1 --")),
                "w.csv: no row has part = x' OR 1=1 -- (it holds it's \"x\", test, val, (blank))");
        assertRefused(() -> steps(file, Map.of("step", "best")), "column 'step' holds whole numbers", "'best'");
        assertRefused(() -> steps(file, Map.of("prat", "x")), "where: unknown column 'prat'", "'part'");
        try (TableScan scan = TableScan.open(file.toString(), Map.of("step", 400))) {
            assertThat(scan.place(0)).isEqualTo(file + ", row 3");
            assertThat(scan.place(1)).isEqualTo(file + ", row 4");
            assertThat(scan.levels("part")).containsExactly("it's \"x\"", "test");
        }
        try (TableScan scan = TableScan.of(table, Map.of("part", "test", "step", List.of(400, "300")))) {
            assertThat(numbers(scan, "step")).containsExactly(300, 400);
            assertThat(scan.place(1)).isEqualTo("table, row 3");
        }
        assertRefused(() -> TableScan.of(table, Map.of("step", 1)), "no row has {step=1}");
    }

    private static double[] steps(Path file, Map<String, ?> where) {
        try (TableScan scan = TableScan.open(file.toString(), where)) {
            return numbers(scan, "step");
        }
    }

    @Test
    void foldersAndPatternsAreReadInTheOrderOfNames() throws IOException {
        Files.createDirectories(folder.resolve("many/deep"));
        csv("many/b.csv", "x,g\n3,v\n4,u\n");
        csv("many/a.csv", "g;x\nu;1\nu;2\n");
        csv("many/_skipped.csv", "other\n1\n");
        csv("many/deep/c.csv", "x,g\n5,w\n");
        for (String path : List.of("many", "many/*.csv", "many/[ab].csv", "many/{b,a}.csv", "*/?.csv")) {
            try (TableScan scan = TableScan.open(folder + "/" + path)) {
                assertThat(numbers(scan, "x")).as(path).containsExactly(1, 2, 3, 4);
                assertThat(scan.levels("g")).containsExactly("u", "v");
                assertThat(scan.place(2)).isEqualTo(folder.resolve("many/b.csv") + ", row 1");
            }
        }
        try (TableScan scan = TableScan.open(folder + "/many/**.csv")) {
            assertThat(numbers(scan, "x")).containsExactly(1, 2, 3, 4, 5);
        } catch (UserError e) {
            assertThat(e).hasMessageContaining("_skipped");
        }
        assertRefused(() -> TableScan.open(folder + "/many/*.parquet"), "matches no .parquet or .csv file");
        csv("many/d.csv", "x,h\n1,2\n");
        assertRefused(() -> TableScan.open(folder + "/many"), "d.csv: has no column 'g', which", "a.csv has");
        csv("many/d.csv", "x,g,h\n1,2,3\n");
        assertRefused(() -> TableScan.open(folder + "/many"), "d.csv: has a column 'h', which", "a.csv lacks");
        Files.delete(folder.resolve("many/d.csv"));
        TableWriter.write(folder.resolve("many/e.parquet"), new Table(List.of(new Column.Ints("x", new int[] {1}))));
        assertRefused(() -> TableScan.open(folder + "/many"), "holds both Parquet and CSV files");
    }

    @Test
    void parquetFilesOfOneTableMustAgree() throws IOException {
        TableWriter.write(folder.resolve("1.parquet"), new Table(List.of(new Column.Ints("x", new int[] {1, 2}))));
        TableWriter.write(folder.resolve("2.parquet"), new Table(List.of(new Column.Doubles("x", new double[] {.5}))));
        try (TableScan scan = TableScan.open(folder + "/*.parquet")) {
            assertThat(numbers(scan, "x")).containsExactly(1, 2, .5);
            assertThat(scan.place(2)).isEqualTo(folder.resolve("2.parquet") + ", row 1");
        }
        TableWriter.write(folder.resolve("3.parquet"), new Table(List.of(Column.Texts.of("x", List.of("a")))));
        assertRefused(() -> TableScan.open(folder + "/*.parquet"), "3.parquet: column 'x' holds text, in");
    }

    @Test
    void textsOfAParquetFileMayBeNumbers() throws IOException {
        Path file = folder.resolve("t.parquet");
        TableWriter.write(file, new Table(List.of(new Column.Texts("x", new String[] {" 1.5", null, "2"}))));
        try (TableScan scan = open(file);
                TableScan memory = TableScan.of(TableReader.read(file), Map.of())) {
            assertThat(numbers(scan, "x")).containsExactly(1.5, NAN, 2);
            assertThat(numbers(memory, "x")).containsExactly(1.5, NAN, 2);
            assertThat(memory.levels("x"))
                    .containsExactly(" 1.5", "2", "(blank)")
                    .isEqualTo(scan.levels("x"));
        }
    }
}
