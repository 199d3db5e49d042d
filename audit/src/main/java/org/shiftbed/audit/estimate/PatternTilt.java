package org.shiftbed.audit.estimate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.DecompositionSolver;
import org.hipparchus.linear.QRDecomposition;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.nuisance.Groups;

/**
 * The rows of one pattern of parents, weighted by {@code exp(s'T)}: what the shift s makes of them, whatever law the family claims. The normaliser of
 * the weights is that of the rows, so that the weights of a pattern keep their sum.
 */
final class PatternTilt {
    private static final int ROUNDS = 60;
    private static final double SINGULAR = 1e-12;

    private final Units units;
    private final ShiftingVariable variable;
    private final int[] members;
    private final double total;
    private final double inverseShare;
    private final int q;

    /**
     * @param members the units of the pattern, those in which the variable is observed
     * @param all sum of the weights of all rows
     */
    PatternTilt(Units units, ShiftingVariable variable, int[] members, double all) {
        this.units = units;
        this.variable = variable;
        this.members = members;
        q = variable.dimension();
        double sum = 0;
        for (int u : members) {
            sum += units.weight()[u];
        }
        total = sum;
        inverseShare = all / sum;
    }

    /** The units of the patterns of these, one array each. */
    static int[][] members(ShiftingVariable variable, List<Integer> units) {
        Groups patterns = variable.patterns();
        Map<Integer, Integer> index = new HashMap<>();
        for (int g = 0; g < units.size(); g++) {
            index.put(patterns == null ? 0 : patterns.at(units.get(g)), g);
        }
        int[][] found = new int[units.size()][16];
        int[] count = new int[found.length];
        int size = variable.statistic().size();
        for (int u = 0; u < size; u++) {
            Integer g = variable.observes(u) ? index.get(patterns == null ? 0 : patterns.at(u)) : null;
            if (g != null) {
                if (count[g] == found[g].length) {
                    found[g] = Arrays.copyOf(found[g], 2 * count[g]);
                }
                found[g][count[g]++] = u;
            }
        }
        for (int g = 0; g < found.length; g++) {
            found[g] = Arrays.copyOf(found[g], count[g]);
        }
        return found;
    }

    int[] members() {
        return members;
    }

    /** What all rows weigh over what those of the pattern do: turns a mean over the pattern into one over all. */
    double inverseShare() {
        return inverseShare;
    }

    /**
     * The pattern under one shift.
     *
     * @param weight of a row of each member, 1 on average over the pattern
     * @param mean of the statistic, weighted
     * @param covariance of it, q*q
     * @param log of the mean of {@code exp(s'T)}
     */
    record Tilted(double[] weight, double[] mean, double[] covariance, double log) {}

    /** Under the shift s. */
    Tilted at(double[] s) {
        double[] log = new double[members.length];
        double top = Double.NEGATIVE_INFINITY;
        for (int m = 0; m < log.length; m++) {
            for (int k = 0; k < q; k++) {
                log[m] += s[k] == 0 ? 0 : s[k] * value(m, k);
            }
            top = Math.max(top, log[m]);
        }
        double[] weight = new double[log.length];
        double sum = 0;
        for (int m = 0; m < log.length; m++) {
            weight[m] = Math.exp(log[m] - top);
            sum += weight[m] * units.weight()[members[m]];
        }
        double[] mean = new double[q];
        for (int m = 0; m < log.length; m++) {
            weight[m] *= total / sum;
            for (int k = 0; k < q; k++) {
                mean[k] += share(m) * weight[m] * value(m, k);
            }
        }
        double[] covariance = new double[q * q];
        for (int m = 0; m < log.length; m++) {
            for (int a = 0; a < q; a++) {
                for (int b = 0; b < q; b++) {
                    covariance[a * q + b] += share(m) * weight[m] * (value(m, a) - mean[a]) * (value(m, b) - mean[b]);
                }
            }
        }
        return new Tilted(weight, mean, covariance, top + Math.log(sum / total));
    }

    private double share(int m) {
        return units.weight()[members[m]] / total;
    }

    double value(int m, int k) {
        return variable.statistic().at(members[m], k);
    }

    /**
     * The shift under which the weighted rows have this mean: the minimum of {@code log mean exp(s'T) - s'wanted}, by Newton's method.
     *
     * @param start where to begin
     * @return null where no weights of the rows have it
     */
    double @Nullable [] solve(double[] start, double[] wanted) {
        double[] s = start.clone();
        Tilted now = at(s);
        double value = value(now, s, wanted);
        for (int round = 0; round < ROUNDS; round++) {
            double[] rest = new double[q];
            double off = 0;
            for (int k = 0; k < q; k++) {
                rest[k] = wanted[k] - now.mean()[k];
                off = Math.max(off, Math.abs(rest[k]) / Math.sqrt(now.covariance()[k * q + k]));
            }
            if (!(off < Double.POSITIVE_INFINITY)) {
                return null;
            }
            if (off < 1e-12) {
                return s;
            }
            double[] step = inverse(now.covariance(), rest);
            double length = 1;
            double[] next = moved(s, step, length);
            Tilted there = at(next);
            while (length > 1e-9 && !(value(there, next, wanted) <= value + 1e-14 * Math.abs(value))) {
                length /= 2;
                next = moved(s, step, length);
                there = at(next);
            }
            s = next;
            now = there;
            value = value(now, s, wanted);
        }
        double off = 0;
        for (int k = 0; k < q; k++) {
            off = Math.max(off, Math.abs(wanted[k] - now.mean()[k]) / Math.sqrt(now.covariance()[k * q + k]));
        }
        return off < 1e-8 ? s : null;
    }

    private static double value(Tilted tilted, double[] s, double[] wanted) {
        double sum = tilted.log();
        for (int k = 0; k < s.length; k++) {
            sum -= s[k] * wanted[k];
        }
        return sum;
    }

    private static double[] moved(double[] s, double[] step, double length) {
        double[] next = s.clone();
        for (int k = 0; k < next.length; k++) {
            next[k] += length * step[k];
        }
        return next;
    }

    /** {@code C^-1 v}; zeros where C has no inverse. */
    static double[] inverse(double[] covariance, double[] v) {
        int q = v.length;
        if (q == 1) {
            return new double[] {covariance[0] > 0 ? v[0] / covariance[0] : 0};
        }
        double[][] rows = new double[q][];
        for (int k = 0; k < q; k++) {
            rows[k] = Arrays.copyOfRange(covariance, k * q, (k + 1) * q);
        }
        DecompositionSolver solver = new QRDecomposition(new Array2DRowRealMatrix(rows), SINGULAR).getSolver();
        return solver.isNonSingular() ? solver.solve(new ArrayRealVector(v)).toArray() : new double[q];
    }
}
