package org.shiftbed.audit.estimate;

import java.util.List;

/**
 * Gradient and Hessian of the expected loss at no shift, all blocks of it (parametric-robustness 3.2):
 *
 * <pre>
 * g_i  = mean[(l - m_i) x_i]
 * H_ii = mean[(l - m_i)(D_i (eps_i eps_i' - V_i) D_i' + D2_i.eps_i)]
 * H_ij = mean[(l - c_ij) x_i x_j']
 * </pre>
 *
 * with x_i = D_i eps_i. One pass over the units after the regressions.
 */
final class Moments {
    private final Units units;
    private final List<ShiftingVariable> variables;
    private final Nuisances nuisances;
    private final int[] offset;
    private final int parameters;

    Moments(Units units, List<ShiftingVariable> variables, Nuisances nuisances) {
        this.units = units;
        this.variables = variables;
        this.nuisances = nuisances;
        offset = new int[variables.size() + 1];
        for (int i = 0; i < variables.size(); i++) {
            offset[i + 1] = offset[i] + variables.get(i).form().parameters();
        }
        parameters = offset[variables.size()];
    }

    static double meanLoss(Units units) {
        double sum = 0;
        for (double loss : units.loss()) {
            sum += loss;
        }
        return sum / units.total();
    }

    QuadraticLoss quadratic() {
        double[] g = new double[parameters];
        double[][] h = new double[parameters][parameters];
        PatternMoments patterns = new PatternMoments(units, variables, nuisances, offset);
        patterns.add(g, h);
        LevelMoments levels = new LevelMoments(units, variables, nuisances, offset);
        levels.add(g, h);
        if (!patterns.coversAll()) {
            general((i, j) -> patterns.covers(i, j) || levels.covers(i, j), g, h);
        }
        return finish(g, h);
    }

    /** Whether the block of two variables, or of one, is summed elsewhere. */
    private interface Covered {
        boolean covers(int i, int j);
    }

    /** Adds the blocks that are not summed by pattern or by level. */
    private void general(Covered patterns, double[] g, double[][] h) {
        int m = variables.size();
        Directions[] directions = variables.stream().map(Directions::new).toArray(Directions[]::new);
        double[][] eps = new double[m][];
        double[][] x = new double[m][];
        boolean[] needed = new boolean[m];
        for (int i = 0; i < m; i++) {
            needed[i] = needed(patterns, i);
            eps[i] = new double[variables.get(i).dimension()];
            x[i] = new double[variables.get(i).form().parameters()];
        }
        for (int u = 0; u < units.size(); u++) {
            double n = units.weight()[u];
            double s = units.loss()[u];
            for (int i = 0; i < m; i++) {
                ShiftingVariable variable = variables.get(i);
                if (!needed[i] || !variable.observes(u)) {
                    continue;
                }
                directions[i].load(u);
                score(i, u, directions[i], eps[i], x[i]);
                if (!patterns.covers(i, i)) {
                    own(i, u, s - n * nuisances.loss(i, u), directions[i], eps[i], x[i], g, h);
                }
                for (int j = 0; j < i; j++) {
                    if (variables.get(j).observes(u) && !patterns.covers(i, j)) {
                        double centred = s - n * nuisances.pairLoss(j, i, u);
                        cross(centred, directions[j].rows(), x[j], offset[j], directions[i].rows(), x[i], offset[i], h);
                    }
                }
            }
        }
    }

    /** Whether a block of variable i is left to be summed. */
    private boolean needed(Covered covered, int i) {
        for (int j = 0; j < variables.size(); j++) {
            if (!covered.covers(i, j)) {
                return true;
            }
        }
        return false;
    }

    /** Fills eps and x of one variable: x in the order of the rows that are not zero. */
    private void score(int i, int u, Directions direction, double[] eps, double[] x) {
        int q = eps.length;
        Statistic statistic = variables.get(i).statistic();
        for (int k = 0; k < q; k++) {
            eps[k] = statistic.at(u, k) - nuisances.mean(i, k, u);
        }
        double[] d = direction.values();
        int rows = direction.rows().length;
        for (int r = 0; r < rows; r++) {
            double sum = 0;
            for (int k = 0; k < q; k++) {
                sum += d[r * q + k] * eps[k];
            }
            x[r] = sum;
        }
    }

    private void own(
            int i, int u, double centred, Directions direction, double[] eps, double[] x, double[] g, double[][] h) {
        int q = eps.length;
        int[] rows = direction.rows();
        double[] d = direction.values();
        int[][] used = direction.used();
        for (int r = 0; r < rows.length; r++) {
            int a = offset[i] + rows[r];
            g[a] += centred * x[r];
            for (int t = 0; t <= r; t++) {
                double variance = 0;
                for (int k : used[r]) {
                    for (int c : used[t]) {
                        variance += d[r * q + k] * d[t * q + c] * nuisances.covariance(i, k * q + c, u);
                    }
                }
                h[a][offset[i] + rows[t]] += centred * (x[r] * x[t] - variance);
            }
        }
        if (!variables.get(i).form().linear()) {
            curve(i, u, centred, eps, h);
        }
    }

    private void curve(int i, int u, double centred, double[] eps, double[][] h) {
        ShiftingVariable variable = variables.get(i);
        int p = variable.form().parameters();
        int q = eps.length;
        double[] z = new double[variable.parents().length];
        double[] second = new double[p * p * q];
        variable.parents(u, z);
        variable.form().curvature(z, new double[p], second);
        for (int a = 0; a < p; a++) {
            for (int b = 0; b <= a; b++) {
                double sum = 0;
                for (int k = 0; k < q; k++) {
                    sum += second[(a * p + b) * q + k] * eps[k];
                }
                h[offset[i] + a][offset[i] + b] += centred * sum;
            }
        }
    }

    private static void cross(
            double centred,
            int[] rowsJ,
            double[] xj,
            int offsetJ,
            int[] rowsI,
            double[] xi,
            int offsetI,
            double[][] h) {
        for (int r = 0; r < rowsI.length; r++) {
            double scaled = centred * xi[r];
            double[] row = h[offsetI + rowsI[r]];
            for (int t = 0; t < rowsJ.length; t++) {
                row[offsetJ + rowsJ[t]] += scaled * xj[t];
            }
        }
    }

    /** Divides by the total weight and mirrors the lower triangle, where everything was added. */
    private QuadraticLoss finish(double[] g, double[][] h) {
        double total = units.total();
        for (int a = 0; a < parameters; a++) {
            g[a] /= total;
            for (int b = 0; b <= a; b++) {
                h[a][b] /= total;
                h[b][a] = h[a][b];
            }
        }
        return new QuadraticLoss(meanLoss(units), g, h);
    }
}
