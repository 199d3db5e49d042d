package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableScan;
import org.shiftbed.data.table.TableWriter;

class AuditTableTest {
    @TempDir
    Path folder;

    private String predictions = "";

    @BeforeEach
    void writeAFolderOfATrial() throws IOException {
        Path file = folder.resolve("predictions.parquet");
        TableWriter.write(
                file,
                new Table(List.of(
                        new Column.Ints("step", new int[] {100, 100, 200, 200, 300, 300}),
                        Column.Texts.of("part", List.of("test", "val_id", "test", "val_id", "test", "val_id")),
                        new Column.Floats("loss", new float[] {1, 2, 3, 4, 5, 6}))));
        predictions = file.toString();
    }

    private void records(String... lines) throws IOException {
        Files.write(folder.resolve("results.jsonl"), List.of(lines));
    }

    private static String record(int step, String score) {
        return "{\"step\": " + step + ", \"shiftbed\": {\"val_id\": " + score + "}}";
    }

    private double onlyLoss(Map<String, Object> where) {
        try (TableScan scan = AuditTable.open(predictions, where)) {
            assertThat(scan.rows()).isEqualTo(1);
            return scan.summary("loss").min();
        }
    }

    private void refused(Map<String, Object> where, String... parts) {
        assertThatThrownBy(() -> AuditTable.open(predictions, where))
                .isInstanceOf(UserError.class)
                .hasMessageContainingAll(parts)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    @Test
    void severalPartsOrStepsAreRefusedUntilOneIsChosen() {
        refused(Map.of(), "predictions.parquet: holds several parts (test, val_id)", "where: {part: test}");
        refused(Map.of("part", "test"), "holds several steps (100, 200, 300)", "'best' and 'last' are understood");
        assertThat(onlyLoss(Map.of("part", "test", "step", 200L))).isEqualTo(3);
        assertThat(onlyLoss(Map.of("part", "val_id", "step", "last"))).isEqualTo(6);
        try (TableScan both = AuditTable.open(predictions, Map.of("part", "test", "step", List.of(100L, 300L)))) {
            assertThat(both.rows()).isEqualTo(2);
        }
    }

    @Test
    void theBestStepIsTheEarliestOfTheLargestValidationAccuracy() throws IOException {
        Map<String, Object> best = Map.of("part", "test", "step", "best");
        refused(best, "beside the table, and there is none; say which step, as in where: {step: 300}", "100, 200, 300");
        records(record(100, "0.5"), record(300, "0.75"), record(200, "0.75"), record(400, "\"NaN\""), "{\"step\": 3");
        assertThat(onlyLoss(best)).isEqualTo(3);
        records(record(100, "0.5"), record(150, "0.9"));
        refused(best, "the best step is 150 and has no rows", "step: 300");
        records(record(100, "null"), "{\"step\": 200}");
        refused(best, "has no validation accuracy", "val_id");
    }

    @Test
    void aTableOfOneStepNeedsNoRecords() throws IOException {
        TableWriter.write(
                folder.resolve("predictions.parquet"),
                new Table(List.of(
                        new Column.Ints("step", new int[] {100}),
                        Column.Texts.of("part", List.of("test")),
                        new Column.Floats("loss", new float[] {7}))));
        assertThat(onlyLoss(Map.of())).isEqualTo(7);
        assertThat(onlyLoss(Map.of("step", "best"))).isEqualTo(7);
    }

    @Test
    void aTableThatIsNoTrialsKeepsItsColumnsMeaning() throws IOException {
        predictions = Files.writeString(folder.resolve("t.csv"), "step,loss\nfirst,1\nbest,2\n")
                .toString();
        assertThat(onlyLoss(Map.of("step", "best"))).isEqualTo(2);
        try (TableScan scan = AuditTable.open(predictions, Map.of())) {
            assertThat(scan.rows()).isEqualTo(2);
        }
    }
}
