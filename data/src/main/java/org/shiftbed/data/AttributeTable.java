package org.shiftbed.data;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/**
 * Columnar codes: one row an example, one column an attribute ({@code controlled-shifts.md} 1.1). Rows that show the same picture share a
 * content group (1.6), so that no split puts copies of one picture on both sides.
 */
public final class AttributeTable {
    private final int rows;
    private final Map<String, Attribute> attributes;
    private final Map<String, int[]> codes;
    private final int[] groups;
    private final @Nullable OfficialParts parts;

    /**
     * @param attributes in display order
     * @param codes one column an attribute, all of one length, each code in [0, cardinality)
     * @param groups the content group of each row, any non-negative numbers; null: every row is its own group
     * @throws IllegalArgumentException where lengths or codes do not fit
     */
    public AttributeTable(List<Attribute> attributes, Map<String, int[]> codes, int @Nullable [] groups) {
        this.parts = null;
        if (attributes.isEmpty()) {
            throw new IllegalArgumentException("a table needs at least one attribute");
        }
        this.attributes = new LinkedHashMap<>();
        this.codes = new LinkedHashMap<>();
        int length = -1;
        for (Attribute attribute : attributes) {
            int[] column = codes.get(attribute.name());
            if (column == null || (length >= 0 && column.length != length)) {
                throw new IllegalArgumentException("attribute '" + attribute.name() + "' needs a column of " + length
                        + " codes, got " + (column == null ? "none" : column.length));
            }
            length = column.length;
            for (int code : column) {
                if (code < 0 || code >= attribute.cardinality()) {
                    throw new IllegalArgumentException("attribute '" + attribute.name() + "': code " + code
                            + " is outside [0, " + attribute.cardinality() + ")");
                }
            }
            if (this.attributes.put(attribute.name(), attribute) != null) {
                throw new IllegalArgumentException("two attributes are called '" + attribute.name() + "'");
            }
            this.codes.put(attribute.name(), column.clone());
        }
        this.rows = length;
        if (groups == null) {
            this.groups = new int[rows];
            Arrays.setAll(this.groups, i -> i);
        } else {
            if (groups.length != rows) {
                throw new IllegalArgumentException("content groups for " + groups.length + " rows of " + rows);
            }
            this.groups = groups.clone();
        }
    }

    private AttributeTable(AttributeTable table, int[] groups, @Nullable OfficialParts parts) {
        this.rows = table.rows;
        this.attributes = table.attributes;
        this.codes = table.codes;
        this.groups = groups;
        this.parts = parts;
    }

    /**
     * The same table with other content groups.
     *
     * @param other the group of each row, any non-negative numbers
     * @throws IllegalArgumentException where they are of another number of rows
     */
    public AttributeTable grouped(int[] other) {
        if (other.length != rows) {
            throw new IllegalArgumentException("content groups for " + other.length + " rows of " + rows);
        }
        return new AttributeTable(this, other.clone(), parts);
    }

    /**
     * The same table, of a data set that comes with parts.
     *
     * @throws IllegalArgumentException where they are of another number of rows
     */
    public AttributeTable with(OfficialParts official) {
        if (official.codes().length != rows) {
            throw new IllegalArgumentException("parts of " + official.codes().length + " rows for a table of " + rows);
        }
        return new AttributeTable(this, groups, official);
    }

    /**
     * A table of every combination of values, the last attribute fastest, the copies of one combination next to each other; every row is
     * its own content group.
     *
     * @param attributes at least one
     * @param copies rows of each combination, at least 1
     */
    public static AttributeTable everyCombination(List<Attribute> attributes, int copies) {
        if (copies < 1) {
            throw new IllegalArgumentException("at least one copy, got " + copies);
        }
        int rows = copies;
        for (Attribute attribute : attributes) {
            rows = Math.multiplyExact(rows, attribute.cardinality());
        }
        Map<String, int[]> codes = new LinkedHashMap<>();
        int stride = rows;
        for (Attribute attribute : attributes) {
            stride /= attribute.cardinality();
            int[] column = new int[rows];
            for (int i = 0; i < rows; i++) {
                column[i] = i / stride % attribute.cardinality();
            }
            codes.put(attribute.name(), column);
        }
        return new AttributeTable(attributes, codes, null);
    }

    /** How many rows there are. */
    public int rows() {
        return rows;
    }

    /** All attributes in display order. */
    public List<Attribute> attributes() {
        return List.copyOf(attributes.values());
    }

    /** Whether there is an attribute of this name. */
    public boolean has(String name) {
        return attributes.containsKey(name);
    }

    /**
     * The attribute of a name.
     *
     * @throws UserError where there is none; the message offers the nearest name
     */
    public Attribute attribute(String name) {
        Attribute found = attributes.get(name);
        if (found == null) {
            throw new UserError("unknown attribute '" + name + "'; " + Names.suggest(name, attributes.keySet()));
        }
        return found;
    }

    /** The code of one row in [0, cardinality). */
    public int code(int row, String name) {
        return column(name)[row];
    }

    /**
     * The codes of all rows; the caller must not change them.
     *
     * @throws UserError where there is no such attribute
     */
    public int[] column(String name) {
        int[] column = codes.get(name);
        if (column == null) {
            attribute(name);
            throw new IllegalStateException("unreachable");
        }
        return column;
    }

    /** The parts that the data set comes with; null where it has none. */
    public @Nullable OfficialParts parts() {
        return parts;
    }

    /** The content group of all rows; the caller must not change them. */
    public int[] groups() {
        return groups;
    }
}
