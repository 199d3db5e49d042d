package org.shiftbed.audit.estimate;

/**
 * One variable's scores along a delta, unit by unit (parametric-robustness 3.4): a_i = u_i'eps_i, v_i = u_i'V_i u_i and
 * b_i = delta_i'(D2_i.eps_i)delta_i with u_i = D_i'delta_i; 0 where the variable is not observed.
 */
final class Projection {
    private final ShiftingVariable variable;
    private final Nuisances nuisances;
    private final int index;
    private final int q;
    private final double[] tilt;
    private final double[] score;
    private final double[] variance;
    private final double[] curvature;

    /**
     * @param index which of the variables
     * @param delta its parameters
     */
    Projection(ShiftingVariable variable, Nuisances nuisances, int index, double[] delta) {
        this.variable = variable;
        this.nuisances = nuisances;
        this.index = index;
        q = variable.dimension();
        int size = variable.statistic().length / q;
        tilt = new double[size * q];
        score = new double[size];
        variance = new double[size];
        curvature = new double[size];
        Directions directions = new Directions(variable);
        for (int u = 0; u < size; u++) {
            if (variable.observes(u)) {
                directions.load(u);
                project(u, directions, delta);
            }
        }
        if (!variable.form().linear()) {
            curve(delta, size);
        }
    }

    private void project(int u, Directions direction, double[] delta) {
        int[] rows = direction.rows();
        for (int r = 0; r < rows.length; r++) {
            for (int k = 0; k < q; k++) {
                tilt[u * q + k] += delta[rows[r]] * direction.values()[r * q + k];
            }
        }
        for (int k = 0; k < q; k++) {
            double uk = tilt[u * q + k];
            if (uk != 0) {
                score[u] += uk * eps(u, k);
                for (int c = 0; c < q; c++) {
                    variance[u] += uk * tilt[u * q + c] * nuisances.covariance(index, k * q + c, u);
                }
            }
        }
    }

    private void curve(double[] delta, int size) {
        int p = delta.length;
        double[] z = new double[variable.parents().length];
        double[] second = new double[p * p * q];
        double[] zero = new double[p];
        for (int u = 0; u < size; u++) {
            if (!variable.observes(u)) {
                continue;
            }
            variable.parents(u, z);
            variable.form().curvature(z, zero, second);
            for (int a = 0; a < p; a++) {
                for (int b = 0; b < p; b++) {
                    for (int k = 0; k < q; k++) {
                        curvature[u] += delta[a] * delta[b] * second[(a * p + b) * q + k] * eps(u, k);
                    }
                }
            }
        }
    }

    /** Component k of eps_i = T_i - mu_i. */
    double eps(int u, int k) {
        return variable.statistic()[u * q + k] - nuisances.mean(index, k, u);
    }

    /** u_i, {@code unit * q + k}. */
    double[] tilt() {
        return tilt;
    }

    /** a_i. */
    double[] score() {
        return score;
    }

    /** v_i. */
    double[] variance() {
        return variance;
    }

    /** b_i. */
    double[] curvature() {
        return curvature;
    }
}
