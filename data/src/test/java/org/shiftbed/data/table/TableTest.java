package org.shiftbed.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;

class TableTest {
    @TempDir
    Path folder;

    private static Table predictions(int from, int rows) {
        int[] step = new int[rows];
        long[] row = new long[rows];
        float[] score = new float[rows];
        double[] loss = new double[rows];
        String[] part = new String[rows];
        for (int i = 0; i < rows; i++) {
            step[i] = (from + i) % 2 == 0 ? 300 : -1;
            row[i] = 5_000_000_000L + from + i;
            score[i] = (float) Math.log((from + i + 1) / 7.0);
            loss[i] = 1.0 / (from + i + 3);
            part[i] = i % 3 == 0 ? "test" : "val 'id', \"quoted\"; é\n";
        }
        return new Table(List.of(
                new Column.Ints("step", step),
                new Column.Longs("row", row),
                new Column.Floats("score_0", score),
                new Column.Doubles("loss", loss),
                new Column.Texts("the \"part\"", part)));
    }

    private static void assertSame(Table found, Table wanted) {
        assertThat(found.names()).isEqualTo(wanted.names());
        assertThat(found.rows()).isEqualTo(wanted.rows());
        assertThat(found.ints("step")).isEqualTo(wanted.ints("step"));
        assertThat(found.longs("row")).isEqualTo(wanted.longs("row"));
        assertThat(found.floats("score_0")).isEqualTo(wanted.floats("score_0"));
        assertThat(found.doubles("loss")).isEqualTo(wanted.doubles("loss"));
        assertThat(found.texts("the \"part\"")).isEqualTo(wanted.texts("the \"part\""));
    }

    @Test
    void parquetGivesBackEveryBitAndType() throws IOException {
        Path file = folder.resolve("it's [a] predictions?.parquet");
        Table table = predictions(0, 5000);
        TableWriter.write(file, table);
        Table found = TableReader.read(file);
        assertSame(found, table);
        assertThat(found.columns().stream().map(Object::getClass).toList())
                .isEqualTo(table.columns().stream().map(Object::getClass).toList());
    }

    @Test
    void csvGivesBackEveryValue() throws IOException {
        Path file = folder.resolve("table.csv");
        Table table = predictions(0, 200);
        TableWriter.write(file, table);
        assertThat(Files.readString(file)).startsWith("step,row,score_0,loss,");
        assertSame(TableReader.read(file), table);
    }

    @Test
    void blocksFollowOneAnotherInOrder() throws IOException {
        Path file = folder.resolve("blocks.parquet");
        try (TableWriter writer = new TableWriter(file)) {
            for (int from = 0; from < 7000; from += 700) {
                writer.append(predictions(from, 700));
            }
            writer.finish();
        }
        long[] rows = TableReader.read(file, List.of("row")).longs("row");
        assertThat(rows).hasSize(7000).isSorted();
        assertThat(rows[6999]).isEqualTo(5_000_006_999L);
    }

    @Test
    void valuesThatAreNotFiniteSurvive() throws IOException {
        float[] floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, -0.0f, Float.MIN_VALUE, 1.5f};
        double[] doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0, 5e-324, 0.1};
        Table table = new Table(List.of(new Column.Floats("f", floats), new Column.Doubles("d", doubles)));
        for (String name : List.of("odd.parquet", "odd.csv")) {
            Path file = folder.resolve(name);
            TableWriter.write(file, table);
            assertThat(TableReader.read(file).floats("f")).as(name).containsExactly(floats);
            assertThat(TableReader.read(file).doubles("d")).as(name).containsExactly(doubles);
        }
    }

    @Test
    void missingTextsAreKeptApartFromEmptyOnes() throws IOException {
        Path file = folder.resolve("texts.parquet");
        TableWriter.write(file, new Table(List.of(new Column.Texts("t", new String[] {"a", null, ""}))));
        assertThat(TableReader.read(file).texts("t")).containsExactly("a", null, "");
    }

    @Test
    void wholeNumbersWithAGapComeAsDecimalsWithNaN() throws IOException {
        Path file = folder.resolve("gap.csv");
        Files.writeString(file, "id,n\na,1\nb,\nc,3\n");
        assertThat(TableReader.read(file).doubles("n")).containsExactly(1, Double.NaN, 3);
    }

    @Test
    void sameRowsMakeTheSameBytes() throws IOException {
        Path one = folder.resolve("one.parquet");
        Path two = folder.resolve("two.parquet");
        TableWriter.write(one, predictions(0, 3000));
        TableWriter.write(two, predictions(0, 3000));
        assertThat(Files.readAllBytes(one)).isEqualTo(Files.readAllBytes(two));
    }

    @Test
    void theUnpackedLibraryLosesItsNameAtOnce() throws IOException {
        assumeTrue(Files.isReadable(Path.of("/proc/self/maps")), "needs Linux");
        TableWriter.write(folder.resolve("x.parquet"), predictions(0, 3));
        List<String> loaded = Files.readAllLines(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1).stream()
                .filter(line -> line.contains("/libduckdb_java"))
                .toList();
        assertThat(loaded).isNotEmpty().allMatch(line -> line.endsWith("(deleted)"));
    }

    @Test
    void anUnfinishedTableLeavesNothingAndAFinishedOneOnlyItself() throws IOException {
        Path file = folder.resolve("new/x.parquet");
        try (TableWriter writer = new TableWriter(file)) {
            writer.append(predictions(0, 10));
        }
        assertThat(file.getParent()).doesNotExist();
        TableWriter.write(file, predictions(0, 10));
        try (Stream<Path> all = Files.list(file.getParent())) {
            assertThat(all).containsExactly(file);
        }
    }

    @Test
    void blocksMustHaveTheColumnsOfTheFirst() throws IOException {
        try (TableWriter writer = new TableWriter(folder.resolve("x.parquet"))) {
            writer.append(predictions(0, 2));
            Table other = new Table(List.of(new Column.Ints("step", new int[] {1})));
            assertThatThrownBy(() -> writer.append(other)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void mistakesAreNamedInOneLine() throws IOException {
        Path file = folder.resolve("t.csv");
        Files.writeString(file, "label,loss\n1,0.5\n2,0.25\n");
        assertThatThrownBy(() -> TableReader.read(file, List.of("labl")))
                .isInstanceOf(UserError.class)
                .hasMessageContainingAll("t.csv", "'labl'", "did you mean 'label'?");
        assertThatThrownBy(() -> TableReader.read(file).ints("loss"))
                .isInstanceOf(UserError.class)
                .hasMessage("column 'loss', row 1: must be a whole number, got '0.5'");
        assertThatThrownBy(() -> TableReader.read(folder.resolve("none.csv")))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("none.csv");
        assertThatThrownBy(() -> new TableWriter(folder.resolve("t.json")))
                .isInstanceOf(UserError.class)
                .hasMessageContaining(".parquet or .csv");
        Path broken = folder.resolve("broken.parquet");
        Files.write(broken, "not a parquet file at all".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> TableReader.read(broken))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("broken.parquet")
                .hasMessageNotContaining("\n");
    }
}
