package org.shiftbed.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextNumbersTest {
    private static final List<String> VALUES = List.of(
            "1", "-2.5", "+3e4", ".5", "6.", "", "abc", "007", "1,5", " 12 ", "nan", "inf", "1e", "0.7", "1_000");

    /** 1, -2.5, 3e4, .5, 6., 12 and 0.7. */
    private static final long NUMBERS = 7;

    /** All but those and the blank. */
    private static final TextNumbers EXPECTED = new TextNumbers(NUMBERS, VALUES.size() - NUMBERS - 1, 6, "abc");

    @TempDir
    Path folder;

    private Path csv(String name) throws IOException {
        StringBuilder text = new StringBuilder("v,n\n");
        VALUES.forEach(value -> text.append('"').append(value).append("\",1\n"));
        return Files.writeString(folder.resolve(name), text);
    }

    private static Table table() {
        return new Table(List.of(Column.Texts.of("v", VALUES)));
    }

    @Test
    void filesAndTablesInMemoryCountAlike() throws IOException {
        try (TableScan file = TableScan.open(csv("v.csv").toString());
                TableScan memory = TableScan.of(table(), Map.of())) {
            assertThat(file.textNumbers("v")).isEqualTo(EXPECTED);
            assertThat(memory.textNumbers("v")).isEqualTo(EXPECTED);
            assertThatThrownBy(() -> file.textNumbers("n")).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void theFirstOtherValueOfTwoTablesStandsInEither() {
        Table numbers = new Table(List.of(Column.Texts.of("v", List.of("1", "2"))));
        try (TableScan both = TableScan.stacked(TableScan.of(numbers, Map.of()), TableScan.of(table(), Map.of()))) {
            assertThat(both.textNumbers("v"))
                    .isEqualTo(new TextNumbers(NUMBERS + 2, EXPECTED.others(), EXPECTED.first() + 2, "abc"));
        }
        try (TableScan both = TableScan.stacked(TableScan.of(table(), Map.of()), TableScan.of(numbers, Map.of()))) {
            assertThat(both.textNumbers("v"))
                    .isEqualTo(new TextNumbers(NUMBERS + 2, EXPECTED.others(), EXPECTED.first(), "abc"));
        }
    }

    @Test
    void onlyRowsInUseCount() throws IOException {
        Path file = Files.writeString(folder.resolve("w.csv"), "v,part\nx,a\n1,b\n2,b\ny,b\n");
        try (TableScan scan = TableScan.open(file.toString(), Map.of("part", "b"))) {
            assertThat(scan.textNumbers("v")).isEqualTo(new TextNumbers(2, 1, 2, "y"));
            assertThat(scan.place(2)).endsWith("w.csv, row 4");
        }
    }
}
