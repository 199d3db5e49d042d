package org.shiftbed.audit.baseline;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.shiftbed.audit.estimate.Units;

/**
 * Where the worst share of a law begins.
 *
 * @param value the quantile of level 1 - k: what is above it is kept, what is below it is not
 * @param part the share of what is at it that is kept as well, so that k is kept in all
 */
record Edge(double value, double part) {

    static Edge of(LossDistribution law, double keep) {
        double value = new JointCvar(keep).threshold(law);
        double above = 0;
        double at = 0;
        for (int j = 0; j < law.values().length; j++) {
            above += law.values()[j] > value ? law.shares()[j] : 0;
            at += law.values()[j] == value ? law.shares()[j] : 0;
        }
        return new Edge(value, Math.min(1, Math.max(0, (keep - above) / at)));
    }

    /** The edge of each fold among its own units; of all units together where there is one fold. */
    static Edge[] ofFolds(Units units, double[] values, int folds, double keep) {
        Edge[] edges = new Edge[folds];
        for (int k = 0; k < folds; k++) {
            int fold = k;
            int[] own = IntStream.range(0, values.length)
                    .filter(u -> folds == 1 || units.fold()[u] == fold)
                    .toArray();
            double[] found = Arrays.stream(own).mapToDouble(u -> values[u]).toArray();
            double[] weights =
                    Arrays.stream(own).mapToDouble(u -> units.weight()[u]).toArray();
            edges[k] = own.length == 0 ? new Edge(0, keep) : of(LossDistribution.of(found, weights), keep);
        }
        return edges;
    }

    /** The share of a row with this value that is kept. */
    double share(double of) {
        return of > value ? 1 : of < value ? 0 : part;
    }
}
