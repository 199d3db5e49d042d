package org.shiftbed.data.features;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.PackedImages;
import org.shiftbed.data.table.AttributeColumns;
import org.shiftbed.data.table.Block;
import org.shiftbed.data.table.ColumnKind;
import org.shiftbed.data.table.ColumnSummary;
import org.shiftbed.data.table.ScanColumn;
import org.shiftbed.data.table.TableScan;
import org.shiftbed.data.table.Wanted;

/** Reads a table once: which columns are what, then their values. Levels and classes come from every row, never from one part. */
final class TableReading {
    /** A feature of more categories identifies rows. */
    private static final int MOST_LEVELS = 1000;

    private final TableRequest request;
    private final List<String> notes = new ArrayList<>();

    TableReading(TableRequest request) {
        this.request = request;
    }

    TableDataset read() {
        TableScan opened;
        try {
            opened = TableScan.open(request.file());
        } catch (UserError e) {
            throw new UserError("file: " + e.getMessage(), e);
        }
        try (TableScan scan = opened) {
            return read(scan);
        }
    }

    private TableDataset read(TableScan scan) {
        List<String> names = scan.columns().stream().map(ScanColumn::name).toList();
        known("label", List.of(request.label()), scan, names);
        known("features", request.features(), scan, names);
        known("attributes", request.attributes(), scan, names);
        known("categorical", request.categorical(), scan, names);
        known("bins", List.copyOf(request.bins().keySet()), scan, names);
        known("group", request.group().isEmpty() ? List.of() : List.of(request.group()), scan, names);
        known("domain", request.domain().isEmpty() ? List.of() : List.of(request.domain()), scan, names);
        Map<String, AttributeColumns.Coded> attributes = attributes(scan, names);
        int[] kept = labelled(scan, Objects.requireNonNull(attributes.get(request.label())));
        List<String> features = features(names);
        List<FeatureColumn> columns =
                features.stream().map(name -> column(scan, name)).toList();
        PackedImages rows = rows(scan, columns, kept);
        return new TableDataset(
                new FeatureTable(columns, rows),
                table(scan, attributes, kept),
                request.label(),
                request.domain().isEmpty() ? null : request.domain(),
                notes);
    }

    private static void known(String parameter, List<String> columns, TableScan scan, List<String> names) {
        for (String column : columns) {
            if (!names.contains(column)) {
                throw Names.unknown(parameter + ": " + scan.name(), "column", column, names);
            }
        }
    }

    private List<String> features(List<String> names) {
        List<String> features = request.features().isEmpty()
                ? names.stream()
                        .filter(name -> !name.equals(request.label())
                                && !name.equals(request.group())
                                && !name.equals(request.domain())
                                && !request.attributes().contains(name))
                        .toList()
                : request.features();
        if (features.isEmpty()) {
            throw new UserError("features: no column is left for a model to see; name some, and fewer 'attributes'");
        }
        return features;
    }

    /** The label first, then what is named; where nothing is, what is neither feature nor group. */
    private Map<String, AttributeColumns.Coded> attributes(TableScan scan, List<String> names) {
        Set<String> wanted = new LinkedHashSet<>();
        wanted.add(request.label());
        if (!request.attributes().isEmpty()) {
            wanted.addAll(request.attributes());
        } else if (!request.features().isEmpty()) {
            names.stream()
                    .filter(name -> !request.features().contains(name) && !name.equals(request.group()))
                    .forEach(wanted::add);
        }
        if (!request.domain().isEmpty()) {
            wanted.add(request.domain());
        }
        wanted.addAll(request.bins().keySet());
        AttributeColumns columns = new AttributeColumns(scan, request.bins(), "attributes", "attributes");
        Map<String, AttributeColumns.Coded> coded = new LinkedHashMap<>();
        wanted.forEach(name -> coded.put(name, columns.read(name)));
        return coded;
    }

    /** The rows that have a label. */
    private int[] labelled(TableScan scan, AttributeColumns.Coded label) {
        int blank = label.attribute().code(TableScan.BLANK);
        int[] kept = IntStream.range(0, label.codes().length)
                .filter(row -> blank < 0 || label.codes()[row] != blank)
                .toArray();
        int without = label.codes().length - kept.length;
        if (without > 0 && !request.skipBlankLabels()) {
            int first = IntStream.range(0, label.codes().length)
                    .filter(row -> label.codes()[row] == blank)
                    .findFirst()
                    .orElse(0);
            throw new UserError("label: " + scan.place(first) + ": column '" + request.label() + "' is blank ("
                    + without + " such of " + label.codes().length + " rows); fill them in, or write skip: ["
                    + TableFactory.BLANK_LABELS + "]");
        }
        if (kept.length == 0) {
            throw new UserError("label: " + scan.name() + ": no row has a label");
        }
        if (without > 0) {
            notes.add(without + (without == 1 ? " row of " : " rows of ") + label.codes().length
                    + " without a label left out");
        }
        return kept;
    }

    private FeatureColumn column(TableScan scan, String name) {
        ColumnKind kind = scan.column(name).kind();
        ColumnSummary summary = scan.summary(name);
        if (summary.missing() == summary.rows()) {
            throw new UserError("features: " + scan.name() + ": column '" + name
                    + "' is blank in every row; leave it out by naming the others with 'features'");
        }
        boolean category = kind == ColumnKind.TEXT
                || kind == ColumnKind.BOOLEAN
                || request.categorical().contains(name);
        if (!category) {
            return new FeatureColumn(name, List.of(), summary.missing() > 0);
        }
        if (summary.distinct() > MOST_LEVELS) {
            String many = summary.distinct() > TableScan.MOST_LEVELS
                    ? "more than " + TableScan.MOST_LEVELS
                    : "" + summary.distinct();
            throw new UserError("features: " + scan.name() + ": column '" + name + "' holds " + many
                    + " different values, and a feature of categories has at most " + MOST_LEVELS
                    + "; leave it out by naming the others with 'features'");
        }
        return new FeatureColumn(name, scan.levels(name), false);
    }

    private static PackedImages rows(TableScan scan, List<FeatureColumn> columns, int[] kept) {
        int bytes = FeatureTable.rowBytes(columns);
        PackedImages rows = PackedImages.allocate(kept.length, bytes);
        int[] place = new int[Math.toIntExact(scan.rows())];
        Arrays.fill(place, -1);
        IntStream.range(0, kept.length).forEach(i -> place[kept[i]] = i);
        List<Wanted> wanted = columns.stream()
                .map(column -> column.category() ? Wanted.category(column.name()) : Wanted.number(column.name()))
                .toList();
        byte[] row = new byte[bytes];
        try {
            scan.read(wanted, block -> {
                for (int i = 0; i < block.rows(); i++) {
                    int index = (int) block.first() + i;
                    if (place[index] >= 0) {
                        fill(scan, columns, block, i, ByteBuffer.wrap(row));
                        rows.write(place[index], row);
                    }
                }
            });
        } catch (RuntimeException e) {
            rows.close();
            throw e;
        }
        return rows;
    }

    private static void fill(TableScan scan, List<FeatureColumn> columns, Block block, int i, ByteBuffer row) {
        for (int c = 0; c < columns.size(); c++) {
            if (columns.get(c).category()) {
                row.putInt(block.codes(c)[i]);
                continue;
            }
            double number = block.numbers(c)[i];
            if (Double.isInfinite(number)) {
                throw new UserError("features: " + scan.place(block.first() + i) + ": column '"
                        + columns.get(c).name() + "' is infinite; leave it blank, or write a number");
            }
            row.putDouble(number);
        }
    }

    /** Values that no row has any more once rows are left out are dropped. */
    private AttributeTable table(TableScan scan, Map<String, AttributeColumns.Coded> attributes, int[] kept) {
        List<Attribute> all = new ArrayList<>();
        Map<String, int[]> codes = new LinkedHashMap<>();
        attributes.forEach((name, coded) -> {
            int[] column = IntStream.of(kept).map(row -> coded.codes()[row]).toArray();
            int[] used = IntStream.of(column).distinct().sorted().toArray();
            int[] renumbered = new int[coded.attribute().cardinality()];
            IntStream.range(0, used.length).forEach(i -> renumbered[used[i]] = i);
            all.add(new Attribute(
                    name,
                    IntStream.of(used).mapToObj(coded.attribute().values()::get).toList()));
            codes.put(name, IntStream.of(column).map(code -> renumbered[code]).toArray());
        });
        return new AttributeTable(all, codes, groups(scan, kept));
    }

    /** Rows of one value of the group column share a group; a row without one is on its own. */
    private int[] groups(TableScan scan, int[] kept) {
        int[] groups = IntStream.range(0, kept.length).toArray();
        if (request.group().isEmpty()) {
            return groups;
        }
        List<String> texts = scan.texts(request.group());
        Map<String, Integer> first = new HashMap<>();
        for (int i = 0; i < kept.length; i++) {
            String group = texts.get(kept[i]);
            if (!group.equals(TableScan.BLANK)) {
                Integer before = first.putIfAbsent(group, i);
                groups[i] = before == null ? i : before;
            }
        }
        return groups;
    }
}
