package org.shiftbed.audit.worst;

import java.util.Arrays;

/**
 * The exact maximum over a box by all its faces (parametric-robustness 4.3): every coordinate at its lower limit, its upper limit or free,
 * with the free block at its stationary point. A free block that is not negative definite is skipped together with all larger ones: the
 * same value is reached with one coordinate fewer free. At most 3^n faces, a few operations each.
 */
final class BoxFaces {
    private static final double SINGULAR = 1e-13;
    private static final double SLACK = 1e-9;

    private final double[] g;
    private final double[][] h;
    private final double[] lower;
    private final double[] upper;
    private final Incumbent incumbent;
    private final int n;
    private final boolean[] free;
    private final double[] point;

    BoxFaces(Quadratic gain, double[] lower, double[] upper, Incumbent incumbent) {
        g = gain.rawGradient();
        h = gain.rawHessian();
        this.lower = lower;
        this.upper = upper;
        this.incumbent = incumbent;
        n = g.length;
        free = new boolean[n];
        point = new double[n];
    }

    /** Offers the best point of every face to the incumbent. */
    void search() {
        chooseFree(0, new int[0], new double[0][]);
    }

    /** Decides for coordinate k whether it is free; {@code factor} is the Cholesky factor of minus the block of the free ones so far. */
    private void chooseFree(int k, int[] chosen, double[][] factor) {
        if (k == n) {
            searchFace(chosen, factor);
            return;
        }
        chooseFree(k + 1, chosen, factor);
        if (h[k][k] < 0 && lower[k] < upper[k]) {
            int size = chosen.length;
            double[] row = new double[size + 1];
            double pivot = -h[k][k];
            for (int i = 0; i < size; i++) {
                double sum = -h[k][chosen[i]];
                for (int j = 0; j < i; j++) {
                    sum -= row[j] * factor[i][j];
                }
                row[i] = sum / factor[i][i];
                pivot -= row[i] * row[i];
            }
            if (pivot > SINGULAR * -h[k][k]) {
                row[size] = Math.sqrt(pivot);
                int[] more = Arrays.copyOf(chosen, size + 1);
                more[size] = k;
                double[][] longer = Arrays.copyOf(factor, size + 1);
                longer[size] = row;
                free[k] = true;
                chooseFree(k + 1, more, longer);
                free[k] = false;
            }
        }
    }

    private void searchFace(int[] chosen, double[][] factor) {
        double[] base = new double[chosen.length];
        for (int i = 0; i < chosen.length; i++) {
            base[i] = g[chosen[i]];
        }
        solve(factor, base);
        double[][] response = new double[n][];
        for (int k = 0; k < n; k++) {
            if (!free[k]) {
                response[k] = new double[chosen.length];
                for (int i = 0; i < chosen.length; i++) {
                    response[k][i] = h[chosen[i]][k];
                }
                solve(factor, response[k]);
            }
        }
        chooseEnds(0, chosen, base, response);
    }

    private void chooseEnds(int from, int[] chosen, double[] stationary, double[][] response) {
        int k = from;
        while (k < n && free[k]) {
            k++;
        }
        if (k == n) {
            for (int i = 0; i < chosen.length; i++) {
                int at = chosen[i];
                double slack = SLACK * (upper[at] - lower[at]);
                if (!(stationary[i] >= lower[at] - slack && stationary[i] <= upper[at] + slack)) {
                    return;
                }
                point[at] = Math.max(lower[at], Math.min(upper[at], stationary[i]));
            }
            incumbent.offer(point);
            return;
        }
        fix(k, lower[k], chosen, stationary, response);
        if (upper[k] > lower[k]) {
            fix(k, upper[k], chosen, stationary, response);
        }
    }

    private void fix(int k, double value, int[] chosen, double[] stationary, double[][] response) {
        point[k] = value;
        double[] moved = stationary.clone();
        Matrices.add(moved, value, response[k]);
        chooseEnds(k + 1, chosen, moved, response);
    }

    /** Solves {@code LL'x = rhs} in place. */
    private static void solve(double[][] factor, double[] rhs) {
        int size = rhs.length;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                rhs[i] -= factor[i][j] * rhs[j];
            }
            rhs[i] /= factor[i][i];
        }
        for (int i = size - 1; i >= 0; i--) {
            for (int j = i + 1; j < size; j++) {
                rhs[i] -= factor[j][i] * rhs[j];
            }
            rhs[i] /= factor[i][i];
        }
    }
}
