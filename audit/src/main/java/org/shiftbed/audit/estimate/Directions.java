package org.shiftbed.audit.estimate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.nuisance.Groups;

/**
 * D_i = ds_i/d delta at 0 of one variable, unit by unit, without the rows that are zero: an indicator shift has one parameter that a unit can
 * feel, and costs one. Where the parents are discrete, D is kept once a pattern.
 */
final class Directions {
    private final ShiftingVariable variable;
    private final int q;
    private final int p;
    /** By pattern: which parameters have a row that is not zero; empty where D is made for each unit. */
    private final int[] @Nullable [] rowsOf;

    private final double[] @Nullable [] valuesOf;
    private final Groups patterns;
    private final double[] z;
    private final double[] zero;
    private final double[] dense;
    private int[] rows = new int[0];
    private double[] values = new double[0];

    /** By row: the positions of its values that are not zero; by pattern likewise. */
    private int[][] used = new int[0][];

    private final int[] @Nullable [][] usedOf;

    Directions(ShiftingVariable variable) {
        this.variable = variable;
        q = variable.dimension();
        p = variable.form().parameters();
        z = new double[variable.parents().length];
        zero = new double[p];
        dense = new double[p * q];
        Groups known = variable.patterns();
        patterns = known != null && variable.exact() ? known : Groups.of(new int[0], 0);
        rowsOf = new int[patterns.count()][];
        valuesOf = new double[patterns.count()][];
        usedOf = new int[patterns.count()][][];
    }

    /** Loads D of a unit. */
    void load(int u) {
        if (rowsOf.length == 0) {
            make(u);
            return;
        }
        int pattern = patterns.at(u);
        int[] keptRows = rowsOf[pattern];
        double[] keptValues = valuesOf[pattern];
        int @Nullable [][] keptUsed = usedOf[pattern];
        if (keptRows == null || keptValues == null || keptUsed == null) {
            make(u);
            usedOf[pattern] = used;
            rowsOf[pattern] = rows;
            valuesOf[pattern] = values;
        } else {
            rows = keptRows;
            values = keptValues;
            used = keptUsed;
        }
    }

    private void make(int u) {
        variable.parents(u, z);
        variable.form().jacobian(z, zero, dense);
        int kept = 0;
        int[] index = new int[p];
        for (int a = 0; a < p; a++) {
            for (int k = 0; k < q; k++) {
                if (dense[a * q + k] != 0) {
                    index[kept++] = a;
                    break;
                }
            }
        }
        rows = Arrays.copyOf(index, kept);
        values = new double[kept * q];
        used = new int[kept][];
        int[] at = new int[q];
        for (int r = 0; r < kept; r++) {
            System.arraycopy(dense, rows[r] * q, values, r * q, q);
            int count = 0;
            for (int k = 0; k < q; k++) {
                if (values[r * q + k] != 0) {
                    at[count++] = k;
                }
            }
            used[r] = Arrays.copyOf(at, count);
        }
    }

    /** The parameters of the loaded unit, by their index in the variable. */
    int[] rows() {
        return rows;
    }

    /** Which k of each row are not zero: a category of 200 levels has one in each of 199 rows, and looking at all of them costs q^4 a unit. */
    int[][] used() {
        return used;
    }

    /** Their rows of D, {@code r * q + k}. */
    double[] values() {
        return values;
    }
}
