package org.shiftbed.data.table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/** Columns of one length, in an order. The accessors return the columns' own arrays, which the caller must not change. */
public final class Table {
    private final Map<String, Column> columns = new LinkedHashMap<>();
    private final int rows;

    /**
     * @param columns at least one, all of one length, names all different
     * @throws IllegalArgumentException where they are not
     */
    public Table(List<Column> columns) {
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("a table needs at least one column");
        }
        rows = columns.get(0).length();
        for (Column column : columns) {
            if (column.length() != rows) {
                throw new IllegalArgumentException(
                        "column '" + column.name() + "' has " + column.length() + " rows of " + rows);
            }
            if (this.columns.put(column.name(), column) != null) {
                throw new IllegalArgumentException("two columns are called '" + column.name() + "'");
            }
        }
    }

    /** How many rows there are. */
    public int rows() {
        return rows;
    }

    /** All columns in their order. */
    public List<Column> columns() {
        return List.copyOf(columns.values());
    }

    /** The names of all columns in their order. */
    public List<String> names() {
        return List.copyOf(columns.keySet());
    }

    /**
     * The column of a name.
     *
     * @throws UserError where there is none; the message offers the nearest name
     */
    public Column column(String name) {
        Column found = columns.get(name);
        if (found == null) {
            throw new UserError("unknown column '" + name + "'; " + Names.suggest(name, columns.keySet()));
        }
        return found;
    }

    /**
     * A column of whole numbers as 32 bits.
     *
     * @throws UserError where there is no such column, it holds something else, or a value does not fit
     */
    public int[] ints(String name) {
        if (column(name) instanceof Column.Ints ints) {
            return ints.values();
        }
        long[] wide = longs(name);
        int[] values = new int[rows];
        for (int i = 0; i < rows; i++) {
            values[i] = (int) wide[i];
            if (values[i] != wide[i]) {
                throw wrong(name, i, "a whole number of 32 bits", wide[i]);
            }
        }
        return values;
    }

    /**
     * A column of whole numbers as 64 bits.
     *
     * @throws UserError where there is no such column or it holds something else
     */
    public long[] longs(String name) {
        Column column = column(name);
        if (column instanceof Column.Longs longs) {
            return longs.values();
        }
        long[] values = new long[rows];
        if (column instanceof Column.Ints ints) {
            for (int i = 0; i < rows; i++) {
                values[i] = ints.values()[i];
            }
            return values;
        }
        double[] decimals = doubles(name);
        for (int i = 0; i < rows; i++) {
            values[i] = (long) decimals[i];
            if (values[i] != decimals[i]) {
                throw wrong(name, i, "a whole number", decimals[i]);
            }
        }
        return values;
    }

    /**
     * A column of numbers as decimals of 32 bits.
     *
     * @throws UserError where there is no such column or it holds text
     */
    public float[] floats(String name) {
        if (column(name) instanceof Column.Floats floats) {
            return floats.values();
        }
        double[] wide = doubles(name);
        float[] values = new float[rows];
        for (int i = 0; i < rows; i++) {
            values[i] = (float) wide[i];
        }
        return values;
    }

    /**
     * A column of numbers as decimals of 64 bits; a missing value is NaN.
     *
     * @throws UserError where there is no such column or it holds text
     */
    public double[] doubles(String name) {
        Column column = column(name);
        if (column instanceof Column.Doubles doubles) {
            return doubles.values();
        }
        double[] values = new double[rows];
        for (int i = 0; i < rows; i++) {
            if (column instanceof Column.Ints ints) {
                values[i] = ints.values()[i];
            } else if (column instanceof Column.Longs longs) {
                values[i] = longs.values()[i];
            } else if (column instanceof Column.Floats floats) {
                values[i] = floats.values()[i];
            } else {
                throw wrong(name, i, "a number", texts(name)[i]);
            }
        }
        return values;
    }

    /**
     * A column as texts: its own, or its numbers written out; null is a missing value.
     *
     * @throws UserError where there is no such column
     */
    public @Nullable String[] texts(String name) {
        Column column = column(name);
        if (column instanceof Column.Texts texts) {
            return texts.values();
        }
        @Nullable String[] values = new String[rows];
        for (int i = 0; i < rows; i++) {
            if (column instanceof Column.Ints ints) {
                values[i] = Integer.toString(ints.values()[i]);
            } else if (column instanceof Column.Longs longs) {
                values[i] = Long.toString(longs.values()[i]);
            } else if (column instanceof Column.Floats floats) {
                values[i] = Float.toString(floats.values()[i]);
            } else if (column instanceof Column.Doubles doubles) {
                values[i] = Double.toString(doubles.values()[i]);
            }
        }
        return values;
    }

    private static UserError wrong(String name, int row, String wanted, @Nullable Object found) {
        return new UserError("column '" + name + "', row " + (row + 1) + ": must be " + wanted + ", got "
                + (found == null ? "nothing" : "'" + found + "'"));
    }
}
