package org.shiftbed.data.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/**
 * Two tables read as one: the rows of the first, then those of the second. A column is there where both have it; its levels are those of either. The
 * codes of each table are translated while blocks pass through.
 */
final class StackedScan implements TableScan {
    private final TableScan first;
    private final TableScan second;
    private final Map<String, List<String>> levels = new HashMap<>();
    private final Map<String, ColumnSummary> summaries = new HashMap<>();

    StackedScan(TableScan first, TableScan second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public String name() {
        return first.name() + " and " + second.name();
    }

    @Override
    public List<ScanColumn> columns() {
        List<String> there = names(second);
        return first.columns().stream()
                .map(ScanColumn::name)
                .filter(there::contains)
                .map(this::column)
                .toList();
    }

    private static List<String> names(TableScan scan) {
        return scan.columns().stream().map(ScanColumn::name).toList();
    }

    @Override
    public ScanColumn column(String name) {
        List<String> here = names(first);
        List<String> there = names(second);
        if (here.contains(name) != there.contains(name)) {
            throw new UserError((here.contains(name) ? second : first).name() + ": has no column '" + name + "', which "
                    + (here.contains(name) ? first : second).name() + " has; both tables need it");
        }
        if (!here.contains(name)) {
            throw Names.unknown(name(), "column", name, here);
        }
        return new ScanColumn(
                name, kind(name, first.column(name).kind(), second.column(name).kind()));
    }

    private ColumnKind kind(String name, ColumnKind one, ColumnKind two) {
        if (one == two) {
            return one;
        }
        if (one.isNumber() && two.isNumber()) {
            return ColumnKind.DECIMAL;
        }
        // A column without a value says nothing about what it would hold.
        if (empty(first, name)) {
            return two;
        }
        if (empty(second, name)) {
            return one;
        }
        throw new UserError("column '" + name + "': holds " + one.words() + " in " + first.name() + " and "
                + two.words() + " in " + second.name() + "; write it alike in both tables");
    }

    private static boolean empty(TableScan scan, String name) {
        return scan.summary(name).missing() == scan.rows();
    }

    @Override
    public long rows() {
        return first.rows() + second.rows();
    }

    @Override
    public ColumnSummary summary(String name) {
        ColumnSummary known = summaries.get(name);
        if (known == null) {
            known = summarised(name);
            summaries.put(name, known);
        }
        return known;
    }

    private ColumnSummary summarised(String name) {
        ColumnKind kind = column(name).kind();
        ColumnSummary one = first.summary(name);
        ColumnSummary two = second.summary(name);
        boolean anyOne = one.missing() < one.rows();
        boolean anyTwo = two.missing() < two.rows();
        return new ColumnSummary(
                one.rows() + two.rows(),
                one.missing() + two.missing(),
                distinct(name, kind, one, two),
                least(one.min(), two.min()),
                -least(-one.max(), -two.max()),
                (anyOne || anyTwo) && (!anyOne || one.whole()) && (!anyTwo || two.whole()));
    }

    private static double least(double one, double two) {
        return Double.isNaN(one) || two < one ? two : one;
    }

    private int distinct(String name, ColumnKind kind, ColumnSummary one, ColumnSummary two) {
        if (Math.max(one.distinct(), two.distinct()) > MOST_LEVELS) {
            return MOST_LEVELS + 1;
        }
        Set<Object> values = new HashSet<>();
        if (kind == ColumnKind.TEXT) {
            values.addAll(first.levels(name));
            values.addAll(second.levels(name));
            values.remove(BLANK);
        } else {
            // At most twice MOST_LEVELS values, because neither table has more than that.
            read(List.of(Wanted.number(name)), block -> {
                for (int r = 0; r < block.rows(); r++) {
                    if (!Double.isNaN(block.numbers(0)[r])) {
                        values.add(block.numbers(0)[r] + 0.0);
                    }
                }
            });
        }
        return Math.min(values.size(), MOST_LEVELS + 1);
    }

    @Override
    public List<String> levels(String name) {
        List<String> known = levels.get(name);
        if (known == null) {
            known = union(name, column(name).kind());
            levels.put(name, known);
        }
        return known;
    }

    private List<String> union(String name, ColumnKind kind) {
        Set<String> all = new LinkedHashSet<>(first.levels(name));
        all.addAll(second.levels(name));
        boolean blank = all.remove(BLANK);
        List<String> order;
        if (kind.isNumber()) {
            TreeMap<Double, String> byNumber = new TreeMap<>();
            all.forEach(level -> byNumber.putIfAbsent(Double.parseDouble(level) + 0.0, level));
            order = new ArrayList<>(byNumber.values());
        } else {
            order = new ArrayList<>(new TreeSet<>(all));
        }
        if (order.size() > MOST_LEVELS) {
            throw Levels.tooMany(name(), name);
        }
        if (blank) {
            order.add(BLANK);
        }
        return List.copyOf(order);
    }

    @Override
    public TextNumbers textNumbers(String name) {
        return first.textNumbers(name).then(first.rows(), second.textNumbers(name));
    }

    @Override
    public List<String> texts(String name) {
        List<String> all = new ArrayList<>(first.texts(name));
        all.addAll(second.texts(name));
        return all;
    }

    /** From the codes of one table to those of both. */
    private int[] translation(TableScan scan, String name) {
        boolean number = column(name).kind().isNumber();
        Map<Object, Integer> code = new HashMap<>();
        List<String> all = levels(name);
        for (int k = 0; k < all.size(); k++) {
            code.put(key(all.get(k), number), k);
        }
        return scan.levels(name).stream()
                .mapToInt(level -> code.getOrDefault(key(level, number), -1))
                .toArray();
    }

    /** Numbers may be written in several ways. */
    private static Object key(String level, boolean number) {
        return number && !level.equals(BLANK) ? (Object) (Double.parseDouble(level) + 0.0) : level;
    }

    @Override
    public void read(List<Wanted> wanted, Consumer<Block> take) {
        wanted.forEach(one -> column(one.column()));
        pass(first, 0, wanted, take);
        pass(second, first.rows(), wanted, take);
    }

    private void pass(TableScan scan, long before, List<Wanted> wanted, Consumer<Block> take) {
        int[][] translations = wanted.stream()
                .map(one -> one.category() ? translation(scan, one.column()) : new int[0])
                .toArray(int[][]::new);
        scan.read(wanted, block -> {
            @Nullable Object[] columns = new Object[translations.length];
            for (int j = 0; j < columns.length; j++) {
                columns[j] = wanted.get(j).category()
                        ? translated(block.codes(j), block.rows(), translations[j])
                        : block.numbers(j);
            }
            take.accept(new Block(before + block.first(), block.rows(), columns));
        });
    }

    private static int[] translated(int[] codes, int rows, int[] translation) {
        int[] translated = new int[rows];
        for (int r = 0; r < rows; r++) {
            translated[r] = translation[codes[r]];
        }
        return translated;
    }

    @Override
    public String place(long index) {
        return index < first.rows() ? first.place(index) : second.place(index - first.rows());
    }

    @Override
    public void close() {
        try (first;
                second) {
            levels.clear();
        }
    }
}
