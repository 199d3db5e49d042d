package org.shiftbed.data.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/** A scan of a table in memory, of which it keeps its columns' own arrays. */
final class MemoryScan implements TableScan {
    private static final String NAME = "table";
    private static final int BLOCK = 4096;

    private final Table table;
    private final int @Nullable [] used;
    private final Map<String, Levels> levels = new HashMap<>();
    private final Map<String, Map<String, Integer>> codes = new HashMap<>();

    private MemoryScan(Table table, int @Nullable [] used) {
        this.table = table;
        this.used = used;
    }

    static MemoryScan of(Table table, Map<String, ?> where) {
        if (table.rows() == 0) {
            throw new UserError(NAME + ": has no rows");
        }
        if (where.isEmpty()) {
            return new MemoryScan(table, null);
        }
        boolean[] keep = new boolean[table.rows()];
        Arrays.fill(keep, true);
        where.forEach((name, wanted) -> {
            if (!table.names().contains(name)) {
                throw Names.unknown(NAME + ": where", "column", name, table.names());
            }
            Set<String> texts = RowCondition.list(wanted).stream()
                    .map(Object::toString)
                    .map(Levels::plain)
                    .collect(Collectors.toSet());
            @Nullable String[] values = table.texts(name);
            for (int row = 0; row < keep.length; row++) {
                keep[row] &= texts.contains(level(values[row]));
            }
        });
        int[] used = IntStream.range(0, keep.length).filter(row -> keep[row]).toArray();
        if (used.length == 0) {
            throw new UserError(NAME + ": no row has " + where + "; change field 'where'");
        }
        return new MemoryScan(table, used);
    }

    private static String level(@Nullable String value) {
        return value == null || value.isBlank() || value.equals("NaN") ? BLANK : Levels.plain(value);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<ScanColumn> columns() {
        return table.names().stream().map(this::column).toList();
    }

    @Override
    public ScanColumn column(String name) {
        if (!table.names().contains(name)) {
            throw Names.unknown(NAME, "column", name, table.names());
        }
        Column column = table.column(name);
        ColumnKind kind = column instanceof Column.Texts
                ? ColumnKind.TEXT
                : column instanceof Column.Floats || column instanceof Column.Doubles
                        ? ColumnKind.DECIMAL
                        : ColumnKind.WHOLE;
        return new ScanColumn(name, kind);
    }

    @Override
    public long rows() {
        return count();
    }

    private int count() {
        return used == null ? table.rows() : used.length;
    }

    private int row(int index) {
        return used == null ? index : used[index];
    }

    @Override
    public ColumnSummary summary(String name) {
        boolean text = column(name).kind() == ColumnKind.TEXT;
        int missing = 0;
        double min = Double.NaN;
        double max = Double.NaN;
        boolean whole = !text;
        Set<Object> seen = new LinkedHashSet<>();
        @Nullable String[] texts = text ? table.texts(name) : new String[0];
        double[] numbers = text ? new double[0] : table.doubles(name);
        for (int i = 0; i < count(); i++) {
            boolean absent = text ? level(texts[row(i)]).equals(BLANK) : Double.isNaN(numbers[row(i)]);
            if (absent) {
                missing++;
                continue;
            }
            if (!text) {
                double value = numbers[row(i)];
                min = value < min || Double.isNaN(min) ? value : min;
                max = value > max || Double.isNaN(max) ? value : max;
                whole &= value == Math.rint(value);
            }
            if (seen.size() <= MOST_LEVELS) {
                seen.add(text ? level(texts[row(i)]) : (Object) (numbers[row(i)] + 0.0));
            }
        }
        boolean none = missing == count();
        return new ColumnSummary(count(), missing, seen.size(), min, max, whole && !none);
    }

    @Override
    public List<String> levels(String name) {
        return found(name).names();
    }

    private Levels found(String name) {
        Levels known = levels.get(name);
        if (known == null) {
            known = find(name);
            levels.put(name, known);
        }
        return known;
    }

    private Levels find(String name) {
        ColumnSummary summary = summary(name);
        if (summary.distinct() > MOST_LEVELS) {
            throw Levels.tooMany(NAME, name);
        }
        boolean blank = summary.missing() > 0;
        if (column(name).kind() == ColumnKind.TEXT) {
            @Nullable String[] values = table.texts(name);
            TreeSet<String> names = new TreeSet<>();
            IntStream.range(0, count()).forEach(i -> names.add(level(values[row(i)])));
            names.remove(BLANK);
            List<String> order = new ArrayList<>(names);
            Map<String, Integer> code = new HashMap<>();
            order.forEach(one -> code.put(one, code.size()));
            Levels found = new Levels(order, new double[0], blank, null);
            code.put(BLANK, found.blank());
            codes.put(name, code);
            return found;
        }
        double[] values = table.doubles(name);
        double[] distinct = IntStream.range(0, count())
                .mapToDouble(i -> values[row(i)] + 0.0)
                .filter(value -> !Double.isNaN(value))
                .distinct()
                .toArray();
        boolean narrow = table.column(name) instanceof Column.Floats;
        List<String> names = Arrays.stream(distinct)
                .mapToObj(value -> narrow
                        ? Float.toString((float) value)
                        : value == Math.rint(value) && Math.abs(value) < 1e15
                                ? Long.toString((long) value)
                                : Double.toString(value))
                .toList();
        return Levels.ofNumbers(name, names, distinct, blank);
    }

    @Override
    public void read(List<Wanted> wanted, Consumer<Block> take) {
        Object[] sources = new Object[wanted.size()];
        for (int i = 0; i < sources.length; i++) {
            Wanted one = wanted.get(i);
            boolean text = column(one.column()).kind() == ColumnKind.TEXT;
            if (one.category()) {
                found(one.column());
            }
            sources[i] = text
                    ? (one.category() ? table.texts(one.column()) : parsed(one.column()))
                    : table.doubles(one.column());
        }
        for (int first = 0; first < count(); first += BLOCK) {
            int rows = Math.min(BLOCK, count() - first);
            @Nullable Object[] columns = new Object[sources.length];
            for (int i = 0; i < sources.length; i++) {
                columns[i] = values(wanted.get(i), sources[i], first, rows);
            }
            take.accept(new Block(first, rows, columns));
        }
    }

    private Object values(Wanted one, Object source, int first, int rows) {
        if (source instanceof double[] numbers) {
            double[] values = new double[rows];
            for (int i = 0; i < rows; i++) {
                values[i] = numbers[row(first + i)];
            }
            if (!one.category()) {
                return values;
            }
            int[] found = new int[rows];
            found(one.column()).codes(values, rows, found);
            return found;
        }
        @Nullable String[] texts = (@Nullable String[]) source;
        Map<String, Integer> code = codes.getOrDefault(one.column(), Map.of());
        int[] found = new int[rows];
        for (int i = 0; i < rows; i++) {
            found[i] = code.getOrDefault(level(texts[row(first + i)]), -1);
        }
        return found;
    }

    @Override
    public TextNumbers textNumbers(String name) {
        if (column(name).kind() != ColumnKind.TEXT) {
            throw new IllegalArgumentException(
                    "column " + name + " holds " + column(name).kind().words());
        }
        @Nullable String[] texts = table.texts(name);
        long numbers = 0;
        long others = 0;
        int first = -1;
        for (int i = 0; i < count(); i++) {
            String text = texts[row(i)];
            if (text == null || level(text).equals(BLANK)) {
                continue;
            }
            if (TextNumbers.isNumber(text)) {
                numbers++;
            } else {
                others++;
                first = first < 0 ? i : first;
            }
        }
        return new TextNumbers(numbers, others, first, first < 0 ? "" : String.valueOf(texts[row(first)]));
    }

    @Override
    public List<String> texts(String name) {
        column(name);
        @Nullable String[] texts = table.texts(name);
        return IntStream.range(0, count()).mapToObj(i -> level(texts[row(i)])).toList();
    }

    private double[] parsed(String name) {
        @Nullable String[] texts = table.texts(name);
        double[] numbers = new double[texts.length];
        for (int i = 0; i < count(); i++) {
            String text = texts[row(i)];
            try {
                numbers[row(i)] = text == null || text.isBlank() ? Double.NaN : Double.parseDouble(text.strip());
            } catch (NumberFormatException e) {
                throw FileScan.noNumber(place(i), name, String.valueOf(text));
            }
        }
        return numbers;
    }

    @Override
    public String place(long index) {
        return NAME + ", row " + (row(Math.toIntExact(index)) + 1);
    }

    @Override
    public void close() {}
}
