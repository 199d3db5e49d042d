package org.shiftbed.audit.estimate;

import org.jspecify.annotations.Nullable;

/**
 * One variable's scores along a delta, unit by unit (parametric-robustness 3.4): a_i = u_i'eps_i, v_i = u_i'V_i u_i and
 * b_i = delta_i'(D2_i.eps_i)delta_i with u_i = D_i'delta_i; 0 where the variable is not observed.
 */
final class Projection {
    private final ShiftingVariable variable;
    private final Nuisances nuisances;
    private final int index;
    private final int q;
    /** Where units share their tilt; null where each has its own. */
    private final @Nullable Strata strata;

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
        int size = variable.statistic().size();
        Strata shared = nuisances.strata(index);
        strata = shared;
        tilt = new double[(shared == null ? size : shared.count()) * q];
        score = new double[size];
        variance = new double[size];
        curvature = new double[size];
        if (shared != null) {
            byStratum(shared, delta);
        } else {
            Directions directions = new Directions(variable);
            for (int u = 0; u < size; u++) {
                if (variable.observes(u)) {
                    directions.load(u);
                    project(u, directions, delta);
                }
            }
        }
        if (!variable.form().linear()) {
            curve(delta, size);
        }
    }

    private void project(int u, Directions direction, double[] delta) {
        int[] rows = direction.rows();
        int[][] used = direction.used();
        double[] own = new double[q];
        for (int r = 0; r < rows.length; r++) {
            for (int k : used[r]) {
                own[k] += delta[rows[r]] * direction.values()[r * q + k];
            }
        }
        for (int k = 0; k < q; k++) {
            if (own[k] != 0) {
                score[u] += own[k] * eps(u, k);
            }
        }
        variance[u] = nuisances.variance(index, own, u);
        System.arraycopy(own, 0, tilt, u * q, q);
    }

    /** Strata share tilt, its expectation and variance; a unit adds the tilt of its level. */
    private void byStratum(Strata strata, double[] delta) {
        Directions directions = new Directions(variable);
        double[] expected = new double[strata.count()];
        double[] spread = new double[strata.count()];
        for (int s = 0; s < expected.length; s++) {
            directions.load(strata.unit(s));
            int[] rows = directions.rows();
            double[] own = new double[q];
            for (int r = 0; r < rows.length; r++) {
                for (int k : directions.used()[r]) {
                    own[k] += delta[rows[r]] * directions.values()[r * q + k];
                }
            }
            for (int k = 0; k < q; k++) {
                expected[s] += own[k] * strata.mean(s, k);
            }
            spread[s] = strata.variance(s, own);
            System.arraycopy(own, 0, tilt, s * q, q);
        }
        for (int u = 0; u < score.length; u++) {
            if (variable.observes(u)) {
                int s = strata.at(u);
                int level = variable.statistic().component(u);
                score[u] = (level < 0 ? 0 : tilt[s * q + level]) - expected[s];
                variance[u] = spread[s];
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
        return variable.statistic().at(u, k) - nuisances.mean(index, k, u);
    }

    /** Component k of u_i at a unit that is observed. */
    double tilt(int u, int k) {
        return tilt[(strata == null ? u : strata.at(u)) * q + k];
    }

    /** Whether all units of a regression group share one u_i, so that {@code u_i'E[y eps_i|Z_i] = E[y a_i|Z_i]} is one regression instead of q. */
    boolean sharesTilt() {
        return strata != null && strata.byPattern();
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
