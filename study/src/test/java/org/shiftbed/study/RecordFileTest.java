package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordFileTest {
    private static RecordFile read(Path folder, String text) throws Exception {
        Files.writeString(folder.resolve("results.jsonl"), text);
        return RecordFile.read(folder);
    }

    @Test
    void pythonsBareNaNAndOurTextsAreTheSameNumbers(@TempDir Path folder) throws Exception {
        RecordFile file = read(
                folder,
                "{\"step\": 0, \"loss\": NaN, \"nll\": -Infinity}\n{\"step\":1,\"loss\":\"NaN\",\"nll\":\"-Infinity\"}\n");
        assertThat(file.warnings()).isEmpty();
        for (CheckpointRecord record : file.records()) {
            assertThat(Objects.requireNonNull(record.number("loss"))).isNaN();
            assertThat(record.number("nll")).isEqualTo(Double.NEGATIVE_INFINITY);
            assertThat(record.number("absent")).isNull();
        }
    }

    @Test
    void aCutLastLineIsLeftOutAndNamed(@TempDir Path folder) throws Exception {
        String whole = "{\"step\":0,\"loss\":1}\n{\"step\":1,\"loss\":2}\n";
        for (int cut = 21; cut < whole.length() - 2; cut++) {
            RecordFile file = read(folder, whole.substring(0, cut));
            assertThat(file.records()).hasSize(1);
            assertThat(file.warnings()).containsExactly("results.jsonl, line 2: the last line is cut and was left out");
        }
        assertThat(read(folder, whole.substring(0, whole.length() - 1)).records())
                .hasSize(2);
    }

    @Test
    void aDamagedLineInTheMiddleDoesNotHideWhatFollows(@TempDir Path folder) throws Exception {
        RecordFile file = read(folder, "{\"step\":0}\n{]\n[1]\n{\"loss\":1}\n{\"step\":0}\n");
        assertThat(file.records()).extracting(CheckpointRecord::step).containsExactly(0, 0);
        assertThat(file.warnings()).hasSize(3).allMatch(warning -> warning.contains("left out"));
    }

    @Test
    void aFolderWithoutRecordsHasNone(@TempDir Path folder) throws Exception {
        assertThat(RecordFile.read(folder).records()).isEmpty();
    }
}
