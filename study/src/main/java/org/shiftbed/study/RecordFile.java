package org.shiftbed.study;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.shiftbed.base.CanonicalJson;

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
        records = List.copyOf(records);
        warnings = List.copyOf(warnings);
    }

    /** Reads a folder's {@code results.jsonl}; a folder without one has no records. */
    public static RecordFile read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        String text;
        try {
            // Not readString: a line cut inside a character must not make the whole file unreadable.
            text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return new RecordFile(List.of(), List.of());
        }
        List<CheckpointRecord> records = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        int from = 0;
        for (int number = 1; from < text.length(); number++) {
            int end = text.indexOf('\n', from);
            boolean whole = end >= 0;
            String line = text.substring(from, whole ? end : text.length()).strip();
            from = whole ? end + 1 : text.length();
            if (line.isEmpty()) {
                continue;
            }
            try {
                records.add(new CheckpointRecord(CanonicalJson.parseObject(line)));
            } catch (IllegalArgumentException e) {
                warnings.add(FILE + ", line " + number + ": "
                        + (whole ? "left out, " + firstLine(e) : "the last line is cut and was left out"));
            }
        }
        return new RecordFile(records, warnings);
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
