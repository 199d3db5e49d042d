package org.shiftbed.audit;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.form.Parent;
import org.shiftbed.data.table.Block;
import org.shiftbed.data.table.ColumnKind;
import org.shiftbed.data.table.ColumnSummary;
import org.shiftbed.data.table.TableScan;
import org.shiftbed.data.table.Wanted;

/**
 * A column as the audit reads it: as a category (codes of levels, a blank being a level of its own), as a number of few values or in bins (codes
 * again, a missing number being the last), or as a number that can be anything (NaN where missing).
 *
 * @param column its name
 * @param category whether values are levels by name
 * @param levels names of the levels of a category
 * @param values ascending values of a number of few values; empty for others
 * @param cuts cut points of bins; null where there are none
 */
record PlannedColumn(String column, boolean category, List<String> levels, double[] values, double @Nullable [] cuts) {
    /** A number with at most this many different values is discrete. */
    static final int FEW = 20;

    /** A column as a variable of a discrete family, or as a parent. */
    static PlannedColumn category(TableScan scan, String column) {
        return new PlannedColumn(column, true, scan.levels(column), new double[0], null);
    }

    /** A column of numbers as a variable of a family of numbers. */
    static PlannedColumn number(String column, double[] values) {
        return new PlannedColumn(column, false, List.of(), values, null);
    }

    /** A column as a parent: a category, a number in bins, of few values, or of any. */
    static PlannedColumn parent(TableScan scan, String column, double @Nullable [] cuts) {
        ColumnKind kind = scan.column(column).kind();
        if (cuts != null) {
            return new PlannedColumn(column, false, List.of(), new double[0], cuts);
        }
        if (!kind.isNumber() && kind != ColumnKind.BOOLEAN) {
            return category(scan, column);
        }
        return number(column, few(scan, column));
    }

    /** The values of a number where they are few; empty otherwise. */
    static double[] few(TableScan scan, String column) {
        ColumnSummary summary = scan.summary(column);
        if (summary.distinct() > FEW) {
            return new double[0];
        }
        if (scan.column(column).kind() == ColumnKind.BOOLEAN) {
            return new double[] {0, 1};
        }
        if (scan.column(column).kind() == ColumnKind.WHOLE) {
            return scan.levels(column).stream()
                    .filter(level -> !level.equals(TableScan.BLANK))
                    .mapToDouble(Double::parseDouble)
                    .sorted()
                    .toArray();
        }
        // Names of levels do not do: a decimal of 32 bits is called 0.1 and is another number.
        TreeSet<Double> values = new TreeSet<>();
        scan.read(List.of(Wanted.number(column)), block -> {
            double[] numbers = block.numbers(0);
            for (int r = 0; r < block.rows(); r++) {
                if (!Double.isNaN(numbers[r])) {
                    values.add(numbers[r] + 0.0);
                }
            }
        });
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The same column of another table, with the levels or values that it has there. */
    PlannedColumn in(TableScan scan) {
        if (category) {
            return category(scan, column);
        }
        ColumnKind kind = scan.column(column).kind();
        boolean any = cuts != null || values.length == 0 || !kind.isNumber() && kind != ColumnKind.BOOLEAN;
        return any
                ? new PlannedColumn(column, false, List.of(), new double[0], cuts)
                : number(column, few(scan, column));
    }

    /** From codes of another table's levels to those here; NaN for a level that is not known here. */
    double[] translated(PlannedColumn other, double[] codes) {
        if (!category) {
            return codes;
        }
        double[] here = new double[other.levels.size()];
        for (int k = 0; k < here.length; k++) {
            int level = levels.indexOf(other.levels.get(k));
            here[k] = level < 0 ? Double.NaN : level;
        }
        double[] translated = new double[codes.length];
        for (int u = 0; u < codes.length; u++) {
            translated[u] = here[(int) codes[u]];
        }
        return translated;
    }

    /** What is asked of the scan. */
    Wanted wanted() {
        return category ? Wanted.category(column) : Wanted.number(column);
    }

    /** How many codes there are, or 0 where the values are numbers of any kind. */
    int cardinality() {
        if (category) {
            return levels.size();
        }
        return cuts != null ? cuts.length + 2 : values.length == 0 ? 0 : values.length + 1;
    }

    /** Fills the codes or numbers of a block. */
    void fill(Block block, int index, double[] into) {
        if (category) {
            int[] codes = block.codes(index);
            for (int r = 0; r < block.rows(); r++) {
                into[r] = codes[r];
            }
            return;
        }
        double[] numbers = block.numbers(index);
        for (int r = 0; r < block.rows(); r++) {
            into[r] = code(numbers[r]);
        }
    }

    private double code(double value) {
        if (cuts != null) {
            if (Double.isNaN(value)) {
                return cuts.length + 1;
            }
            int bin = 0;
            while (bin < cuts.length && cuts[bin] <= value) {
                bin++;
            }
            return bin;
        }
        if (values.length == 0) {
            return value;
        }
        if (Double.isNaN(value)) {
            return values.length;
        }
        // The common case of 0, 1, 2, … needs no search.
        int whole = (int) value;
        if (whole >= 0 && whole < values.length && values[whole] == value) {
            return whole;
        }
        return Arrays.binarySearch(values, value + 0.0);
    }

    /** From what the units keep to what families and forms take: the level's index, the number, or a number inside the bin; NaN where missing. */
    double[] decode(double[] kept) {
        if (category || cardinality() == 0) {
            return kept;
        }
        double[] decoded = new double[kept.length];
        for (int u = 0; u < kept.length; u++) {
            int code = (int) kept[u];
            if (cuts != null) {
                decoded[u] = code > cuts.length ? Double.NaN : code == 0 ? Math.nextDown(cuts[0]) : cuts[code - 1];
            } else {
                decoded[u] = code == values.length ? Double.NaN : values[code];
            }
        }
        return decoded;
    }

    /** As a parent of a shift form. */
    Parent asParent(String place) {
        if (category) {
            return Parent.category(column, levels);
        }
        if (cuts != null) {
            return Parent.bins(place, column, cuts);
        }
        return values.length == 0 ? Parent.continuous(column) : Parent.values(column, values);
    }

    /** Whether two plans read the same. */
    boolean same(PlannedColumn other) {
        return column.equals(other.column)
                && category == other.category
                && Arrays.equals(values, other.values)
                && Arrays.equals(cuts, other.cuts);
    }
}
