package org.shiftbed.audit.family;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/**
 * N draws of K levels (parametric-robustness 1.4): categorical for N = 1, with one column that holds the index of the level; multinomial
 * with a column of counts for each level. T is the one-hot (the counts) of the levels other than the reference. A shift multiplies the
 * odds of a level against the reference by e^s.
 */
final class Categorical extends Law {
    /** Levels named in a sentence. */
    private static final int MOST_TOLD = 8;

    private final List<String> levels;
    private final int reference;
    private final double draws;
    private final boolean counts;

    private Categorical(String name, List<String> levels, int reference, double draws, boolean counts) {
        super(name, counts ? levels.size() : 1, levels.size() - 1);
        this.levels = List.copyOf(levels);
        this.reference = reference;
        this.draws = draws;
        this.counts = counts;
    }

    static Categorical one(List<String> levels, int reference) {
        return new Categorical("categorical", levels, reference, 1, false);
    }

    static Categorical counts(List<String> levels, int reference, double draws) {
        return new Categorical("multinomial", levels, reference, draws, true);
    }

    /** The level that component k of T counts. */
    private int level(int k) {
        return k < reference ? k : k + 1;
    }

    @Override
    public String component(int k) {
        return dimension() == 1 ? "" : levels.get(level(k));
    }

    @Override
    public void statistic(double[] w, double[] t) {
        for (int k = 0; k < dimension(); k++) {
            t[k] = counts ? w[level(k)] : w[0] == level(k) ? 1 : 0;
        }
    }

    @Override
    public @Nullable String refuse(double[] w) {
        if (!counts) {
            return isCount(w[0]) && w[0] < levels.size()
                    ? null
                    : "must be one of the levels " + String.join(", ", levels);
        }
        double sum = 0;
        for (double count : w) {
            if (!isCount(count)) {
                return "must be whole numbers >= 0";
            }
            sum += count;
        }
        return sum == draws ? null : "must be counts that sum to " + Words.number(draws);
    }

    private double referenceShare(double[] mean) {
        double rest = draws;
        for (int k = 0; k < dimension(); k++) {
            rest -= mean[k];
        }
        // Shares of rows that sum to 1 may miss it by rounding; what is left of it is not a probability.
        return rest <= 4e-16 * draws * levels.size() ? 0 : rest / draws;
    }

    /** The largest shift among levels that occur, so that exponentials do not overflow. */
    private double largest(double[] mean, double[] s, double rest) {
        double largest = rest > 0 ? 0 : Double.NEGATIVE_INFINITY;
        for (int k = 0; k < dimension(); k++) {
            if (mean[k] > 0) {
                largest = Math.max(largest, s[k]);
            }
        }
        return largest;
    }

    @Override
    public double cumulant(double[] mean, double[] s) {
        double rest = referenceShare(mean);
        double largest = largest(mean, s, rest);
        double change = rest > 0 ? rest * Math.expm1(-largest) : 0;
        double sum = rest > 0 ? rest * Math.exp(-largest) : 0;
        for (int k = 0; k < dimension(); k++) {
            if (mean[k] > 0) {
                change += mean[k] / draws * Math.expm1(s[k] - largest);
                sum += mean[k] / draws * Math.exp(s[k] - largest);
            }
        }
        // Small shifts keep their digits in the one form, a rare level with a large shift in the other.
        return draws * (largest + (change > -0.5 ? Math.log1p(change) : Math.log(sum)));
    }

    @Override
    public void tiltedMean(double[] mean, double[] s, double[] out) {
        double rest = referenceShare(mean);
        double largest = largest(mean, s, rest);
        double sum = rest > 0 ? rest * Math.exp(-largest) : 0;
        for (int k = 0; k < dimension(); k++) {
            out[k] = mean[k] > 0 ? mean[k] / draws * Math.exp(s[k] - largest) : 0;
            sum += out[k];
        }
        for (int k = 0; k < dimension(); k++) {
            out[k] *= draws / sum;
        }
    }

    private double[] tilted(double[] mean, double[] s) {
        double[] p = new double[dimension()];
        tiltedMean(mean, s, p);
        for (int k = 0; k < p.length; k++) {
            p[k] /= draws;
        }
        return p;
    }

    @Override
    public void tiltedCovariance(double[] mean, double[] s, double[] out) {
        double[] p = tilted(mean, s);
        int q = p.length;
        for (int a = 0; a < q; a++) {
            for (int b = 0; b < q; b++) {
                out[a * q + b] = draws * (a == b ? p[a] * (1 - p[a]) : -p[a] * p[b]);
            }
        }
    }

    /** Note a of 1.4, summed in closed form over the levels. */
    @Override
    public void tiltedThird(double[] mean, double[] s, double[] out) {
        double[] p = tilted(mean, s);
        int q = p.length;
        for (int a = 0; a < q; a++) {
            for (int b = 0; b < q; b++) {
                for (int c = 0; c < q; c++) {
                    double third = 2 * p[a] * p[b] * p[c];
                    third -= a == b ? p[a] * p[c] : 0;
                    third -= a == c ? p[a] * p[b] : 0;
                    third -= b == c ? p[b] * p[a] : 0;
                    third += a == b && b == c ? p[a] : 0;
                    out[(a * q + b) * q + c] = draws * third;
                }
            }
        }
    }

    @Override
    public double reach(double[] mean, double[] direction) {
        return Double.POSITIVE_INFINITY;
    }

    private double[] allShares(double[] shares) {
        double[] all = new double[levels.size()];
        for (int k = 0; k < dimension(); k++) {
            all[level(k)] = shares[k] / draws;
        }
        all[reference] = referenceShare(shares);
        return all;
    }

    @Override
    String one(Told variable) {
        return "odds of a level of " + variable.name() + " against " + levels.get(reference)
                + (counts ? ", in each draw, " : " ") + Words.timesE();
    }

    @Override
    Effect effect(Told variable, double[] mean, double[] s) {
        double[] after = new double[dimension()];
        tiltedMean(mean, s, after);
        double[] before = allShares(mean);
        double[] now = allShares(after);
        List<Effect.Figure> figures = new ArrayList<>();
        for (int v = 0; v < before.length; v++) {
            figures.add(new Effect.Figure("P(" + variable.name() + "=" + levels.get(v) + ")", before[v], now[v]));
        }
        List<String> clauses = IntStream.of(told(before, now))
                .mapToObj(v -> Words.move("of " + levels.get(v), before[v], now[v]))
                .collect(Collectors.toCollection(ArrayList::new));
        if (clauses.size() < before.length) {
            clauses.add("and by less that of " + (before.length - clauses.size()) + " other levels");
        }
        String what = counts
                ? "in each draw of " + variable.name() + " the probability "
                : "of the levels of " + variable.name() + " the probability ";
        return new Effect(what + String.join(", ", clauses), figures);
    }

    /** The levels a sentence names: all of them, or those that move most where there are many. */
    private static int[] told(double[] before, double[] now) {
        IntStream all = IntStream.range(0, before.length);
        return before.length <= MOST_TOLD
                ? all.toArray()
                : all.boxed()
                        .sorted(Comparator.comparingDouble((Integer v) -> -Math.abs(now[v] - before[v])))
                        .limit(MOST_TOLD)
                        .mapToInt(Integer::intValue)
                        .toArray();
    }

    /** Levels without a target share what is left in their old proportions. */
    @Override
    double[] towards(String place, double[] mean, List<Target> wanted) {
        double[] before = allShares(mean);
        double[] after = new double[before.length];
        Arrays.fill(after, Double.NaN);
        double left = 1;
        for (Target target : wanted) {
            if (target.quantity() != Target.Quantity.PROBABILITY) {
                throw wrongQuantity(place, target, "P(" + target.variable() + "=" + levels.get(0) + ") = p");
            }
            int level = levels.indexOf(target.level());
            if (level < 0) {
                throw Names.unknown(place + ": " + target, "level of " + target.variable(), target.level(), levels);
            }
            if (!Double.isNaN(after[level])) {
                throw new UserError(place + ": " + target + ": the level " + target.level() + " has two targets");
            }
            after[level] = probability(place, target);
            left -= after[level];
            if (before[level] == 0 || after[level] == 0 || before[level] == 1 || after[level] == 1) {
                throw notReachable(place, target, "no finite shift leads there from " + Words.number(before[level]));
            }
        }
        double others = 0;
        for (int v = 0; v < before.length; v++) {
            others += Double.isNaN(after[v]) ? before[v] : 0;
        }
        boolean fits = others > 0 ? left > 1e-12 : Math.abs(left) <= 1e-9;
        if (!fits) {
            throw notReachable(
                    place,
                    wanted.get(0),
                    "the probabilities of the levels must sum to 1, found " + Words.number(1 - left)
                            + (others > 0 ? " before the other levels" : ""));
        }
        for (int v = 0; v < before.length; v++) {
            after[v] = Double.isNaN(after[v]) ? before[v] * left / others : after[v];
        }
        double[] s = new double[dimension()];
        for (int k = 0; k < s.length; k++) {
            int v = level(k);
            // A level that never occurs stays away whatever its shift is.
            s[k] = before[v] == 0
                    ? 0
                    : Math.log(after[v] / before[v])
                            - (before[reference] == 0 ? 0 : Math.log(after[reference] / before[reference]));
        }
        return s;
    }

    /** A target's value as a probability. */
    static double probability(String place, Target target) {
        if (!(target.value() >= 0 && target.value() <= 1)) {
            throw new UserError(place + ": " + target + ": a probability must be between 0 and 1");
        }
        return target.value();
    }
}
