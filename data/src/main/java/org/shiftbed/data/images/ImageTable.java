package org.shiftbed.data.images;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.table.ColumnKind;
import org.shiftbed.data.table.ColumnSummary;
import org.shiftbed.data.table.ScanColumn;
import org.shiftbed.data.table.TableScan;
import org.shiftbed.data.table.Wanted;

/**
 * The table of a folder of pictures, all of it: values of attributes come from every row, never from one part.
 *
 * @param name as given, for messages
 * @param keys one a row; {@link TableScan#BLANK} where one is missing
 * @param attributes with their values
 * @param codes by attribute, one a row
 * @param groups the value of the group column, one a row; empty where there is no such column
 * @param label the attribute that is predicted
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ImageTable(
        String name,
        List<String> keys,
        List<Attribute> attributes,
        Map<String, int[]> codes,
        List<String> groups,
        String label) {
    private static final int MOST_VALUES = 1000;
    private static final int MOST_DECIMALS = 50;
    private static final List<String> LABELS = List.of("label", "class", "y");

    /** @throws UserError where the table or a column is not there, or a column is no attribute; messages begin with the parameter */
    static ImageTable read(Request request) {
        String path = request.attributes().toString();
        TableScan opened;
        try {
            opened = TableScan.open(path);
        } catch (UserError e) {
            throw new UserError("attributes: " + e.getMessage(), e);
        }
        try (opened) {
            return new Reader(request, opened).read();
        }
    }

    /** How many rows there are. */
    int rows() {
        return keys.size();
    }

    /** Where a row stands, for messages; {@code row} counts from 0. */
    String place(int row) {
        return "row " + (row + 1);
    }

    private static final class Reader {
        private final Request request;
        private final TableScan scan;
        private final List<String> names;

        Reader(Request request, TableScan scan) {
            this.request = request;
            this.scan = scan;
            this.names = scan.columns().stream().map(ScanColumn::name).toList();
        }

        ImageTable read() {
            request.roles().forEach((parameter, column) -> {
                if (!column.isEmpty()) {
                    known(parameter, column);
                }
            });
            request.columns().forEach(column -> known("columns", column));
            request.bins().keySet().forEach(column -> known("bins." + column, column));
            String label = label();
            Map<String, List<String>> values = new LinkedHashMap<>();
            Map<String, int[]> codes = new LinkedHashMap<>();
            for (String column : columns(label)) {
                Object bins = request.bins().get(column);
                if (bins == null) {
                    plain(column, values, codes);
                } else {
                    binned(column, bins, values, codes);
                }
            }
            List<Attribute> attributes = new ArrayList<>();
            values.forEach((column, known) -> attributes.add(new Attribute(column, known)));
            return new ImageTable(
                    scan.name(),
                    scan.texts(request.key()),
                    List.copyOf(attributes),
                    codes,
                    request.group().isEmpty() ? List.of() : scan.texts(request.group()),
                    label);
        }

        private void known(String parameter, String column) {
            if (!names.contains(column)) {
                throw Names.unknown(parameter + ": " + scan.name(), "column", column, names);
            }
        }

        private String label() {
            if (!request.label().isEmpty()) {
                return request.label();
            }
            return names.stream()
                    .filter(name -> LABELS.contains(name.toLowerCase(Locale.ROOT)) && request.wants(name))
                    .findFirst()
                    .orElseThrow(() -> new UserError("label: " + scan.name()
                            + ": no column is called label, class or y; say which one is predicted: "
                            + String.join(", ", names)));
        }

        /** Key and group are no attributes unless they are named as such. */
        private List<String> columns(String label) {
            if (!request.columns().isEmpty()) {
                return request.columns();
            }
            return names.stream()
                    .filter(name -> name.equals(label)
                            || name.equals(request.domain())
                            || request.bins().containsKey(name)
                            || !name.equals(request.key()) && !name.equals(request.group()))
                    .toList();
        }

        private void plain(String column, Map<String, List<String>> values, Map<String, int[]> codes) {
            ColumnKind kind = scan.column(column).kind();
            ColumnSummary summary = scan.summary(column);
            boolean decimals = kind == ColumnKind.DECIMAL && !summary.whole();
            if (summary.distinct() > (decimals ? MOST_DECIMALS : MOST_VALUES)) {
                throw tooMany(column, kind, summary.distinct());
            }
            if (summary.missing() == summary.rows()) {
                throw new UserError("attributes: " + scan.name() + ": column '" + column
                        + "' is blank in every row; leave it out by naming the others with 'columns'");
            }
            values.put(column, scan.levels(column));
            int[] all = new int[Math.toIntExact(scan.rows())];
            scan.read(
                    List.of(Wanted.category(column)),
                    block -> System.arraycopy(block.codes(0), 0, all, (int) block.first(), block.rows()));
            codes.put(column, all);
        }

        private UserError tooMany(String column, ColumnKind kind, int distinct) {
            String many = distinct > TableScan.MOST_LEVELS ? "more than " + TableScan.MOST_LEVELS : "" + distinct;
            boolean ordered = kind != ColumnKind.TEXT && kind != ColumnKind.BOOLEAN;
            String cut = kind.isNumber() ? "[10, 20]" : "['2020-01-01']";
            return new UserError("attributes: " + scan.name() + ": column '" + column + "' holds " + many
                    + " different values, and an attribute has few; "
                    + (ordered
                            ? "say how it is cut, as in bins: {" + column + ": " + cut + "} or bins: {" + column
                                    + ": 4}, or "
                            : "")
                    + "leave it out by naming the others with 'columns'");
        }

        private void binned(
                String column, Object declared, Map<String, List<String>> values, Map<String, int[]> codes) {
            ColumnKind kind = scan.column(column).kind();
            double[] numbers = new double[Math.toIntExact(scan.rows())];
            if (kind != ColumnKind.TEXT) {
                scan.read(
                        List.of(Wanted.number(column)),
                        block -> System.arraycopy(block.numbers(0), 0, numbers, (int) block.first(), block.rows()));
            }
            for (int row = 0; row < numbers.length; row++) {
                if (Double.isInfinite(numbers[row])) {
                    throw new UserError("bins." + column + ": " + scan.place(row) + " is infinite; leave it blank");
                }
            }
            Bins bins = Bins.of(column, declared, kind, numbers);
            int[] all = Arrays.stream(numbers).mapToInt(bins::code).toArray();
            boolean missing = Arrays.stream(numbers).anyMatch(Double::isNaN);
            values.put(column, bins.names(missing));
            codes.put(column, all);
        }
    }

    /** The code of missing values of an attribute; -1 where it has none. */
    int blank(String attribute) {
        return attribute(attribute).code(TableScan.BLANK);
    }

    private Attribute attribute(String name) {
        return attributes.stream()
                .filter(attribute -> attribute.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no attribute " + name));
    }

    /** Two values of an attribute that differ in case or white space only, which are mostly one; null where there are none. */
    static @Nullable String twins(Attribute attribute) {
        Map<String, String> seen = new LinkedHashMap<>();
        for (String value : attribute.values()) {
            String other = seen.put(value.strip().toLowerCase(Locale.ROOT), value);
            if (other != null) {
                return "'" + other + "' and '" + value + "'";
            }
        }
        return null;
    }
}
