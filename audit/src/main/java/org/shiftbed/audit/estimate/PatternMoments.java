package org.shiftbed.audit.estimate;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.nuisance.Groups;

/**
 * The moments of {@link Moments} for variables of one statistic whose D is the same in all units of a parent pattern. Residuals are summed by
 * pattern, or by pair of patterns, and meet D only after the last unit: the work of a unit does not depend on the number of parameters.
 */
final class PatternMoments {
    /** Beyond this many patterns the sums by pair no longer stay near the processor. */
    private static final int MOST_PATTERNS = 256;

    private static final int CHUNK = 1024;

    private final Units units;
    private final Nuisances nuisances;
    private final int[] offset;
    private final List<ShiftingVariable> variables;
    private final @Nullable Table[] tables;
    private final int[][] code;
    private final double[][] eps;
    private final double[] centred = new double[CHUNK];

    PatternMoments(Units units, List<ShiftingVariable> variables, Nuisances nuisances, int[] offset) {
        this.units = units;
        this.variables = variables;
        this.nuisances = nuisances;
        this.offset = offset;
        int m = variables.size();
        tables = new Table[m];
        code = new int[m][];
        eps = new double[m][];
        for (int i = 0; i < m; i++) {
            Groups patterns = variables.get(i).patterns();
            if (patterns != null
                    && variables.get(i).exact()
                    && variables.get(i).form().linear()
                    && variables.get(i).dimension() == 1
                    && !variables.get(i).statistic().isOneHot()
                    && patterns.count() <= MOST_PATTERNS) {
                tables[i] = new Table(patterns);
                code[i] = new int[CHUNK];
                eps[i] = new double[CHUNK];
            }
        }
    }

    /** Sums of one variable by pattern, and a unit of each pattern. */
    private static final class Table {
        private final Groups patterns;
        private final int[] unit;
        private final double[] first;
        private final double[] second;
        private final int[][] rows;
        private final double[][] values;

        Table(Groups patterns) {
            this.patterns = patterns;
            int count = patterns.count();
            unit = new int[count];
            Arrays.fill(unit, -1);
            first = new double[count];
            second = new double[count];
            rows = new int[count][0];
            values = new double[count][0];
        }

        void load(ShiftingVariable variable) {
            Directions directions = new Directions(variable);
            for (int p = 0; p < unit.length; p++) {
                if (unit[p] >= 0) {
                    directions.load(unit[p]);
                    rows[p] = directions.rows();
                    values[p] = directions.values();
                }
            }
        }
    }

    /** Whether the block of variables i and j (or of i alone) is summed here. */
    boolean covers(int i, int j) {
        return tables[i] != null && tables[j] != null;
    }

    /** Whether nothing is left for others. */
    boolean coversAll() {
        for (Table table : tables) {
            if (table == null) {
                return false;
            }
        }
        return true;
    }

    /** Adds sums over units to the gradient and to the lower triangle of the Hessian. */
    void add(double[] g, double[][] h) {
        int m = variables.size();
        double[][][] pairs = new double[m][m][];
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < i; j++) {
                Table one = tables[i];
                Table two = tables[j];
                if (one != null && two != null) {
                    pairs[i][j] = new double[one.unit.length * two.unit.length];
                }
            }
        }
        for (int from = 0; from < units.size(); from += CHUNK) {
            int length = Math.min(CHUNK, units.size() - from);
            for (int i = 0; i < m; i++) {
                Table table = tables[i];
                if (table != null) {
                    own(i, table, from, length);
                    for (int j = 0; j < i; j++) {
                        Table other = tables[j];
                        if (other != null) {
                            cross(j, i, other.unit.length, from, length, pairs[i][j]);
                        }
                    }
                }
            }
        }
        finish(pairs, g, h);
    }

    private void own(int i, Table table, int from, int length) {
        ShiftingVariable variable = variables.get(i);
        double[] statistic = variable.statistic().values();
        for (int k = 0; k < length; k++) {
            int u = from + k;
            int pattern = table.patterns.at(u);
            code[i][k] = pattern;
            eps[i][k] = 0;
            if (variable.observes(u)) {
                double residual = statistic[u] - nuisances.mean(i, 0, u);
                double loss = units.loss()[u] - units.weight()[u] * nuisances.loss(i, u);
                eps[i][k] = residual;
                table.unit[pattern] = u;
                table.first[pattern] += loss * residual;
                table.second[pattern] += loss * (residual * residual - nuisances.covariance(i, 0, u));
            }
        }
    }

    /** Variable j before variable i. */
    private void cross(int j, int i, int stride, int from, int length, double[] sums) {
        int[] codeI = code[i];
        int[] codeJ = code[j];
        double[] epsI = eps[i];
        double[] epsJ = eps[j];
        nuisances.centre(j, i, units, from, length, centred);
        for (int k = 0; k < length; k++) {
            sums[codeI[k] * stride + codeJ[k]] += centred[k] * epsI[k] * epsJ[k];
        }
    }

    private void finish(double[][][] pairs, double[] g, double[][] h) {
        for (int i = 0; i < tables.length; i++) {
            Table one = tables[i];
            if (one == null) {
                continue;
            }
            one.load(variables.get(i));
            for (int p = 0; p < one.unit.length; p++) {
                for (int r = 0; r < one.rows[p].length; r++) {
                    int a = offset[i] + one.rows[p][r];
                    g[a] += one.values[p][r] * one.first[p];
                    for (int t = 0; t <= r; t++) {
                        h[a][offset[i] + one.rows[p][t]] += one.values[p][r] * one.values[p][t] * one.second[p];
                    }
                    for (int j = 0; j < i; j++) {
                        Table two = tables[j];
                        if (two != null) {
                            spread(two, offset[j], pairs[i][j], p * two.unit.length, one.values[p][r], h[a]);
                        }
                    }
                }
            }
        }
    }

    private static void spread(Table two, int start, double[] sums, int at, double factor, double[] row) {
        for (int p = 0; p < two.unit.length; p++) {
            for (int t = 0; t < two.rows[p].length; t++) {
                row[start + two.rows[p][t]] += factor * two.values[p][t] * sums[at + p];
            }
        }
    }
}
