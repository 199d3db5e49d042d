package org.shiftbed.audit.baseline;

import java.util.Arrays;
import org.shiftbed.audit.estimate.Units;
import org.shiftbed.audit.estimate.UnitsBuilder;
import org.shiftbed.audit.nuisance.Groups;

/** Rows as units, one each, in five folds. */
record TestRows(double[][] columns, double[] loss, double[] weight) {

    Units units() {
        UnitsBuilder builder =
                new UnitsBuilder(new UnitsBuilder.Layout(new int[columns.length], 5, true, false, 1, false));
        builder.add(loss.length, columns, loss, null, weight, null);
        return builder.build().first();
    }

    static double[] ones(int n) {
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        return ones;
    }

    /** A column of codes from 0. */
    Groups groups(int column) {
        int[] code = Arrays.stream(columns[column]).mapToInt(x -> (int) x).toArray();
        return Groups.of(code, Arrays.stream(code).max().orElse(0) + 1);
    }

    /** Each row as often as its weight, which must be whole, says. */
    TestRows repeated() {
        int n = (int) Arrays.stream(weight).sum();
        double[][] all = new double[columns.length][n];
        double[] losses = new double[n];
        int at = 0;
        for (int r = 0; r < loss.length; r++) {
            for (int k = 0; k < weight[r]; k++) {
                for (int j = 0; j < columns.length; j++) {
                    all[j][at] = columns[j][r];
                }
                losses[at++] = loss[r];
            }
        }
        return new TestRows(all, losses, ones(n));
    }
}
