package org.shiftbed.data.table;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.shiftbed.base.UserError;

/**
 * The first record of a CSV file.
 *
 * @param names of the columns, all different, none blank
 * @param delimiter between fields
 */
record CsvHeader(List<String> names, char delimiter) {
    private static final int LONGEST = 1 << 20;
    private static final String DELIMITERS = ",;\t|";

    static CsvHeader read(Path file) {
        String record = record(file);
        char delimiter = delimiter(record);
        List<String> names = fields(record, delimiter);
        Set<String> seen = new HashSet<>();
        boolean numbers = true;
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            if (name.isBlank()) {
                throw new UserError(file + ", line 1: column " + (i + 1) + " of " + names.size()
                        + " has no name; the first line must name every column");
            }
            if (!seen.add(name)) {
                throw new UserError(file + ", line 1: two columns are called '" + name + "'; rename one of them");
            }
            numbers &= name.strip().matches("[-+]?[0-9]*\\.?[0-9]+([eE][-+]?[0-9]+)?");
        }
        if (numbers) {
            throw new UserError(file + ", line 1: must name the columns, found numbers ('" + names.get(0)
                    + "', ...); put a line of names on top");
        }
        return new CsvHeader(names, delimiter);
    }

    /** The text up to the first line feed outside quotes. */
    private static String record(Path file) {
        byte[] bytes;
        try (InputStream raw = new BufferedInputStream(Files.newInputStream(file));
                InputStream input =
                        file.toString().toLowerCase(Locale.ROOT).endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
            bytes = input.readNBytes(LONGEST);
        } catch (IOException e) {
            throw new UserError(file + ": cannot be read: " + e.getMessage(), e);
        }
        int from = startsWith(bytes, 0xEF, 0xBB, 0xBF) ? 3 : 0;
        if (startsWith(bytes, 0xFF, 0xFE) || startsWith(bytes, 0xFE, 0xFF)) {
            throw new UserError(file + ": is UTF-16 text; save it as UTF-8");
        }
        boolean quoted = false;
        int end = from;
        while (end < bytes.length && (quoted || (bytes[end] != '\n' && bytes[end] != '\r'))) {
            quoted ^= bytes[end] == '"';
            end++;
        }
        if (end == from) {
            throw new UserError(file + ": is empty; the first line must name the columns");
        }
        if (end == LONGEST) {
            throw new UserError(file + ", line 1: does not end within 1 MiB; a double quote may be missing");
        }
        if (quoted) {
            throw new UserError(file + ", line 1: a double quote is not closed");
        }
        boolean windows = end + 1 < bytes.length && bytes[end] == '\r' && bytes[end + 1] == '\n';
        for (int i = from; windows && i < end; i++) {
            if (bytes[i] == '\n') {
                // DuckDB takes the first line feed of the file for the way its lines end.
                throw new UserError(file + ", line 1: a column's name holds a line feed; rename it");
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, from, end - from))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new UserError(file + ", line 1: is not UTF-8 text; save the table as UTF-8", e);
        }
    }

    private static boolean startsWith(byte[] bytes, int... mark) {
        for (int i = 0; i < mark.length; i++) {
            if (bytes.length <= i || bytes[i] != (byte) mark[i]) {
                return false;
            }
        }
        return true;
    }

    private static char delimiter(String record) {
        int[] counts = new int[DELIMITERS.length()];
        boolean quoted = false;
        for (int i = 0; i < record.length(); i++) {
            quoted ^= record.charAt(i) == '"';
            int which = DELIMITERS.indexOf(record.charAt(i));
            if (!quoted && which >= 0) {
                counts[which]++;
            }
        }
        int best = 0;
        for (int i = 1; i < counts.length; i++) {
            best = counts[i] > counts[best] ? i : best;
        }
        return DELIMITERS.charAt(best);
    }

    private static List<String> fields(String record, char delimiter) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < record.length(); i++) {
            char c = record.charAt(i);
            if (c == '"' && quoted && i + 1 < record.length() && record.charAt(i + 1) == '"') {
                field.append('"');
                i++;
            } else if (c == '"' && (quoted || field.isEmpty())) {
                quoted = !quoted;
            } else if (c == delimiter && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString());
        return List.copyOf(fields);
    }
}
