package org.shiftbed.audit.estimate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.family.ExponentialFamily;

/**
 * What a shift does on average over the rows where parents are numbers of any kind, by the law and by weighted rows. Rows that follow the law have
 * {@code mean w (T - mu_delta(Z)) = 0}.
 */
final class AverageTilt {
    private final Units units;
    private final ShiftingVariable variable;
    private final DensityRatio ratio;
    private final int i;
    private final double[] own;
    private final int q;

    AverageTilt(Units units, ShiftingVariable variable, DensityRatio ratio, int i, double[] own) {
        this.units = units;
        this.variable = variable;
        this.ratio = ratio;
        this.i = i;
        this.own = own;
        q = variable.dimension();
    }

    /**
     * Sums over the rows.
     *
     * @param before mean of the laws' means
     * @param law mean of the laws' means under the shift
     * @param rest {@code w (T - mu_delta(Z)) / mean w} of a row of each unit, one array a component; 0 where the variable is not observed
     * @param share of the weights that rows have in which it is observed
     */
    private record Sums(double[] before, double[] law, double[][] rest, double share) {
        double mean(Units units, int k) {
            return new Affine(rest[k], new double[rest[k].length]).mean(units) / share;
        }
    }

    /** @param stand another value of the scale; null for the fitted one */
    private Sums sums(FittedScale.@Nullable Stand stand) {
        int size = units.size();
        double[] log = new double[size];
        double[][] rest = new double[q][size];
        double[] before = new double[q];
        double[] law = new double[q];
        double[] z = new double[variable.parents().length];
        double[] s = new double[q];
        double[] mean = new double[q];
        double[] after = new double[q];
        double top = Double.NEGATIVE_INFINITY;
        double total = 0;
        ExponentialFamily family = stand == null ? variable.family() : stand.family();
        for (int u = 0; u < size; u++) {
            if (!variable.observes(u)) {
                continue;
            }
            variable.parents(u, z);
            variable.form().value(z, own, s);
            ratio.mean(i, u, mean);
            double[] there = stand == null ? mean : LawAndRows.mapped(stand.map(), mean);
            double[] t = new double[q];
            for (int k = 0; k < q; k++) {
                t[k] = variable.statistic().at(u, k);
            }
            double[] mapped = stand == null ? t : LawAndRows.mapped(stand.map(), t);
            log[u] = -family.cumulant(there, s);
            for (int k = 0; k < q; k++) {
                log[u] += s[k] * mapped[k];
            }
            top = Math.max(top, log[u]);
            family.tiltedMean(there, s, after);
            double[] back = stand == null ? after : LawAndRows.inverse(stand.map(), after);
            total += units.weight()[u];
            for (int k = 0; k < q; k++) {
                before[k] += units.weight()[u] * mean[k];
                law[k] += units.weight()[u] * back[k];
                rest[k][u] = t[k] - back[k];
            }
        }
        double weights = 0;
        for (int u = 0; u < size; u++) {
            weights += variable.observes(u) ? Math.exp(log[u] - top) * units.weight()[u] : 0;
        }
        for (int k = 0; k < q; k++) {
            before[k] /= total;
            law[k] /= total;
            for (int u = 0; u < size; u++) {
                rest[k][u] *= variable.observes(u) ? Math.exp(log[u] - top) * total / weights : 0;
            }
        }
        return new Sums(before, law, rest, total / units.total());
    }

    /** Law and rows at this shift. */
    LawAndRows at(Iterable<FittedScale> scales) {
        Sums sums = sums(null);
        double[] rows = new double[q];
        double[] errors = new double[q];
        double[][] influence = new double[q][];
        for (int k = 0; k < q; k++) {
            rows[k] = sums.law()[k] + sums.mean(units, k);
            influence[k] = sums.rest()[k].clone();
        }
        fitted(influence);
        for (double[] one : influence) {
            Arrays.setAll(one, u -> one[u] / sums.share());
        }
        for (FittedScale scale : scales) {
            if (scale.maps()) {
                Sums above = sums(scale.above());
                Sums below = sums(scale.below());
                for (int k = 0; k < q; k++) {
                    double slope = (above.mean(units, k) - below.mean(units, k)) / scale.step();
                    for (int u = 0; u < units.size(); u++) {
                        influence[k][u] += slope * scale.psi()[u];
                    }
                }
            }
        }
        for (int k = 0; k < q; k++) {
            errors[k] = new Affine(influence[k], new double[units.size()]).standardError(units);
        }
        return LawAndRows.judged(sums.before(), sums.law(), rows, errors);
    }

    /** What the residuals that fitted the laws' means take away; to first order that leaves nothing of a small shift. */
    private void fitted(double[][] influence) {
        double[] z = new double[variable.parents().length];
        double[] s = new double[q];
        double[] mean = new double[q];
        double[] variance = new double[q * q];
        for (int u = 0; u < units.size(); u++) {
            if (!variable.observes(u)) {
                continue;
            }
            variable.parents(u, z);
            variable.form().value(z, own, s);
            ratio.mean(i, u, mean);
            variable.family().tiltedCovariance(mean, new double[q], variance);
            for (int j = 0; j < q; j++) {
                double[] slope =
                        LawAndRows.byMean(variable.family(), mean, s, j, 1e-5 * Math.sqrt(variance[j * q + j]));
                for (int k = 0; k < q; k++) {
                    influence[k][u] -= slope[k] * (variable.statistic().at(u, j) - mean[j]);
                }
            }
        }
    }
}
