package org.shiftbed.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;

class StackedScanTest {
    @TempDir
    Path folder;

    private TableScan scan(String name, String text) throws IOException {
        return TableScan.open(Files.writeString(folder.resolve(name), text).toString());
    }

    private TableScan stacked(String first, String second) throws IOException {
        return TableScan.stacked(scan("first.csv", first), scan("second.csv", second));
    }

    private static List<String> values(TableScan scan, String column) {
        List<String> levels = scan.levels(column);
        List<String> values = new ArrayList<>();
        scan.read(List.of(Wanted.category(column)), block -> {
            assertThat(block.first()).isEqualTo(values.size());
            for (int r = 0; r < block.rows(); r++) {
                values.add(levels.get(block.codes(0)[r]));
            }
        });
        return values;
    }

    private static List<Double> numbers(TableScan scan, String column) {
        List<Double> values = new ArrayList<>();
        scan.read(List.of(Wanted.number(column)), block -> {
            for (int r = 0; r < block.rows(); r++) {
                values.add(block.numbers(0)[r]);
            }
        });
        return values;
    }

    @Test
    void rowsOfTheFirstComeBeforeThoseOfTheSecondAndLevelsAreThoseOfEither() throws IOException {
        try (TableScan both = stacked("ward,x\nb,1\nd,2\nb,\n", "x,extra,ward\n2.5,9,c\n1,9,\n3,9,b\n")) {
            assertThat(both.rows()).isEqualTo(6);
            assertThat(both.columns())
                    .containsExactly(new ScanColumn("ward", ColumnKind.TEXT), new ScanColumn("x", ColumnKind.DECIMAL));
            assertThat(both.levels("ward")).containsExactly("b", "c", "d", TableScan.BLANK);
            assertThat(values(both, "ward")).containsExactly("b", "d", "b", "c", TableScan.BLANK, "b");
            assertThat(numbers(both, "x")).containsExactly(1.0, 2.0, Double.NaN, 2.5, 1.0, 3.0);
            assertThat(both.levels("x")).containsExactly("1", "2", "2.5", "3", TableScan.BLANK);
            assertThat(values(both, "x")).containsExactly("1", "2", TableScan.BLANK, "2.5", "1", "3");
            assertThat(both.summary("x")).isEqualTo(new ColumnSummary(6, 1, 4, 1, 3, false));
            assertThat(both.summary("ward")).isEqualTo(new ColumnSummary(6, 1, 3, Double.NaN, Double.NaN, false));
            assertThat(both.place(2)).endsWith("first.csv, row 3");
            assertThat(both.place(4)).endsWith("second.csv, row 2");
        }
    }

    @Test
    void filesAndTablesInMemoryStackAlike() throws IOException {
        Table table = new Table(List.of(new Column.Ints("x", new int[] {10, 2, 7})));
        try (TableScan both =
                TableScan.stacked(TableScan.of(table, Map.of("x", List.of(10, 2))), scan("second.csv", "x\n9\n2\n"))) {
            assertThat(both.levels("x")).containsExactly("2", "9", "10");
            assertThat(values(both, "x")).containsExactly("10", "2", "9", "2");
            assertThat(both.summary("x")).isEqualTo(new ColumnSummary(4, 0, 3, 2, 10, true));
        }
    }

    @Test
    void aColumnWithoutAValueInOneTableIsOfTheOthersKind() throws IOException {
        try (TableScan both = stacked("x,y\n,1\n,2\n", "x,y\n4,1\n5,2\n")) {
            assertThat(both.column("x").kind()).isEqualTo(ColumnKind.WHOLE);
            assertThat(numbers(both, "x")).containsExactly(Double.NaN, Double.NaN, 4.0, 5.0);
            assertThat(both.summary("x")).isEqualTo(new ColumnSummary(4, 2, 2, 4, 5, true));
        }
    }

    @Test
    void columnsThatDifferInKindOrAreInOneTableOnlyAreRefusedByName() throws IOException {
        try (TableScan both = stacked("x,y\n1,1\n2,2\n", "x,z\na,1\nb,2\n")) {
            assertThatThrownBy(() -> both.column("x"))
                    .isInstanceOf(UserError.class)
                    .hasMessageContainingAll("column 'x'", "whole numbers in", "first.csv and text in", "second.csv");
            assertThatThrownBy(() -> both.read(List.of(Wanted.number("y")), block -> {}))
                    .isInstanceOf(UserError.class)
                    .hasMessageContainingAll("second.csv: has no column 'y'", "first.csv has");
            assertThatThrownBy(() -> both.levels("z")).hasMessageContaining("first.csv: has no column 'z'");
            assertThatThrownBy(() -> both.column("q"))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("unknown column 'q'");
        }
    }
}
