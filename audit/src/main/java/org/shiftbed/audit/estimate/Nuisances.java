package org.shiftbed.audit.estimate;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.nuisance.Fitted;
import org.shiftbed.audit.nuisance.GroupMeans;
import org.shiftbed.audit.nuisance.LevelShares;
import org.shiftbed.audit.nuisance.Regression;

/**
 * All conditional means that gradient and Hessian need (parametric-robustness 3.1): m_i = E[l|Z_i], mu_i = E[T_i|Z_i], V_i = Cov[T_i|Z_i] and
 * c_ij = E[l|Z_i,Z_j].
 */
final class Nuisances {
    private final List<ShiftingVariable> variables;
    private final Regression[] regression;
    private final Regression[][] pairRegression;
    /** Of one-hot statistics whose means are those of groups; null for others. */
    private final @Nullable LevelShares[] shares;

    private final @Nullable Strata[] strata;
    /** Whether the covariance of a one-hot statistic follows from its fitted mean, as for a generalised linear model. */
    private final boolean[] fromMean;

    private final Fitted[] loss;
    private final Fitted[][] mean;
    private final Fitted[][] covariance;
    private final Fitted[][] pairLoss;

    Nuisances(Units units, List<ShiftingVariable> variables, Settings settings) {
        this(units, variables, settings, units.meanLoss());
    }

    /** Without a loss, for conditional means of the statistics alone; units may have weight 0. */
    static Nuisances ofMeans(Units units, List<ShiftingVariable> variables, Settings settings) {
        return new Nuisances(units, variables, settings, new double[units.size()]);
    }

    private Nuisances(Units units, List<ShiftingVariable> variables, Settings settings, double[] target) {
        this.variables = variables;
        int m = variables.size();
        Regressions regressions = new Regressions(units, settings);
        double overall = Moments.meanLoss(units);
        regression = new Regression[m];
        pairRegression = new Regression[m][m];
        shares = new LevelShares[m];
        strata = new Strata[m];
        fromMean = new boolean[m];
        loss = new Fitted[m];
        mean = new Fitted[m][];
        covariance = new Fitted[m][];
        pairLoss = new Fitted[m][m];
        for (int i = 0; i < m; i++) {
            ShiftingVariable variable = variables.get(i);
            regression[i] = regressions.on(variable);
            loss[i] = regression[i].fit(target);
            boolean oneHot = variable.statistic().isOneHot();
            if (oneHot && regression[i] instanceof GroupMeans groups) {
                LevelShares own = groups.levels(variable.statistic()::component, variable.dimension());
                shares[i] = own;
                strata[i] = Strata.of(variable, own, settings.mode() != Settings.Mode.NONE);
                mean[i] = new Fitted[0];
                covariance[i] = new Fitted[0];
                continue;
            }
            mean[i] = regressions.means(variable, regression[i]);
            fromMean[i] = oneHot && regressions.generalised(variable);
            covariance[i] = fromMean[i] ? new Fitted[0] : covariance(units, i, regressions.generalised(variable));
        }
        double[] constant = {0};
        int[] nowhere = new int[units.size()];
        for (int i = 0; i < m; i++) {
            for (int j = i + 1; j < m; j++) {
                pairLoss[i][j] = switch (settings.centring()) {
                    case PAIR -> {
                        pairRegression[i][j] = regressions.on(variables.get(i), variables.get(j));
                        yield pairRegression[i][j].fit(target);
                    }
                    case MEAN -> Fitted.perGroup(new double[] {overall}, nowhere);
                    case NONE -> Fitted.perGroup(constant, nowhere);
                };
            }
        }
    }

    private Fitted[] covariance(Units units, int i, boolean fromFamily) {
        ShiftingVariable variable = variables.get(i);
        int q = variable.dimension();
        Fitted[] fitted = new Fitted[q * q];
        if (fromFamily) {
            fromFamily(units, i, fitted);
            return fitted;
        }
        for (int a = 0; a < q; a++) {
            for (int b = a; b < q; b++) {
                double[] product = new double[units.size()];
                for (int u = 0; u < product.length; u++) {
                    if (variable.observes(u)) {
                        product[u] = (variable.statistic().at(u, a) - mean[i][a].at(u))
                                * (variable.statistic().at(u, b) - mean[i][b].at(u));
                    }
                }
                fitted[a * q + b] = regression[i].fit(product);
                fitted[b * q + a] = fitted[a * q + b];
            }
        }
        return fitted;
    }

    private void fromFamily(Units units, int i, Fitted[] into) {
        ShiftingVariable variable = variables.get(i);
        int q = variable.dimension();
        double[][] entries = new double[q * q][units.size()];
        double[] at = new double[q];
        double[] values = new double[q * q];
        double[] zero = new double[q];
        for (int u = 0; u < units.size(); u++) {
            if (variable.observes(u)) {
                for (int k = 0; k < q; k++) {
                    at[k] = mean[i][k].at(u);
                }
                variable.family().tiltedCovariance(at, zero, values);
                for (int k = 0; k < q * q; k++) {
                    entries[k][u] = values[k];
                }
            }
        }
        for (int k = 0; k < q * q; k++) {
            into[k] = Fitted.perUnit(entries[k]);
        }
    }

    /** The regression on the parents of variable i. */
    Regression on(int i) {
        return regression[i];
    }

    /** m_i at a unit. */
    double loss(int i, int u) {
        return loss[i].at(u);
    }

    /** Component k of mu_i at a unit. */
    double mean(int i, int k, int u) {
        LevelShares own = shares[i];
        if (own != null) {
            return own.mean(own.cells().at(u), k);
        }
        return mean[i][k].at(u);
    }

    /** Entry (a, b) of V_i at a unit. */
    double covariance(int i, int entry, int u) {
        LevelShares own = shares[i];
        if (own != null || fromMean[i]) {
            int q = variables.get(i).dimension();
            int a = entry / q;
            int b = entry % q;
            if (own != null) {
                return own.covariance(own.cells().at(u), a, b);
            }
            double p = mean[i][a].at(u);
            return a == b ? p * (1 - p) : -p * mean[i][b].at(u);
        }
        return covariance[i][entry].at(u);
    }

    /** {@code tilt'V_i tilt} at a unit. */
    double variance(int i, double[] tilt, int u) {
        LevelShares own = shares[i];
        if (own != null) {
            return own.variance(own.cells().at(u), tilt);
        }
        double sum = 0;
        if (fromMean[i]) {
            double expected = 0;
            for (int k = 0; k < tilt.length; k++) {
                double part = mean[i][k].at(u) * tilt[k];
                expected += part;
                sum += part * tilt[k];
            }
            return sum - expected * expected;
        }
        for (int k = 0; k < tilt.length; k++) {
            if (tilt[k] != 0) {
                for (int c = 0; c < tilt.length; c++) {
                    sum += tilt[k] * tilt[c] * covariance[i][k * tilt.length + c].at(u);
                }
            }
        }
        return sum;
    }

    /** Where means and covariances of a one-hot variable are the same; null for other variables. */
    @Nullable
    Strata strata(int i) {
        return strata[i];
    }

    /** c_ij at a unit, i below j. */
    double pairLoss(int i, int j, int u) {
        return pairLoss[i][j].at(u);
    }

    /** Fills {@code into} with {@code s - n c_ij} of consecutive units, i below j. */
    void centre(int i, int j, Units units, int from, int length, double[] into) {
        Fitted fitted = pairLoss[i][j];
        for (int k = 0; k < length; k++) {
            int u = from + k;
            into[k] = units.loss()[u] - units.weight()[u] * fitted.at(u);
        }
    }

    /** Units whose pattern the training part of a fold did not hold. */
    int fallbacks() {
        int sum = 0;
        for (Regression one : regression) {
            sum += one.fallbacks();
        }
        return sum;
    }

    /** The largest number of coefficients that one regression on the parents of one variable has. */
    int coefficients() {
        return Arrays.stream(regression)
                .mapToInt(Regression::coefficients)
                .max()
                .orElse(1);
    }

    /** Features that follow from others. */
    int dropped() {
        int sum = 0;
        for (Regression one : regression) {
            sum += one.dropped();
        }
        return sum;
    }
}
