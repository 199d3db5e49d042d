package org.shiftbed.audit.estimate;

import java.util.List;

/**
 * Whether every law stays in its family on the way to a shift (parametric-robustness 1.2).
 *
 * @param share the largest t such that t * delta is allowed in every row, at most 1
 * @param variable the variable that leaves first, or -1
 * @param rows rows whose law would not exist at delta
 */
public record SupportLimit(double share, int variable, long rows) {
    private static final int HALVINGS = 60;

    /** Whether delta is allowed. */
    public boolean allowed() {
        return variable < 0;
    }

    static SupportLimit of(Units units, List<ShiftingVariable> variables, Nuisances nuisances, double[][] delta) {
        double share = 1;
        int first = -1;
        long rows = 0;
        for (int i = 0; i < delta.length; i++) {
            ShiftingVariable variable = variables.get(i);
            if (!variable.family().parametric()) {
                continue;
            }
            long leaving = 0;
            double own = 1;
            Strata strata = nuisances.strata(i);
            if (strata != null) {
                // The law of a category exists at every finite shift, and its natural parameters have no edge.
                continue;
            }
            for (int u = 0; u < units.size(); u++) {
                if (variable.observes(u) && !exists(variable, nuisances, i, u, delta[i], 1)) {
                    leaving += units.count()[u];
                    own = Math.min(own, stretch(variable, nuisances, i, u, delta[i], own));
                }
            }
            if (leaving > 0 && own <= share) {
                share = own;
                first = i;
                rows = leaving;
            }
        }
        return new SupportLimit(share, first, rows);
    }

    private static double stretch(
            ShiftingVariable variable, Nuisances nuisances, int i, int u, double[] delta, double most) {
        double low = 0;
        double high = most;
        if (exists(variable, nuisances, i, u, delta, high)) {
            return high;
        }
        for (int halving = 0; halving < HALVINGS; halving++) {
            double middle = (low + high) / 2;
            if (exists(variable, nuisances, i, u, delta, middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static boolean exists(
            ShiftingVariable variable, Nuisances nuisances, int i, int u, double[] delta, double t) {
        int q = variable.dimension();
        double[] z = new double[variable.parents().length];
        double[] s = new double[q];
        double[] mean = new double[q];
        double[] scaled = delta.clone();
        for (int a = 0; a < scaled.length; a++) {
            scaled[a] *= t;
        }
        variable.parents(u, z);
        variable.form().value(z, scaled, s);
        double[] nominal = variable.nominal();
        for (int k = 0; k < q; k++) {
            mean[k] = nominal == null ? nuisances.mean(i, k, u) : nominal[k];
        }
        double cumulant = variable.family().cumulant(mean, s);
        return cumulant < Double.POSITIVE_INFINITY && !Double.isNaN(cumulant);
    }
}
