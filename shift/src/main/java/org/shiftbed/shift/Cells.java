package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;

/**
 * The cells of some attributes: every combination of their values, numbered with the last attribute fastest ({@code controlled-shifts.md} 1.1).
 */
final class Cells {
    private static final int MOST = 1_000_000;

    private final List<Attribute> attributes;
    private final List<int[]> columns;
    private final int count;

    private Cells(List<Attribute> attributes, List<int[]> columns, int count) {
        this.attributes = attributes;
        this.columns = columns;
        this.count = count;
    }

    /**
     * @param kind of the shift, for errors
     * @param field of the shift that names the attributes
     * @throws UserError where an attribute is unknown, or there are more than a million cells
     */
    static Cells of(AttributeTable table, List<String> names, String kind, String field) {
        List<Attribute> attributes = new ArrayList<>();
        List<int[]> columns = new ArrayList<>();
        long count = 1;
        for (String name : names) {
            Attribute attribute = Frame.attribute(table, kind, field, name);
            attributes.add(attribute);
            columns.add(table.column(name));
            count *= attribute.cardinality();
            if (count > MOST) {
                throw new UserError(kind + ": " + field + " " + names + " have more than " + MOST
                        + " cells; name fewer attributes, or such as have fewer values");
            }
        }
        return new Cells(List.copyOf(attributes), List.copyOf(columns), (int) count);
    }

    /** How many cells there are. */
    int count() {
        return count;
    }

    List<Attribute> attributes() {
        return attributes;
    }

    /** The cell of a row of the table. */
    int of(int row) {
        int cell = 0;
        for (int i = 0; i < columns.size(); i++) {
            cell = cell * attributes.get(i).cardinality() + columns.get(i)[row];
        }
        return cell;
    }

    /** The cell of codes, one for each attribute. */
    int cell(int... codes) {
        int cell = 0;
        for (int i = 0; i < codes.length; i++) {
            cell = cell * attributes.get(i).cardinality() + codes[i];
        }
        return cell;
    }

    /** Rows by cell, in the order given. */
    int[][] rows(int[] rows) {
        int[] sizes = new int[count];
        for (int row : rows) {
            sizes[of(row)]++;
        }
        int[][] byCell = new int[count][];
        for (int cell = 0; cell < count; cell++) {
            byCell[cell] = new int[sizes[cell]];
        }
        int[] filled = new int[count];
        for (int row : rows) {
            int cell = of(row);
            byCell[cell][filled[cell]++] = row;
        }
        return byCell;
    }

    /** The text of the filter whose rows are those of the cell. */
    String filter(int cell) {
        int[] codes = codes(cell);
        return IntStream.range(0, codes.length)
                .mapToObj(i -> RowFilter.is(
                        attributes.get(i).name(), attributes.get(i).values().get(codes[i])))
                .collect(Collectors.joining(" AND "));
    }

    /** Its values in brackets, as a study file writes them. */
    String words(int cell) {
        int[] codes = codes(cell);
        return IntStream.range(0, codes.length)
                .mapToObj(i -> attributes.get(i).values().get(codes[i]))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private int[] codes(int cell) {
        int[] codes = new int[attributes.size()];
        for (int i = codes.length - 1; i >= 0; i--) {
            int values = attributes.get(i).cardinality();
            codes[i] = cell % values;
            cell /= values;
        }
        return codes;
    }
}
