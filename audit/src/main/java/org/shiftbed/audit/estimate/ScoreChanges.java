package org.shiftbed.audit.estimate;

import org.jspecify.annotations.Nullable;

/**
 * The score X of one variable at a shift, with {@code sum_u c_u dX/d delta} put to the places of its parameters (parametric-robustness 2.1): unit by
 * unit, or for a one-hot variable once a stratum, where dX/d delta is {@code -D V_delta D'} for all units.
 */
final class ScoreChanges {
    private final int[] place;
    private final double[][] into;
    private final @Nullable TiltedScore each;
    private final @Nullable TiltedLevels levels;
    private final @Nullable Strata strata;
    private final Scores scores;
    private final double[] factors;

    /**
     * @param ratio what has the fitted laws
     * @param i which of the variables
     * @param delta its own parameters
     * @param place by own parameter its row and column in {@code into}
     * @param into where the sums are added
     */
    ScoreChanges(ShiftingVariable variable, DensityRatio ratio, int i, double[] delta, int[] place, double[][] into) {
        this.place = place;
        this.into = into;
        Strata shared = ratio.strata(i);
        if (shared == null || !variable.form().linear()) {
            TiltedScore score = new TiltedScore(variable, ratio, i, delta);
            each = score;
            levels = null;
            strata = null;
            scores = score;
            factors = new double[0];
        } else {
            TiltedLevels laws = new TiltedLevels(shared, delta);
            each = null;
            levels = laws;
            strata = shared;
            scores = laws.scores();
            factors = new double[shared.count()];
        }
    }

    /** X, unit by unit. */
    Scores scores() {
        return scores;
    }

    /** Adds the change of the loaded unit with its factor. */
    void add(double c) {
        if (each != null) {
            each.addChange(c, place, into);
        } else {
            factors[scores.stratum()] += c;
        }
    }

    /** Adds what was left to be added once a stratum; once, after the last unit. */
    void finish() {
        if (strata != null && levels != null) {
            LevelMoments.spread(strata.variable(), strata, s -> factors[s], levels::covariance, place, into);
        }
    }
}
