package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.shiftbed.study.rows.Row;
import org.shiftbed.study.rows.RowBlock;
import org.shiftbed.study.rows.RowLayouts;
import org.shiftbed.study.rows.RowReader;

/**
 * What a {@code results.jsonl} holds. Records keep the order of the file, repeated steps included. A line that is no record is left out and
 * named; nothing is repaired.
 *
 * @param records in file order
 * @param warnings one line each, with the line number: a cut last line, a line that is not JSON
 */
public record RecordFile(List<CheckpointRecord> records, List<String> warnings) {
    /** Name of the file in a trial's folder. */
    public static final String FILE = "results.jsonl";

    public RecordFile {
        records = Records.copyOf(records);
        warnings = List.copyOf(warnings);
    }

    /** Reads a folder's {@code results.jsonl}; a folder without one has no records. */
    public static RecordFile read(Path folder) throws IOException {
        return read(folder, new RowReader(new RowLayouts()));
    }

    /** {@link #read(Path)} with a reader that has read other files: one for each thread. */
    public static RecordFile read(Path folder, RowReader reader) throws IOException {
        byte[] text;
        try {
            text = Files.readAllBytes(folder.resolve(FILE));
        } catch (NoSuchFileException e) {
            return new RecordFile(List.of(), List.of());
        }
        reader.open(text);
        RowBlock block = new RowBlock();
        List<String> warnings = new ArrayList<>();
        int from = 0;
        for (int number = 1; from < text.length; number++) {
            int end = from;
            while (end < text.length && text[end] != '\n') {
                end++;
            }
            boolean whole = end < text.length;
            try {
                Row row = reader.line(from, end);
                if (row != null) {
                    // A line without a step is no record.
                    CheckpointRecord.check(row);
                    block.add(row);
                }
            } catch (IllegalArgumentException e) {
                warnings.add(FILE + ", line " + number + ": "
                        + (whole ? "left out, " + firstLine(e) : "the last line is cut and was left out"));
            }
            from = end + 1;
        }
        return new RecordFile(new Records(block.rows()), warnings);
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
