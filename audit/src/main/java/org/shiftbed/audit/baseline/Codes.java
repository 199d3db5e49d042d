package org.shiftbed.audit.baseline;

import java.util.HashMap;
import java.util.Map;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.nuisance.Groups;

/** Numbers units by the distinct values of one column after another, and gives up where there are more than a limit of them. */
final class Codes {
    private final long limit;
    private int[] code;
    private int count = 1;
    private boolean over;

    Codes(int units, long limit) {
        code = new int[units];
        this.limit = limit;
    }

    private record Pair(int code, long bits) {}

    /** Tells units apart that differ in a column; missing values are alike. */
    Codes column(double[] values) {
        if (over) {
            return this;
        }
        Map<Pair, Integer> seen = new HashMap<>();
        int[] next = new int[code.length];
        for (int u = 0; u < code.length; u++) {
            // Adding 0.0 makes -0.0 the same value as 0.0.
            Pair pair = new Pair(code[u], Double.doubleToLongBits(values[u] + 0.0));
            Integer known = seen.putIfAbsent(pair, seen.size());
            next[u] = known == null ? seen.size() - 1 : known;
            if (seen.size() > limit) {
                over = true;
                return this;
            }
        }
        code = next;
        count = Math.max(1, seen.size());
        return this;
    }

    /** Tells units apart whose parents form different patterns. */
    Codes patterns(ShiftingVariable variable) {
        Groups patterns = variable.patterns();
        if (patterns == null) {
            return parents(variable);
        }
        double[] values = new double[code.length];
        for (int u = 0; u < values.length; u++) {
            values[u] = variable.observes(u) ? patterns.at(u) : -1;
        }
        return column(values);
    }

    /** Tells units apart in which a variable has different values of its statistic; where it is not known, all are alike. */
    Codes statistic(ShiftingVariable variable) {
        int q = variable.dimension();
        if (variable.statistic().isOneHot()) {
            double[] levels = new double[code.length];
            for (int u = 0; u < levels.length; u++) {
                levels[u] = variable.observes(u) ? variable.statistic().component(u) : Double.NaN;
            }
            return column(levels);
        }
        for (int k = 0; k < q; k++) {
            double[] values = new double[code.length];
            for (int u = 0; u < values.length; u++) {
                values[u] = variable.observes(u) ? variable.statistic().at(u, k) : Double.NaN;
            }
            column(values);
        }
        return this;
    }

    /** Tells units apart that differ in a parent of a variable. */
    Codes parents(ShiftingVariable variable) {
        for (double[] parent : variable.parents()) {
            column(parent);
        }
        return this;
    }

    /** Tells units in which a variable is known from those in which it is not. */
    Codes observed(ShiftingVariable variable) {
        boolean[] observed = variable.observed();
        if (observed == null) {
            return this;
        }
        double[] flags = new double[code.length];
        for (int u = 0; u < flags.length; u++) {
            flags[u] = observed[u] ? 1 : 0;
        }
        return column(flags);
    }

    /** Whether there are more different units than the limit. */
    boolean over() {
        return over;
    }

    /** How many different units there are so far. */
    int count() {
        return count;
    }

    Groups groups() {
        if (over) {
            throw new IllegalStateException("more than " + limit + " different units");
        }
        return Groups.of(code, count);
    }
}
