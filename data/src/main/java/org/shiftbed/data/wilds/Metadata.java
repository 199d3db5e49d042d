package org.shiftbed.data.wilds;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;

/**
 * A metadata file: CSV with a line of names on top, of which the first may be empty (a row number). Every value is kept as the text that it is, so that
 * patient 004 stays 004. A text that occurs often is kept once.
 */
final class Metadata {
    private final Path file;
    private final int rows;
    private final Map<String, Column> columns;

    private record Column(List<String> texts, int[] codes) {}

    private Metadata(Path file, int rows, Map<String, Column> columns) {
        this.file = file;
        this.rows = rows;
        this.columns = columns;
    }

    /**
     * Reads some columns of a file.
     *
     * @param required columns that must be there
     * @param optional columns that are read where they are there
     * @throws UserError where the file is no CSV, lacks a column, or a row has more or fewer fields than the first line
     */
    static Metadata read(Path file, List<String> required, List<String> optional) {
        try {
            if (Files.size(file) == 0) {
                throw new UserError(file + ": is empty (0 bytes); fetch it again");
            }
            try (CsvReader<CsvRecord> reader = CsvReader.builder().ofCsvRecord(file)) {
                return read(file, reader, required, optional);
            }
        } catch (CsvParseException e) {
            throw new UserError(file + ": is no CSV file, or a damaged one: " + oneLine(e), e);
        } catch (CharacterCodingException e) {
            throw new UserError(file + ": is not UTF-8 text; fetch it again", e);
        } catch (IOException e) {
            throw new UserError(file + ": cannot be read (" + e.getMessage() + ")", e);
        } catch (UncheckedIOException e) {
            throw new UserError(file + ": cannot be read (" + oneLine(e) + ")", e);
        }
    }

    private static Metadata read(Path file, CsvReader<CsvRecord> reader, List<String> required, List<String> optional) {
        List<String> names = List.of();
        List<String> wanted = new ArrayList<>();
        List<Gathered> gathered = new ArrayList<>();
        int rows = 0;
        for (CsvRecord record : reader) {
            List<String> fields = record.getFields();
            if (names.isEmpty()) {
                names = fields.stream().map(String::strip).toList();
                wanted.addAll(wanted(file, names, required, optional));
                for (String name : wanted) {
                    gathered.add(new Gathered(names.indexOf(name)));
                }
                continue;
            }
            for (Gathered column : gathered) {
                column.add(fields.get(column.index));
            }
            rows++;
        }
        if (rows == 0) {
            throw new UserError(file + ": holds no row below its first line; fetch it again");
        }
        Map<String, Column> columns = new HashMap<>();
        for (int i = 0; i < wanted.size(); i++) {
            columns.put(wanted.get(i), gathered.get(i).column());
        }
        return new Metadata(file, rows, columns);
    }

    private static List<String> wanted(Path file, List<String> names, List<String> required, List<String> optional) {
        List<String> wanted = new ArrayList<>(required);
        for (String name : required) {
            if (!names.contains(name)) {
                throw Names.unknown(
                        file.toString(),
                        "column",
                        name,
                        names.stream().filter(each -> !each.isEmpty()).toList());
            }
        }
        optional.stream().filter(names::contains).forEach(wanted::add);
        return wanted;
    }

    /** A column while its values arrive. */
    private static final class Gathered {
        private final int index;
        private final Map<String, Integer> known = new HashMap<>();
        private final List<String> texts = new ArrayList<>();
        private int[] codes = new int[1024];
        private int count;

        Gathered(int index) {
            this.index = index;
        }

        void add(String text) {
            if (count == codes.length) {
                codes = Arrays.copyOf(codes, 2 * count);
            }
            Integer code = known.get(text);
            if (code == null) {
                code = texts.size();
                known.put(text, code);
                texts.add(text);
            }
            codes[count++] = code;
        }

        Column column() {
            return new Column(texts, Arrays.copyOf(codes, count));
        }
    }

    /** How many rows there are. */
    int rows() {
        return rows;
    }

    /** Whether an optional column is there. */
    boolean has(String column) {
        return columns.containsKey(column);
    }

    /** The text of a field; {@code row} counts from 0. */
    String text(String column, int row) {
        Column found = column(column);
        return found.texts().get(found.codes()[row]);
    }

    private Column column(String name) {
        Column found = columns.get(name);
        if (found == null) {
            throw new IllegalArgumentException("column " + name + " was not read");
        }
        return found;
    }

    /**
     * A column as an attribute whose values are those of all rows, whole numbers in their order, other texts by character.
     *
     * @throws UserError where a field is blank
     */
    Attribute attribute(String name, String column) {
        Column found = column(column);
        Set<String> values = new HashSet<>(found.texts());
        if (values.stream().anyMatch(String::isBlank)) {
            int row = IntStream.range(0, rows)
                    .filter(each -> text(column, each).isBlank())
                    .findFirst()
                    .orElse(0);
            throw wrong(row, column, "is blank");
        }
        boolean numbers = values.stream().allMatch(value -> value.matches("[0-9]{1,9}"));
        Comparator<String> order = numbers
                ? Comparator.<String>comparingInt(Integer::parseInt).thenComparing(Comparator.naturalOrder())
                : Comparator.naturalOrder();
        TreeSet<String> sorted = new TreeSet<>(order);
        sorted.addAll(values);
        return new Attribute(name, List.copyOf(sorted));
    }

    /** The codes of an attribute of this column, one a row. */
    int[] codes(Attribute attribute, String column) {
        Column found = column(column);
        int[] codes = found.texts().stream().mapToInt(attribute::code).toArray();
        return IntStream.of(found.codes()).map(code -> codes[code]).toArray();
    }

    /** For every row a number that is the same for rows of equal text. */
    int[] groups(String column) {
        return column(column).codes().clone();
    }

    /** A message about a field; {@code row} counts from 0, and is told from 1. */
    UserError wrong(int row, String column, String what) {
        return new UserError(file + ", row " + (row + 1) + ": column '" + column + "' " + what);
    }

    private static String oneLine(Exception e) {
        Throwable deepest = e.getCause() == null ? e : e.getCause();
        String text =
                String.valueOf(deepest.getMessage()).replaceAll("\\s+", " ").strip();
        return text.length() > 120 ? text.substring(0, 117) + "..." : text;
    }
}
