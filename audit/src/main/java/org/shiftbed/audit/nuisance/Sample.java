package org.shiftbed.audit.nuisance;

import org.jspecify.annotations.Nullable;

/**
 * Which units a regression may learn from, and how they are divided for cross-fitting (parametric-robustness 3.1).
 *
 * @param weight weight of each unit, not negative
 * @param fold fold of each unit, 0 to folds - 1
 * @param folds number of folds; 1 where a unit's value may be fitted on the unit itself
 * @param used whether a unit takes part; null where all do. Values of units that do not are without meaning.
 */
public record Sample(double[] weight, int[] fold, int folds, boolean @Nullable [] used) {

    /** Number of units. */
    public int size() {
        return weight.length;
    }

    /** Whether unit u takes part. */
    public boolean uses(int u) {
        return used == null || used[u];
    }

    /** Whether the model that predicts fold k learns from unit u. */
    boolean trains(int u, int k) {
        return uses(u) && (folds == 1 || fold[u] != k);
    }
}
