package org.shiftbed.data.faces;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.UserError;

/**
 * A list of attributes: the number of files, the names of the attributes, then for each file its name and a -1 or 1 for every attribute, parted by spaces.
 * The same in CSV form, without the number and with a name for the first column, is read, too.
 *
 * @param names of the attributes, in their order
 * @param files names of the files, in their order
 * @param present by attribute whether each file has it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record AttributeList(List<String> names, List<String> files, boolean[][] present) {
    AttributeList {
        names = List.copyOf(names);
        files = List.copyOf(files);
    }

    /** @throws UserError where the file is missing, cut short, or a line is not as it should be */
    static AttributeList read(Path path) {
        try (BufferedReader in = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
            return new Reader(path, in).read();
        } catch (MalformedInputException e) {
            throw new UserError(path + ": is no text file; fetch it again", e);
        } catch (IOException e) {
            throw new UserError(path + ": cannot be read (" + e.getMessage() + ")", e);
        }
    }

    /** The part of every file: train 0, validation 1, test 2; lines of a name and a number, in any order, with or without a line of names. */
    static Map<String, Integer> partition(Path path) {
        Map<String, Integer> parts = new HashMap<>();
        try (BufferedReader in = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
            int number = 0;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                number++;
                List<String> fields = fields(line);
                boolean names =
                        number == 1 && fields.size() == 2 && !fields.get(1).matches("-?[0-9]+");
                if (fields.isEmpty() || names) {
                    continue;
                }
                if (fields.size() != 2 || !fields.get(1).matches("[0-2]")) {
                    throw new UserError(
                            path + ", line " + number + ": must be a file and 0 (training), 1 (validation) or 2"
                                    + " (test), got '" + line.strip() + "'");
                }
                parts.put(fields.get(0), Integer.parseInt(fields.get(1)));
            }
        } catch (IOException e) {
            throw new UserError(path + ": cannot be read (" + e.getMessage() + ")", e);
        }
        return parts;
    }

    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        for (String field : line.strip().split("\\s*,\\s*|\\s+")) {
            if (!field.isEmpty()) {
                fields.add(field);
            }
        }
        return fields;
    }

    private static final class Reader {
        private final Path path;
        private final BufferedReader in;
        private int number;

        Reader(Path path, BufferedReader in) {
            this.path = path;
            this.in = in;
        }

        AttributeList read() throws IOException {
            List<String> first = next();
            if (first.isEmpty()) {
                throw new UserError(path + ": is empty; fetch it again");
            }
            long count = -1;
            if (first.size() == 1 && first.get(0).matches("[0-9]{1,9}")) {
                count = Long.parseLong(first.get(0));
                first = next();
            }
            // A CSV file names its first column; the list of CelebA does not.
            List<String> names = count < 0 ? first.subList(Math.min(1, first.size()), first.size()) : first;
            if (names.isEmpty() || new HashSet<>(names).size() != names.size()) {
                throw wrong("must name the attributes, all different, got " + names);
            }
            List<String> files = new ArrayList<>();
            List<boolean[]> rows = new ArrayList<>();
            for (List<String> fields = next(); !fields.isEmpty(); fields = next()) {
                files.add(fields.get(0));
                rows.add(row(fields, names));
            }
            if (files.isEmpty() || (count >= 0 && files.size() != count)) {
                throw new UserError(path + ": is cut short or damaged: "
                        + (count >= 0 ? "its first line promises " + count + " files, and " : "") + files.size()
                        + " follow; fetch it again");
            }
            if (new HashSet<>(files).size() != files.size()) {
                throw new UserError(path + ": names a file twice; fetch it again");
            }
            boolean[][] present = new boolean[names.size()][files.size()];
            for (int a = 0; a < present.length; a++) {
                for (int f = 0; f < files.size(); f++) {
                    present[a][f] = rows.get(f)[a];
                }
            }
            return new AttributeList(names, files, present);
        }

        private boolean[] row(List<String> fields, List<String> names) {
            if (fields.size() != names.size() + 1) {
                throw wrong("has " + (fields.size() - 1) + " values, and there are " + names.size()
                        + " attributes; the file is cut or damaged");
            }
            boolean[] row = new boolean[names.size()];
            for (int a = 0; a < row.length; a++) {
                String value = fields.get(a + 1);
                if (!value.equals("1") && !value.equals("-1") && !value.equals("0")) {
                    throw wrong("attribute '" + names.get(a) + "' must be 1, or -1 or 0, got '" + value + "'");
                }
                row[a] = value.equals("1");
            }
            return row;
        }

        /** The next line that is not blank; empty at the end. */
        private List<String> next() throws IOException {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                number++;
                List<String> fields = fields(line);
                if (!fields.isEmpty()) {
                    return fields;
                }
            }
            return List.of();
        }

        private UserError wrong(String what) {
            return new UserError(path + ", line " + number + ": " + what);
        }
    }
}
