package org.shiftbed.audit.estimate;

import java.util.List;
import java.util.function.DoubleFunction;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.shiftbed.audit.family.ExponentialFamily;

/**
 * The mean of a statistic under a shift, as the law of its family tells it and as the weighted rows have it. A Gaussian of known spread moves its mean by
 * s standard deviations; rows of a skewed column, weighted by the same {@code exp(s'T)}, move by more on the long side. Both are the same shift: what
 * differs is the words for it.
 *
 * @param before the mean without the shift, q values
 * @param law after it, by the law
 * @param rows after it, of the weighted rows
 * @param errors standard errors of {@code rows - law}, with everything that was fitted on the rows
 * @param evidence the largest difference over its standard error on the way: at this shift, half of it and a quarter of it, where weights have shorter tails
 */
public record LawAndRows(double[] before, double[] law, double[] rows, double[] errors, double evidence) {
    private static final double[] WAY = {1, 0.5, 0.25};

    /** Four standard errors: weights have long tails, so that three are passed by 3% of tables of 400 rows that do follow their law. */
    private static final double TAIL = 3.2e-5;

    /** The least share of the move that is worth words. */
    private static final double MATERIAL = 0.1;

    private static final double ROUNDING = 1e-9;

    /** The shift itself with the evidence of the way to it. */
    private static LawAndRows along(DoubleFunction<LawAndRows> at) {
        LawAndRows whole = at.apply(1);
        double most = whole.evidence();
        for (double share : WAY) {
            most = share == 1 ? most : Math.max(most, at.apply(share).evidence());
        }
        return new LawAndRows(whole.before, whole.law, whole.rows, whole.errors, most);
    }

    static LawAndRows judged(double[] before, double[] law, double[] rows, double[] errors) {
        double most = 0;
        for (int k = 0; k < law.length; k++) {
            double gap = Math.abs(rows[k] - law[k]);
            if (gap > ROUNDING * (Math.abs(law[k]) + Math.abs(before[k]))) {
                most = Math.max(most, gap / errors[k]);
            }
        }
        return new LawAndRows(before, law, rows, errors, most);
    }

    private static double[] times(double share, double[] values) {
        double[] out = values.clone();
        for (int k = 0; k < out.length; k++) {
            out[k] *= share;
        }
        return out;
    }

    /**
     * In one pattern of parents.
     *
     * @param tilt the rows of the pattern
     * @param mean E[T|z] by the law
     * @param s the shift there
     * @param scales what of the family was fitted on the rows
     */
    static LawAndRows of(
            Units units, ShiftingVariable variable, PatternTilt tilt, double[] mean, double[] s, Scales scales) {
        return along(share -> at(units, variable, tilt, mean, times(share, s), scales));
    }

    private static LawAndRows at(
            Units units, ShiftingVariable variable, PatternTilt tilt, double[] mean, double[] s, Scales scales) {
        int q = mean.length;
        ExponentialFamily family = variable.family();
        PatternTilt.Tilted tilted = tilt.at(s);
        if (!family.parametric()) {
            return judged(mean.clone(), tilted.mean(), tilted.mean(), new double[q]);
        }
        double[] law = new double[q];
        family.tiltedMean(mean, s, law);
        double[][] slope = new double[q][];
        double[] width = new double[q];
        double[] still = tilt.at(new double[q]).covariance();
        for (int j = 0; j < q; j++) {
            width[j] = 1e-5 * Math.sqrt(still[j * q + j]);
            slope[j] = byMean(family, mean, s, j, width[j]);
        }
        double[] errors = new double[q];
        int[] members = tilt.members();
        for (int k = 0; k < q; k++) {
            double[] residual = new double[members.length];
            for (int m = 0; m < members.length; m++) {
                residual[m] = tilted.weight()[m] * (tilt.value(m, k) - tilted.mean()[k]);
                for (int j = 0; j < q; j++) {
                    residual[m] -= slope[j][k] * (tilt.value(m, j) - mean[j]);
                }
                residual[m] *= tilt.inverseShare();
            }
            int component = k;
            errors[k] = scales.standardError(
                    units,
                    members,
                    residual,
                    scale -> scale.maps() ? byScale(scale, mean, s, tilted.covariance(), component) : 0);
        }
        return judged(mean.clone(), law, tilted.mean(), errors);
    }

    /**
     * On average over the rows: of the rows {@code law + mean w (T - mu_delta(Z)) / mean w}, which is that of the law where it is theirs.
     *
     * @param own the variable's parameters
     */
    static LawAndRows onAverage(
            Units units, ShiftingVariable variable, DensityRatio ratio, int i, double[] own, Settings settings) {
        List<FittedScale> scales = FittedScale.of(units, variable, settings);
        return along(share -> new AverageTilt(units, variable, ratio, i, times(share, own)).at(scales));
    }

    /** The derivative of the law's mean after the shift in component j of the one before. */
    static double[] byMean(ExponentialFamily family, double[] mean, double[] s, int j, double width) {
        double[] above = mean.clone();
        double[] below = mean.clone();
        above[j] += width;
        below[j] -= width;
        double[] one = new double[mean.length];
        double[] two = new double[mean.length];
        family.tiltedMean(above, s, one);
        family.tiltedMean(below, s, two);
        for (int k = 0; k < one.length; k++) {
            one[k] = (one[k] - two[k]) / (2 * width);
        }
        return one;
    }

    /** The derivative of {@code rows - law}, component k in the units of the fitted statistic, in an entry of the scale. */
    private static double byScale(FittedScale scale, double[] mean, double[] s, double[] covariance, int k) {
        int q = mean.length;
        double rows = 0;
        for (int c = 0; c < q; c++) {
            double pull = 0;
            for (int j = 0; j < q; j++) {
                pull += scale.map()[j * q + c] * s[j];
            }
            rows += covariance[k * q + c] * pull;
        }
        double law = (back(scale.above(), mean, s)[k] - back(scale.below(), mean, s)[k]) / scale.step();
        return rows - law;
    }

    /** The law's mean after the shift s of a mapped statistic, mapped back. */
    private static double[] back(FittedScale.Stand stand, double[] mean, double[] s) {
        double[] after = new double[mean.length];
        stand.family().tiltedMean(mapped(stand.map(), mean), s, after);
        return inverse(stand.map(), after);
    }

    static double[] mapped(double[] map, double[] values) {
        int q = values.length;
        double[] out = new double[q];
        for (int k = 0; k < q; k++) {
            for (int c = 0; c < q; c++) {
                out[k] += map[k * q + c] * values[c];
            }
        }
        return out;
    }

    static double[] inverse(double[] map, double[] values) {
        return PatternTilt.inverse(map, values);
    }

    /**
     * Whether rows and law differ by more than chance.
     *
     * @param among how many such comparisons are made
     */
    public boolean apart(int among) {
        return evidence
                > -new NormalDistribution(0, 1).inverseCumulativeProbability(TAIL / (WAY.length * Math.max(1, among)));
    }

    /** Whether they differ by more than chance, and by much of the move. */
    public boolean misses(int among) {
        return apart(among) && far();
    }

    /** Whether they differ by much of the move, be it by chance or not. */
    public boolean far() {
        for (int k = 0; k < law.length; k++) {
            double gap = Math.abs(rows[k] - law[k]);
            if (gap > MATERIAL * Math.abs(law[k] - before[k])
                    && gap > ROUNDING * (Math.abs(law[k]) + Math.abs(before[k]))) {
                return true;
            }
        }
        return false;
    }
}
