package org.shiftbed.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.Seed;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.rows.RowLayouts;

/** An index changes what is read how fast, and nothing else. */
class RecordIndexTest {
    private static final int RUNS = 40;

    @TempDir
    Path folder;

    private Path index;

    @BeforeEach
    void aStudyLiesThere() throws IOException {
        index = folder.resolve(RecordIndex.FILE);
        List<ExpectedTrial> trials = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            Path place = Files.createDirectories(folder.resolve("trials").resolve("run" + i));
            StringBuilder lines = new StringBuilder();
            for (int step = 0; step < 5; step++) {
                lines.append(line(i, step)).append('\n');
            }
            if (i == 3) {
                lines.append("{no record}\n");
            }
            if (i == 4) {
                lines.append("{\"step\": 7, \"lo");
            }
            Files.writeString(place.resolve(RecordFile.FILE), lines);
            Files.writeString(place.resolve("done"), "done");
            trials.add(trial(i));
        }
        new ExpectedStudy("s", Protocol.DOMAINBED, List.of("iid"), trials).write(folder);
    }

    private static String line(int run, int step) {
        SplittableRandom random = Seed.of("index", run, step).random();
        String loss = run == 5 ? "NaN" : run == 6 ? "\"-Infinity\"" : String.valueOf(random.nextDouble());
        return "{\"args\": {\"dataset\": \"PACS\", \"test_envs\": [0], \"seed\": 99999999999}, \"env0_in_acc\": "
                + random.nextDouble()
                + ", \"env0_out_acc\": 1, \"hparams\": {\"lr\": 1.0, \"name\": \"\u00e9\"}, \"loss\": " + loss
                + ", \"step\": " + step + (run == 7 && step > 2 ? ", \"extra\": [1, null, {\"a\": true}]" : "") + "}";
    }

    private static ExpectedTrial trial(int i) {
        return new ExpectedTrial(
                "run" + i,
                Protocol.DOMAINBED,
                "PACS",
                "leave-domains-out",
                "",
                "ERM",
                "domainbed",
                List.of(),
                0,
                i,
                5,
                List.of(0),
                List.of("A"),
                null,
                null);
    }

    /** Everything a study's folder says, types included. */
    private String told(StudyResults results) {
        StringBuilder all = new StringBuilder();
        results.runs().forEach(run -> {
            all.append(run.trial().id()).append(run.state()).append(run.cause());
            run.records()
                    .forEach(record -> record.fields()
                            .forEach((name, value) -> all.append(name)
                                    .append('=')
                                    .append(value)
                                    .append(
                                            value == null
                                                    ? ""
                                                    : value.getClass().getSimpleName())
                                    .append(';')));
        });
        return all.append(results.warnings())
                .toString()
                .replace("Row", "Map")
                .replace("Linked", "")
                .replace("Hash", "");
    }

    private void settled() throws IOException {
        // Nothing sets the time of change back: files become known again only when they have rested.
        long[] latest = {0};
        for (int i = 0; i < RUNS; i++) {
            FileMark mark = FileMark.of(folder.resolve("trials/run" + i).resolve(RecordFile.FILE))
                    .orElseThrow();
            latest[0] = Math.max(latest[0], Math.max(mark.changed(), mark.modified()));
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(() -> new FileMark(0, latest[0], 0, 0).settled(1_000_000L * System.currentTimeMillis()));
    }

    private String indexed() throws IOException {
        settled();
        ResultsReader reader = new ResultsReader(folder, 1);
        String told = told(reader.read());
        assertThat(reader.keepIndex()).isTrue();
        return told;
    }

    @Test
    void aFolderReadsTheSameWithAnIndexOfItself() throws IOException {
        String plain = told(StudyResults.read(folder));
        assertThat(plain)
                .contains("[1, null, {a=true}]", "NaNDouble", "-InfinityString", "seed=99999999999")
                .contains("line 6: left out", "line 6: the last line is cut");
        assertThat(index).doesNotExist();
        assertThat(indexed()).isEqualTo(plain);
        assertThat(RecordIndex.read(index, new RowLayouts())).hasSize(RUNS);
        assertThat(told(StudyResults.read(folder))).isEqualTo(plain);
        // Nothing was read anew, so there is nothing to keep.
        ResultsReader again = new ResultsReader(folder, 1);
        again.read();
        assertThat(again.keepIndex()).isFalse();
    }

    @Test
    void anIndexThatIsCutOrChangedAnywhereCountsAsNone() throws IOException {
        String plain = indexed();
        byte[] whole = Files.readAllBytes(index);
        SplittableRandom random = Seed.of("damage").random();
        for (int i = 0; i < 200; i++) {
            byte[] bad = whole.clone();
            bad[i < 60 ? i : random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(index, bad);
            assertThat(RecordIndex.read(index, new RowLayouts())).isEmpty();
        }
        assertThat(told(StudyResults.read(folder))).isEqualTo(plain);
        for (int cut : new int[] {0, 1, 23, 24, 31, 32, whole.length / 2, whole.length - 1}) {
            Files.write(index, java.util.Arrays.copyOf(whole, cut));
            assertThat(RecordIndex.read(index, new RowLayouts())).isEmpty();
            assertThat(told(StudyResults.read(folder))).isEqualTo(plain);
        }
        Files.write(index, java.util.Arrays.copyOf(whole, whole.length + 1));
        assertThat(RecordIndex.read(index, new RowLayouts())).isEmpty();
        Files.delete(index);
        Files.createDirectory(index);
        assertThat(told(StudyResults.read(folder))).isEqualTo(plain);
    }

    @Test
    void aFileThatChangedIsReadItselfEvenWhereSizeAndTimeAreAsBefore() throws IOException {
        indexed();
        Path file = folder.resolve("trials/run1").resolve(RecordFile.FILE);
        FileTime time = Files.getLastModifiedTime(file);
        String text = Files.readString(file);
        Files.writeString(file, text.replace("\"step\": 4", "\"step\": 9"));
        Files.setLastModifiedTime(file, time);
        assertThat(StudyResults.read(folder).runs().get(1).records())
                .extracting(CheckpointRecord::step)
                .containsExactly(0, 1, 2, 3, 9);
        Files.writeString(file, text.substring(0, text.indexOf('\n') + 1));
        assertThat(StudyResults.read(folder).runs().get(1).records()).hasSize(1);
        Files.delete(file);
        assertThat(StudyResults.read(folder).runs().get(1).records()).isEmpty();
    }

    @Test
    void theIndexOfAnotherFolderTellsNothing(@TempDir Path other) throws IOException {
        indexed();
        Path copied = Files.createDirectories(other.resolve("copy"));
        try (var all = Files.walk(folder)) {
            for (Path path : all.toList()) {
                Path to = copied.resolve(folder.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(path, to, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
        Path file = copied.resolve("trials/run2").resolve(RecordFile.FILE);
        FileTime time = Files.getLastModifiedTime(file);
        Files.writeString(file, Files.readString(file).replace("\"step\": 4", "\"step\": 8"));
        Files.setLastModifiedTime(file, time);
        assertThat(StudyResults.read(copied).runs().get(2).records().get(4).step())
                .isEqualTo(8);
    }

    @Test
    void aFileThatWasWrittenAMomentAgoIsNotKept() throws IOException {
        settled();
        Path file = folder.resolve("trials/run1").resolve(RecordFile.FILE);
        Files.writeString(file, Files.readString(file));
        ResultsReader reader = new ResultsReader(folder, 1);
        reader.read();
        assertThat(reader.keepIndex()).isTrue();
        assertThat(RecordIndex.read(index, new RowLayouts())).hasSize(RUNS - 1).doesNotContainKey("run1");
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
        assertThat(FileMark.of(file).orElseThrow().settled(1_000_000L * System.currentTimeMillis()))
                .isFalse();
    }

    @Test
    void aReaderThatReadsAgainSeesWhatIsNew() throws IOException {
        ResultsReader reader = new ResultsReader(folder, Long.MAX_VALUE);
        String before = told(reader.read());
        assertThat(told(reader.read())).isEqualTo(before);
        Path file = folder.resolve("trials/run9").resolve(RecordFile.FILE);
        Files.writeString(file, Files.readString(file) + line(9, 5) + "\n");
        assertThat(reader.read().runs().get(9).records()).hasSize(6);
        assertThat(reader.keepIndex()).isFalse();
        assertThat(index).doesNotExist();
    }
}
