package org.shiftbed.audit.estimate;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * {@link Scores} of a one-hot variable: {@code D(T - mu)} is {@code -D mu}, the same in a stratum, plus the column of D of the level that the
 * unit has. With squares, the entries of the base are squared and the unit's part is what its level changes.
 */
final class LevelScores implements Scores {
    private final Strata strata;
    private final int[][] baseRows;
    private final double[][] base;
    /** By stratum, then by component with the reference level last. */
    private final int[][][] rows;

    private final double[][][] values;
    private int stratum;
    private int level;

    private LevelScores(Strata strata, int[][] baseRows, double[][] base, int[][][] rows, double[][][] values) {
        this.strata = strata;
        this.baseRows = baseRows;
        this.base = base;
        this.rows = rows;
        this.values = values;
    }

    /** @param mean the mean of T in each stratum, q values */
    static LevelScores of(Strata strata, IntFunction<double[]> mean) {
        ShiftingVariable variable = strata.variable();
        int q = variable.dimension();
        Directions directions = new Directions(variable);
        int count = strata.count();
        LevelScores scores = new LevelScores(
                strata, new int[count][], new double[count][], new int[count][][], new double[count][][]);
        for (int s = 0; s < count; s++) {
            directions.load(strata.unit(s));
            scores.fill(s, directions, mean.apply(s), q);
        }
        return scores;
    }

    private void fill(int s, Directions directions, double[] mean, int q) {
        int[] all = directions.rows();
        int[][] used = directions.used();
        double[] d = directions.values();
        double[] shared = new double[all.length];
        int[] count = new int[q + 1];
        for (int r = 0; r < all.length; r++) {
            for (int k : used[r]) {
                shared[r] -= d[r * q + k] * mean[k];
                count[k]++;
            }
        }
        int[][] own = new int[q + 1][];
        double[][] at = new double[q + 1][];
        for (int k = 0; k <= q; k++) {
            own[k] = new int[count[k]];
            at[k] = new double[count[k]];
        }
        Arrays.fill(count, 0);
        for (int r = 0; r < all.length; r++) {
            for (int k : used[r]) {
                own[k][count[k]] = all[r];
                at[k][count[k]++] = d[r * q + k];
            }
        }
        baseRows[s] = all;
        base[s] = shared;
        rows[s] = own;
        values[s] = at;
    }

    @Override
    public void load(int u) {
        stratum = strata.at(u);
        int component = strata.variable().statistic().component(u);
        level = component < 0 ? rows[stratum].length - 1 : component;
    }

    @Override
    public int[] rows() {
        return rows[stratum][level];
    }

    @Override
    public double[] values() {
        return values[stratum][level];
    }

    @Override
    public int stratum() {
        return stratum;
    }

    @Override
    public int strata() {
        return base.length;
    }

    @Override
    public int[] baseRows(int s) {
        return baseRows[s];
    }

    @Override
    public double[] base(int s) {
        return base[s];
    }

    /** The squares of all entries, in the same form. */
    Scores squared() {
        double[][] squares = new double[base.length][];
        double[][][] changes = new double[base.length][][];
        for (int s = 0; s < squares.length; s++) {
            squares[s] = new double[base[s].length];
            for (int r = 0; r < squares[s].length; r++) {
                squares[s][r] = base[s][r] * base[s][r];
            }
            changes[s] = new double[rows[s].length][];
            for (int k = 0; k < changes[s].length; k++) {
                double[] change = new double[rows[s][k].length];
                for (int r = 0; r < change.length; r++) {
                    double before = base[s][Arrays.binarySearch(baseRows[s], rows[s][k][r])];
                    double after = before + values[s][k][r];
                    change[r] = after * after - before * before;
                }
                changes[s][k] = change;
            }
        }
        return new LevelScores(strata, baseRows, squares, rows, changes);
    }
}
