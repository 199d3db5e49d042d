package org.shiftbed.audit.estimate;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The moments of {@link Moments} for categories of many levels, and of each of them with every other variable. A unit costs what its own level
 * costs; what all levels share is added once a stratum, and of V only the strata's sums of the centred loss are needed.
 */
final class LevelMoments {
    private final Units units;
    private final List<ShiftingVariable> variables;
    private final Nuisances nuisances;
    private final int[] offset;
    private final boolean any;

    LevelMoments(Units units, List<ShiftingVariable> variables, Nuisances nuisances, int[] offset) {
        this.units = units;
        this.variables = variables;
        this.nuisances = nuisances;
        this.offset = offset;
        boolean found = false;
        for (int i = 0; i < variables.size(); i++) {
            found |= levels(i);
        }
        any = found;
    }

    private boolean levels(int i) {
        return nuisances.strata(i) != null && variables.get(i).form().linear();
    }

    /** Whether the block of variables i and j (or of i alone) is summed here. */
    boolean covers(int i, int j) {
        return levels(i) || levels(j);
    }

    /** Adds sums over units to the gradient and to the lower triangle of the Hessian, and to all of the blocks of one variable. */
    void add(double[] g, double[][] h) {
        if (!any) {
            return;
        }
        int m = variables.size();
        Scores[] scores = new Scores[m];
        for (int i = 0; i < m; i++) {
            scores[i] = Scores.of(variables.get(i), nuisances, i);
        }
        ScoreSums[] sums = new ScoreSums[m];
        @Nullable ScoreProducts[][] products = new ScoreProducts[m][m];
        for (int i = 0; i < m; i++) {
            sums[i] = new ScoreSums(scores[i], place(i), g);
            for (int j = 0; j < i; j++) {
                if (covers(i, j)) {
                    products[i][j] = new ScoreProducts(scores[i], place(i), scores[j], place(j), h);
                }
            }
            if (levels(i)) {
                // A second reader of the same variable: both have the same unit loaded.
                products[i][i] = new ScoreProducts(scores[i], place(i), scores[i], place(i), h);
            }
        }
        for (int u = 0; u < units.size(); u++) {
            double n = units.weight()[u];
            double s = units.loss()[u];
            for (int i = 0; i < m; i++) {
                if (!variables.get(i).observes(u)) {
                    continue;
                }
                scores[i].load(u);
                ScoreProducts own = products[i][i];
                if (own != null) {
                    double centred = s - n * nuisances.loss(i, u);
                    sums[i].add(centred);
                    own.add(centred);
                }
                for (int j = 0; j < i; j++) {
                    ScoreProducts pair = products[i][j];
                    if (pair != null && variables.get(j).observes(u)) {
                        pair.add(s - n * nuisances.pairLoss(j, i, u));
                    }
                }
            }
        }
        for (int i = 0; i < m; i++) {
            for (ScoreProducts pair : products[i]) {
                if (pair != null) {
                    pair.finish();
                }
            }
            Strata strata = nuisances.strata(i);
            if (levels(i) && strata != null) {
                sums[i].finish();
                ScoreSums own = sums[i];
                spread(variables.get(i), strata, own::factor, strata::covariance, place(i), h);
            }
        }
    }

    /** The covariance of T in a stratum. */
    interface Covariance {
        /** Entry (a, b). */
        double at(int stratum, int a, int b);
    }

    /** Subtracts {@code factor(s) D V D'} of each stratum s of a variable. */
    static void spread(
            ShiftingVariable variable,
            Strata strata,
            java.util.function.IntToDoubleFunction factor,
            Covariance covariance,
            int[] place,
            double[][] h) {
        int q = variable.dimension();
        Directions directions = new Directions(variable);
        for (int s = 0; s < strata.count(); s++) {
            directions.load(strata.unit(s));
            int[] rows = directions.rows();
            int[][] used = directions.used();
            double[] d = directions.values();
            double c = factor.applyAsDouble(s);
            if (c == 0) {
                continue;
            }
            for (int r = 0; r < rows.length; r++) {
                double[] row = h[place[rows[r]]];
                for (int t = 0; t < rows.length; t++) {
                    double sum = 0;
                    for (int k : used[r]) {
                        for (int l : used[t]) {
                            sum += d[r * q + k] * d[t * q + l] * covariance.at(s, k, l);
                        }
                    }
                    row[place[rows[t]]] -= c * sum;
                }
            }
        }
    }

    private int[] place(int i) {
        int[] place = new int[offset[i + 1] - offset[i]];
        Arrays.setAll(place, a -> offset[i] + a);
        return place;
    }
}
