package org.shiftbed.audit.estimate;

import java.util.List;
import org.shiftbed.audit.nuisance.Fitted;
import org.shiftbed.audit.nuisance.Regression;

/**
 * The influence of every row on Q(delta) at a fixed delta, nuisances included (parametric-robustness 3.4):
 *
 * <pre>
 * q = l + sum_i (l - m_i)(a_i + (a_i^2 - v_i)/2 + b_i/2) + sum_{i&lt;j} (l - c_ij) a_i a_j
 * t = q - sum_i k_i a_i - sum_{i&lt;j} (r_ij a_i + r_ji a_j)
 * </pre>
 *
 * with u_i = D_i'delta_i, a_i = u_i'eps_i, v_i = u_i'V_i u_i, b_i = delta_i'(D2_i.eps_i)delta_i, k_i = u_i'E[(l - m_i)eps_i|Z_i],
 * r_ij = E[(l - c_ij) a_j|Z_i].
 */
final class Influence {
    private final Units units;
    private final List<ShiftingVariable> variables;
    private final Nuisances nuisances;
    private final double[] meanLoss;

    Influence(Units units, List<ShiftingVariable> variables, Nuisances nuisances) {
        this.units = units;
        this.variables = variables;
        this.nuisances = nuisances;
        meanLoss = units.meanLoss();
    }

    /** t of every row. */
    Affine at(Projection[] projections) {
        int m = variables.size();
        Affine t = Affine.zero(units.size());
        java.util.Arrays.fill(t.beta(), 1);
        for (int i = 0; i < m; i++) {
            own(i, projections[i], t);
            for (int j = i + 1; j < m; j++) {
                pair(i, j, projections[i].score(), projections[j].score(), t);
            }
        }
        return t;
    }

    private void own(int i, Projection projection, Affine t) {
        ShiftingVariable variable = variables.get(i);
        double[] correction = correction(i, projection);
        for (int u = 0; u < units.size(); u++) {
            if (variable.observes(u)) {
                double a = projection.score()[u];
                double slope =
                        a + (a * a - projection.variance()[u] + projection.curvature()[u]) / 2;
                t.beta()[u] += slope;
                t.alpha()[u] -= nuisances.loss(i, u) * slope + correction[u] * a;
            }
        }
    }

    /** k_i, unit by unit. */
    private double[] correction(int i, Projection projection) {
        ShiftingVariable variable = variables.get(i);
        int q = variable.dimension();
        double[] k = new double[units.size()];
        double[] target = new double[units.size()];
        // A unit whose group no other fold holds is given the mean of all groups, and those may have other tilts.
        if (projection.sharesTilt() && nuisances.on(i).fallbacks() == 0) {
            for (int u = 0; u < target.length; u++) {
                target[u] = variable.observes(u)
                        ? (meanLoss[u] - nuisances.loss(i, u)) * projection.score()[u]
                        : 0;
            }
            Fitted fitted = nuisances.on(i).fit(target);
            for (int u = 0; u < target.length; u++) {
                k[u] = fitted.at(u);
            }
            return k;
        }
        for (int c = 0; c < q; c++) {
            for (int u = 0; u < target.length; u++) {
                target[u] = variable.observes(u) ? (meanLoss[u] - nuisances.loss(i, u)) * projection.eps(u, c) : 0;
            }
            Fitted fitted = nuisances.on(i).fit(target);
            for (int u = 0; u < target.length; u++) {
                k[u] += variable.observes(u) ? projection.tilt(u, c) * fitted.at(u) : 0;
            }
        }
        return k;
    }

    private void pair(int i, int j, double[] ai, double[] aj, Affine t) {
        double[] towardsI = new double[units.size()];
        double[] towardsJ = new double[units.size()];
        ShiftingVariable one = variables.get(i);
        ShiftingVariable two = variables.get(j);
        for (int u = 0; u < units.size(); u++) {
            if (one.observes(u) && two.observes(u)) {
                double c = nuisances.pairLoss(i, j, u);
                double product = ai[u] * aj[u];
                t.beta()[u] += product;
                t.alpha()[u] -= c * product;
                towardsI[u] = (meanLoss[u] - c) * aj[u];
                towardsJ[u] = (meanLoss[u] - c) * ai[u];
            }
        }
        Regression onI = nuisances.on(i);
        Regression onJ = nuisances.on(j);
        Fitted rij = onI.fit(towardsI);
        Fitted rji = onJ.fit(towardsJ);
        for (int u = 0; u < units.size(); u++) {
            if (one.observes(u)) {
                t.alpha()[u] -= rij.at(u) * ai[u];
            }
            if (two.observes(u)) {
                t.alpha()[u] -= rji.at(u) * aj[u];
            }
        }
    }
}
