package org.shiftbed.data.images;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.table.AttributeColumns;
import org.shiftbed.data.table.ScanColumn;
import org.shiftbed.data.table.TableScan;

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
            Map<String, int[]> codes = new LinkedHashMap<>();
            List<Attribute> attributes = new ArrayList<>();
            AttributeColumns coded = new AttributeColumns(scan, request.bins(), "attributes", "columns");
            for (String column : columns(label)) {
                AttributeColumns.Coded read = coded.read(column);
                attributes.add(read.attribute());
                codes.put(column, read.codes());
            }
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
