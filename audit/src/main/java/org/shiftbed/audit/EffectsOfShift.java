package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.LawAndRows;
import org.shiftbed.audit.estimate.Parameters;
import org.shiftbed.audit.estimate.ShiftingVariable;
import org.shiftbed.audit.estimate.Units;
import org.shiftbed.audit.family.Axis;
import org.shiftbed.audit.family.Effects;
import org.shiftbed.audit.form.Parent;
import org.shiftbed.audit.nuisance.Groups;
import org.shiftbed.audit.result.Effect;

/** A shift in words: for every variable, and every pattern of its parents that moves, what was and what would be (parametric-robustness 6). */
final class EffectsOfShift {
    private static final int MOST_PATTERNS = 400;
    private static final String WAY_OUT = "declare a family that fits them, or family: statistic.";

    private final Prepared prepared;
    private final Estimator estimator;
    private final MovingRows moving;

    EffectsOfShift(Prepared prepared, Estimator estimator) {
        this.prepared = prepared;
        this.estimator = estimator;
        moving = MovingRows.of(prepared);
    }

    /** What the shifts are shifts of. */
    Prepared prepared() {
        return prepared;
    }

    List<Effect> of(double[] delta) {
        Parameters parameters = prepared.parameters();
        double[][] own = parameters.own(delta);
        List<Effect> effects = new ArrayList<>();
        for (int i = 0; i < own.length; i++) {
            Groups patterns = prepared.variables().get(i).patterns();
            if (patterns != null && byPattern(i)) {
                byPattern(i, patterns, own[i], effects);
            } else {
                average(i, own[i], effects);
            }
        }
        return effects;
    }

    private void byPattern(int i, Groups patterns, double[] delta, List<Effect> effects) {
        Patterns found = patterns(i, patterns);
        List<LawAndRows> checked = checked(i, found, delta);
        for (int g = 0; g < found.units().size(); g++) {
            LawAndRows both = checked.isEmpty() ? null : checked.get(g);
            int unit = found.units().get(g);
            add(i, unit, pattern(i, unit), found.rows().get(g), delta, both, checked.size(), effects);
        }
    }

    /**
     * The patterns that occur.
     *
     * @param units of each the first unit
     * @param rows in each
     */
    private record Patterns(List<Integer> units, List<Long> rows) {}

    private Patterns patterns(int i, Groups patterns) {
        Units units = estimator.units();
        Map<Integer, Integer> first = new TreeMap<>();
        Map<Integer, Long> rows = new TreeMap<>();
        for (int u = 0; u < units.size(); u++) {
            if (prepared.variables().get(i).observes(u)) {
                first.putIfAbsent(patterns.at(u), u);
                rows.merge(patterns.at(u), units.count()[u], Long::sum);
            }
        }
        return new Patterns(List.copyOf(first.values()), List.copyOf(rows.values()));
    }

    /** What rows say beside the law, pattern by pattern; empty of laws that are those of their rows whatever these are. */
    private List<LawAndRows> checked(int i, Patterns found, double[] delta) {
        return saturated(i) ? List.of() : estimator.lawAndRows(i, found.units(), delta);
    }

    private boolean saturated(int i) {
        String family = prepared.variables().get(i).family().name();
        return family.equals("bernoulli") || family.equals("categorical");
    }

    private boolean byPattern(int i) {
        ShiftingVariable variable = prepared.variables().get(i);
        Groups patterns = variable.patterns();
        return patterns != null && variable.exact() && patterns.count() <= MOST_PATTERNS;
    }

    /** Where the rows do not follow the law of a variable at a shift, a sentence each. */
    List<String> missed(double[] delta) {
        double[][] own = prepared.parameters().own(delta);
        List<String> sentences = new ArrayList<>();
        for (int i = 0; i < own.length; i++) {
            ShiftingVariable variable = prepared.variables().get(i);
            Groups patterns = variable.patterns();
            if (saturated(i) || !variable.family().parametric()) {
                continue;
            }
            if (!byPattern(i) || patterns == null) {
                if (estimator.lawAndRows(i, own[i]).misses(1)) {
                    sentences.add("The rows do not follow the " + law(i)
                            + ": weighted, they move by another amount than it says; " + WAY_OUT);
                }
                continue;
            }
            Patterns found = patterns(i, patterns);
            List<LawAndRows> checked = estimator.lawAndRows(i, found.units(), own[i]);
            long missed =
                    checked.stream().filter(one -> one.misses(checked.size())).count();
            for (int g = 0; g < checked.size() && missed > 0; g++) {
                if (checked.get(g).misses(checked.size())) {
                    sentences.add("The rows do not follow the " + law(i) + ": "
                            + given(i, found.units().get(g))
                            + moved(i, found.units().get(g), checked.get(g))
                            + (missed > 1
                                    ? ", and so in " + (missed - 1)
                                            + (missed == 2 ? " other pattern" : " other patterns") + " of its parents"
                                    : "")
                            + "; "
                            + WAY_OUT);
                    break;
                }
            }
        }
        return sentences;
    }

    private String law(int i) {
        ShiftingVariable variable = prepared.variables().get(i);
        return variable.family().name() + " law of '" + variable.name() + "'";
    }

    private String moved(int i, int unit, LawAndRows both) {
        List<String> words = new ArrayList<>();
        List<org.shiftbed.audit.family.Effect.Figure> law = figures(i, unit, both.law());
        List<org.shiftbed.audit.family.Effect.Figure> rows = figures(i, unit, both.rows());
        for (int k = 0; k < law.size(); k++) {
            List<String> two =
                    law.get(k).axis().both(rows.get(k).before(), law.get(k).before());
            words.add("the " + law.get(k).name() + " is " + two.get(0) + " over weighted rows, not " + two.get(1));
        }
        return String.join(", and ", words);
    }

    private String given(int i, int unit) {
        String pattern = pattern(i, unit);
        return pattern.isEmpty() ? "" : "given " + pattern + ", ";
    }

    /** The figures of a law with this mean of its statistic. */
    private List<org.shiftbed.audit.family.Effect.Figure> figures(int i, int unit, double[] mean) {
        ShiftingVariable variable = prepared.variables().get(i);
        double[] covariance = new double[mean.length * mean.length];
        estimator.covariance(i, unit, covariance);
        return shown(Effects.of(
                variable.family(),
                variable.name(),
                prepared.plans().get(i).axes(),
                mean,
                covariance,
                new double[mean.length]));
    }

    /** Ratios stand in the sentence; what was and what would be are the figures. */
    private static List<org.shiftbed.audit.family.Effect.Figure> shown(org.shiftbed.audit.family.Effect told) {
        return told.figures().stream()
                .filter(figure -> !figure.name().endsWith("ratio"))
                .toList();
    }

    /** The parents of a unit in words: {@code young=0, male=1}; empty without parents. */
    private String pattern(int i, int unit) {
        List<Parent> parents = prepared.plans().get(i).asParents();
        double[][] z = prepared.variables().get(i).parents();
        List<String> words = new ArrayList<>();
        for (int j = 0; j < z.length; j++) {
            words.add(parents.get(j).label(parents.get(j).level(z[j][unit])));
        }
        return String.join(", ", words);
    }

    private void add(
            int i,
            int unit,
            String pattern,
            long rows,
            double[] delta,
            @Nullable LawAndRows both,
            int among,
            List<Effect> effects) {
        ShiftingVariable variable = prepared.variables().get(i);
        int q = variable.dimension();
        double[] z = new double[variable.parents().length];
        for (int j = 0; j < z.length; j++) {
            z[j] = variable.parents()[j][unit];
        }
        double[] s = new double[q];
        variable.form().value(z, delta, s);
        double[] mean = new double[q];
        double[] covariance = new double[q * q];
        estimator.mean(i, unit, mean);
        estimator.covariance(i, unit, covariance);
        org.shiftbed.audit.family.Effect told = Effects.of(
                variable.family(), variable.name(), prepared.plans().get(i).axes(), mean, covariance, s);
        List<org.shiftbed.audit.family.Effect.Figure> figures = shown(told);
        List<org.shiftbed.audit.family.Effect.Figure> weighted =
                both == null ? List.of() : figures(i, unit, both.rows());
        String beside =
                both != null && variable.family().parametric() && both.misses(among) ? "; " + moved(i, unit, both) : "";
        double variation = totalVariation(figures);
        for (int k = 0; k < figures.size(); k++) {
            org.shiftbed.audit.family.Effect.Figure figure = figures.get(k);
            effects.add(new Effect(
                    variable.name(),
                    pattern,
                    conditioned(figure.name(), pattern),
                    figure.before(),
                    figure.after(),
                    rows,
                    variation,
                    k == 0 ? sentence(pattern, told.sentence() + moving.behind(i) + beside) : "",
                    terms(variable, z, delta, k, figures.size()),
                    figure.axis(),
                    weighted.size() == figures.size() ? weighted.get(k).before() : Double.NaN));
        }
    }

    private static String sentence(String pattern, String clause) {
        return pattern.isEmpty() ? capital(clause) + "." : "Given " + pattern + ", " + clause + ".";
    }

    private static String capital(String text) {
        return text.isEmpty() ? text : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private static String conditioned(String figure, String pattern) {
        if (pattern.isEmpty()) {
            return figure;
        }
        return figure.endsWith(")")
                ? figure.substring(0, figure.length() - 1) + " | " + pattern + ")"
                : figure + " | " + pattern;
    }

    /** Half of the sum of the absolute differences of probabilities; NaN for other laws. */
    private static double totalVariation(List<org.shiftbed.audit.family.Effect.Figure> figures) {
        double sum = 0;
        double before = 0;
        for (org.shiftbed.audit.family.Effect.Figure figure : figures) {
            if (!figure.name().startsWith("P(")) {
                return Double.NaN;
            }
            sum += Math.abs(figure.after() - figure.before());
            before += figure.before();
        }
        // One figure of a binary variable stands for both of its levels.
        return figures.size() == 1 && before <= 1 ? sum : sum / 2;
    }

    /** How the parameters enter the log-odds of a probability; null where they do not enter linearly. */
    private @Nullable List<Effect.Term> terms(
            ShiftingVariable variable, double[] z, double[] delta, int k, int figures) {
        String family = variable.family().name();
        boolean probability = family.equals("bernoulli") || family.equals("categorical");
        if (!probability || !variable.form().linear() || family.equals("bernoulli") && figures != 1) {
            return null;
        }
        int q = variable.dimension();
        int component = family.equals("bernoulli") ? 0 : component(variable, k, figures);
        List<Effect.Term> terms = new ArrayList<>();
        if (component < 0) {
            return terms;
        }
        double[] d = new double[delta.length * q];
        variable.form().jacobian(z, new double[delta.length], d);
        int i = prepared.variables().indexOf(variable);
        for (int a = 0; a < delta.length; a++) {
            if (d[a * q + component] != 0) {
                terms.add(new Effect.Term(prepared.parameters().position(i, a), d[a * q + component]));
            }
        }
        return terms;
    }

    /** The component of the statistic that figure k of a categorical law belongs to; -1 for the reference level. */
    private static int component(ShiftingVariable variable, int k, int figures) {
        int q = variable.dimension();
        if (figures != q + 1) {
            return k < q ? k : -1;
        }
        double[] t = new double[q];
        variable.family().statistic(new double[] {k}, t);
        for (int c = 0; c < q; c++) {
            if (t[c] == 1) {
                return c;
            }
        }
        return -1;
    }

    /** Where parents are numbers of any kind: the mean over rows of each component of the statistic, before and after. */
    private void average(int i, double[] delta, List<Effect> effects) {
        ShiftingVariable variable = prepared.variables().get(i);
        Units units = estimator.units();
        int q = variable.dimension();
        double[] z = new double[variable.parents().length];
        double[] s = new double[q];
        double[] mean = new double[q];
        double[] covariance = new double[q * q];
        Map<String, double[]> sums = new LinkedHashMap<>();
        Map<String, Axis> axes = new LinkedHashMap<>();
        double total = 0;
        long rows = 0;
        for (int u = 0; u < units.size(); u++) {
            if (!variable.observes(u)) {
                continue;
            }
            for (int j = 0; j < z.length; j++) {
                z[j] = variable.parents()[j][u];
            }
            variable.form().value(z, delta, s);
            estimator.mean(i, u, mean);
            estimator.covariance(i, u, covariance);
            double weight = units.weight()[u];
            total += weight;
            rows += units.count()[u];
            for (org.shiftbed.audit.family.Effect.Figure figure : Effects.of(
                            variable.family(),
                            variable.name(),
                            prepared.plans().get(i).axes(),
                            mean,
                            covariance,
                            s)
                    .figures()) {
                double[] sum = sums.computeIfAbsent(figure.name(), name -> new double[2]);
                sum[0] += weight * figure.before();
                sum[1] += weight * figure.after();
                axes.put(figure.name(), figure.axis());
            }
        }
        double count = total;
        long all = rows;
        sums.forEach((name, sum) -> {
            Axis axis = axes.getOrDefault(name, Axis.NUMBER);
            double before = sum[0] / count;
            double after = sum[1] / count;
            effects.add(new Effect(
                    variable.name(),
                    "",
                    name,
                    before,
                    after,
                    all,
                    Double.NaN,
                    "On average over the rows, " + axis.move(name, before, after) + moving.behind(i) + ".",
                    null,
                    axis,
                    Double.NaN));
        });
    }
}
