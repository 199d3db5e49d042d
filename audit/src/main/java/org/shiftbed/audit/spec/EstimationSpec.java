package org.shiftbed.audit.spec;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How the quadratic loss model is estimated (parametric-robustness 3). Start from {@link #standard} and refine with the {@code with} methods.
 *
 * @param nuisance regression of conditional means
 * @param degree of {@link Nuisance#POLY}, at least 1
 * @param penalty of {@link Nuisance#RIDGE}, at least 0
 * @param folds K of cross-fitting, from 2 to {@link #MOST_FOLDS}
 * @param crossFit whether nuisances are fitted out of fold; null: where the nuisance is neither none nor group
 * @param bootstrap replicates; 0 = none; {@link #AUTO_BOOTSTRAP} = 200 for tables of up to 200,000 rows, none beyond
 * @param minCell rows below which a pattern of parents is reported as too small
 * @param seed of everything drawn
 * @param level of the intervals, between 0 and 1
 * @param centring what is subtracted from the loss in the cross blocks of the Hessian (3.2)
 */
public record EstimationSpec(
        Nuisance nuisance,
        int degree,
        double penalty,
        int folds,
        @Nullable Boolean crossFit,
        int bootstrap,
        int minCell,
        long seed,
        double level,
        Centring centring) {

    /** Every fold costs a search of its own at every radius, and every pair of folds a covariance. */
    public static final int MOST_FOLDS = 50;

    /** The number of replicates follows from the size of the table. */
    public static final int AUTO_BOOTSTRAP = -1;

    /** Regressions of conditional means (parametric-robustness 3.1). */
    public enum Nuisance {
        /** None without parents, group where all are categories or in bins, linear otherwise. */
        AUTO,
        NONE,
        GROUP,
        LINEAR,
        RIDGE,
        POLY,
        GLM;

        /** As written in {@code audit.yaml}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** c_ij of parametric-robustness 3.2. */
    public enum Centring {
        PAIR,
        MEAN,
        NONE;

        /** As written in {@code audit.yaml}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What holds where nothing is said: 5 folds where cross-fitted, bootstrap by the size of the table, level 0.95, seed 0. */
    public static EstimationSpec standard() {
        return new EstimationSpec(Nuisance.AUTO, 2, 1, 5, null, AUTO_BOOTSTRAP, 5, 0, 0.95, Centring.PAIR);
    }

    /** The same with another regression. */
    public EstimationSpec withNuisance(Nuisance other) {
        return new EstimationSpec(other, degree, penalty, folds, crossFit, bootstrap, minCell, seed, level, centring);
    }

    /** The same with another degree of {@link Nuisance#POLY}. */
    public EstimationSpec withDegree(int other) {
        return new EstimationSpec(nuisance, other, penalty, folds, crossFit, bootstrap, minCell, seed, level, centring);
    }

    /** The same with another penalty of {@link Nuisance#RIDGE}. */
    public EstimationSpec withPenalty(double other) {
        return new EstimationSpec(nuisance, degree, other, folds, crossFit, bootstrap, minCell, seed, level, centring);
    }

    /** The same with another number of folds. */
    public EstimationSpec withFolds(int other) {
        return new EstimationSpec(
                nuisance, degree, penalty, other, crossFit, bootstrap, minCell, seed, level, centring);
    }

    /** The same with cross-fitting on, off, or (null) by the rule. */
    public EstimationSpec withCrossFit(@Nullable Boolean other) {
        return new EstimationSpec(nuisance, degree, penalty, folds, other, bootstrap, minCell, seed, level, centring);
    }

    /** The same with another number of replicates. */
    public EstimationSpec withBootstrap(int other) {
        return new EstimationSpec(nuisance, degree, penalty, folds, crossFit, other, minCell, seed, level, centring);
    }

    /** The same with another size of the smallest pattern. */
    public EstimationSpec withMinCell(int other) {
        return new EstimationSpec(nuisance, degree, penalty, folds, crossFit, bootstrap, other, seed, level, centring);
    }

    /** The same with another seed. */
    public EstimationSpec withSeed(long other) {
        return new EstimationSpec(
                nuisance, degree, penalty, folds, crossFit, bootstrap, minCell, other, level, centring);
    }

    /** The same with intervals of another level. */
    public EstimationSpec withLevel(double other) {
        return new EstimationSpec(
                nuisance, degree, penalty, folds, crossFit, bootstrap, minCell, seed, other, centring);
    }

    /** The same with another centring of the cross blocks. */
    public EstimationSpec withCentring(Centring other) {
        return new EstimationSpec(nuisance, degree, penalty, folds, crossFit, bootstrap, minCell, seed, level, other);
    }
}
