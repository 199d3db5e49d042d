package org.shiftbed.audit.estimate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.nuisance.Groups;
import org.shiftbed.audit.nuisance.LevelShares;

/**
 * The units of a one-hot variable divided so that D, the fitted mean and the fitted covariance are the same in all of a stratum: by parent
 * pattern, and by fold where means are fitted out of fold. What depends on all q levels is then worked out once a stratum and not once a unit.
 */
final class Strata {
    private final ShiftingVariable variable;
    private final LevelShares shares;
    private final int[] code;
    private final int[] unit;
    private final int[] cell;
    private final boolean byPattern;

    private Strata(
            ShiftingVariable variable, LevelShares shares, int[] code, int[] unit, int[] cell, boolean byPattern) {
        this.variable = variable;
        this.shares = shares;
        this.code = code;
        this.unit = unit;
        this.cell = cell;
        this.byPattern = byPattern;
    }

    /**
     * Null where units of one pattern can have different parents.
     *
     * @param byPattern whether the groups of the regression are the parent patterns
     */
    static @Nullable Strata of(ShiftingVariable variable, LevelShares shares, boolean byPattern) {
        Groups patterns = variable.patterns();
        if (patterns == null || !variable.exact() || variable.nominal() != null) {
            return null;
        }
        int size = variable.statistic().size();
        int[] code = new int[size];
        int[] unit = new int[size];
        int[] cell = new int[size];
        Map<Long, Integer> known = new HashMap<>();
        long stride = patterns.count();
        for (int u = 0; u < size; u++) {
            code[u] = -1;
            if (variable.observes(u)) {
                int own = shares.cells().at(u);
                Integer stratum = known.putIfAbsent(own * stride + patterns.at(u), known.size());
                if (stratum == null) {
                    stratum = known.size() - 1;
                    unit[stratum] = u;
                    cell[stratum] = own;
                }
                code[u] = stratum;
            }
        }
        return new Strata(
                variable,
                shares,
                code,
                Arrays.copyOf(unit, known.size()),
                Arrays.copyOf(cell, known.size()),
                byPattern);
    }

    ShiftingVariable variable() {
        return variable;
    }

    /** How many there are; each has a unit. */
    int count() {
        return unit.length;
    }

    /** The stratum of a unit that is observed. */
    int at(int u) {
        return code[u];
    }

    /** Whether the groups of the regression are the parent patterns, so that D is the same in each group. */
    boolean byPattern() {
        return byPattern;
    }

    /** A unit of a stratum. */
    int unit(int stratum) {
        return unit[stratum];
    }

    /** Component k of mu in a stratum. */
    double mean(int stratum, int k) {
        return shares.mean(cell[stratum], k);
    }

    /** All of mu, q values. */
    double[] mean(int stratum) {
        double[] mean = new double[variable.dimension()];
        for (int k = 0; k < mean.length; k++) {
            mean[k] = mean(stratum, k);
        }
        return mean;
    }

    /** Entry (a, b) of V. */
    double covariance(int stratum, int a, int b) {
        return shares.covariance(cell[stratum], a, b);
    }

    /** {@code tilt'V tilt}. */
    double variance(int stratum, double[] tilt) {
        return shares.variance(cell[stratum], tilt);
    }
}
