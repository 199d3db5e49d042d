package org.shiftbed.audit.estimate;

/**
 * x_i = D_i(T_i - mu_i) of one variable, unit by unit, as a part of few parameters and a base that all units of a stratum share. Sums of products
 * over units then cost what the small parts cost; the bases, of as many parameters as a category has levels, are met once a stratum.
 */
interface Scores {

    /** Loads an observed unit. */
    void load(int u);

    /** The parameters of the loaded unit's own part, by their index in the variable. */
    int[] rows();

    /** Its values, in the order of {@link #rows()}. */
    double[] values();

    /** The stratum of the loaded unit; without strata 0, and its base is empty. */
    int stratum();

    /** How many strata there are, at least 1. */
    int strata();

    /** The parameters of a stratum's base. */
    int[] baseRows(int stratum);

    /** Its values. */
    double[] base(int stratum);

    /** Of one variable, with the fitted means. */
    static Scores of(ShiftingVariable variable, Nuisances nuisances, int i) {
        Strata strata = nuisances.strata(i);
        return strata == null ? new UnitScores(variable, nuisances, i, false) : LevelScores.of(strata, strata::mean);
    }

    /** The squares of all entries of x_i, in the same form. */
    static Scores squared(ShiftingVariable variable, Nuisances nuisances, int i) {
        Strata strata = nuisances.strata(i);
        return strata == null
                ? new UnitScores(variable, nuisances, i, true)
                : LevelScores.of(strata, strata::mean).squared();
    }
}
