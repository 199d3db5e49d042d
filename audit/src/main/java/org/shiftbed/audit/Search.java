package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.worst.Ball;
import org.shiftbed.audit.worst.Box;
import org.shiftbed.audit.worst.Budget;
import org.shiftbed.audit.worst.Ellipsoid;
import org.shiftbed.audit.worst.Freezing;
import org.shiftbed.audit.worst.LinearLimit;
import org.shiftbed.audit.worst.LinearLimits;
import org.shiftbed.audit.worst.Quadratic;
import org.shiftbed.audit.worst.RadiusSolver;
import org.shiftbed.audit.worst.WorstCase;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/**
 * The declared budget brought to the solvers: names of parameters become positions, and a size that is no ball becomes one by a change of
 * coordinates where a box or limits hold as well.
 */
final class Search {
    private static final String ALL = "*";

    private final List<String> labels;
    private final List<String> variables;
    private final boolean[] frozen;
    private final double[] lower;
    private final double[] upper;
    private final List<LinearLimit> limits = new ArrayList<>();
    private final double @Nullable [][] metric;
    private final double[] vector;
    private final int sign;

    /**
     * @param labels names of the parameters
     * @param variables name of the variable of each parameter
     * @param information E[x x']
     * @param errors standard errors of the gradient
     * @param sign +1 where larger is worse
     */
    Search(
            BudgetSpec spec,
            List<String> labels,
            List<String> variables,
            double[][] information,
            double[] errors,
            int sign) {
        this.labels = labels;
        this.variables = variables;
        this.sign = sign;
        int p = labels.size();
        frozen = new boolean[p];
        lower = new double[p];
        upper = new double[p];
        Arrays.fill(lower, Double.NEGATIVE_INFINITY);
        Arrays.fill(upper, Double.POSITIVE_INFINITY);
        vector = new double[p];
        for (String name : spec.freeze()) {
            positions("budget.freeze", name).forEach(a -> frozen[a] = true);
        }
        box(spec.box());
        for (org.shiftbed.audit.spec.LinearLimit limit : spec.limits()) {
            limits.add(limit(limit));
        }
        metric = metric(spec.size(), information, errors);
    }

    private static String words(org.shiftbed.audit.spec.LinearLimit limit) {
        List<String> terms = new ArrayList<>();
        limit.coefficients().forEach((name, value) -> terms.add(number(value) + " (" + name + ")"));
        return String.join(" + ", terms) + " <= " + number(limit.bound());
    }

    static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private List<Integer> positions(String place, String name) {
        int exact = labels.indexOf(name);
        if (exact >= 0) {
            return List.of(exact);
        }
        List<Integer> found = IntStream.range(0, labels.size())
                .filter(a -> variables.get(a).equals(name))
                .boxed()
                .toList();
        if (found.isEmpty()) {
            Set<String> known = new LinkedHashSet<>(variables);
            known.addAll(labels);
            throw Names.unknown(place, "parameter or variable", name, known);
        }
        return found;
    }

    private void box(Map<String, BudgetSpec.Range> ranges) {
        BudgetSpec.Range all = ranges.get(ALL);
        if (all != null) {
            Arrays.fill(lower, all.lower());
            Arrays.fill(upper, all.upper());
        }
        // Variables before labels, so that the range of one parameter wins over that of its variable.
        for (boolean label : new boolean[] {false, true}) {
            ranges.forEach((name, range) -> {
                if (!name.equals(ALL) && labels.contains(name) == label) {
                    positions("budget.box", name).forEach(a -> {
                        lower[a] = range.lower();
                        upper[a] = range.upper();
                    });
                }
            });
        }
        for (int a = 0; a < lower.length; a++) {
            if (!(lower[a] <= upper[a])) {
                throw new UserError(
                        "budget.box." + labels.get(a) + ": the lower end must be at most the upper one, found "
                                + number(lower[a]) + " and " + number(upper[a]));
            }
            if (lower[a] == 0 && upper[a] == 0) {
                frozen[a] = true;
            }
        }
    }

    private LinearLimit limit(org.shiftbed.audit.spec.LinearLimit limit) {
        double[] c = new double[labels.size()];
        limit.coefficients().forEach((name, value) -> {
            List<Integer> at = positions("budget.limits", name);
            if (at.size() > 1) {
                throw new UserError("budget.limits: '" + name + "' has " + at.size()
                        + " parameters; name one of them, such as '" + labels.get(at.get(0)) + "'");
            }
            c[at.get(0)] += value;
        });
        return new LinearLimit(words(limit), c, Double.NEGATIVE_INFINITY, limit.bound());
    }

    private double @Nullable [][] metric(BudgetSpec.Size size, double[][] information, double[] errors) {
        int p = labels.size();
        if (size instanceof BudgetSpec.Fisher) {
            return information;
        }
        if (size instanceof BudgetSpec.Scaled scaled) {
            double[] scales = new double[p];
            Arrays.fill(scales, scaled.scales().getOrDefault(ALL, 1.0));
            for (boolean label : new boolean[] {false, true}) {
                scaled.scales().forEach((name, value) -> {
                    if (!name.equals(ALL) && labels.contains(name) == label) {
                        positions("budget.scales", name).forEach(a -> scales[a] = value);
                    }
                });
            }
            return diagonal("budget.scales", scales);
        }
        if (size instanceof BudgetSpec.StandardError) {
            return diagonal("budget: standard errors", errors);
        }
        if (size instanceof BudgetSpec.Ellipsoid ellipsoid) {
            if (ellipsoid.matrix().size() != p) {
                throw new UserError("budget.ellipsoid: needs a matrix of " + p + " x " + p + " for the parameters "
                        + String.join("; ", labels) + ", found "
                        + ellipsoid.matrix().size() + " rows");
            }
            double[][] a = new double[p][p];
            for (int i = 0; i < p; i++) {
                if (ellipsoid.matrix().get(i).size() != p) {
                    throw new UserError("budget.ellipsoid: row " + (i + 1) + " needs " + p + " numbers, found "
                            + ellipsoid.matrix().get(i).size());
                }
                for (int j = 0; j < p; j++) {
                    a[i][j] = ellipsoid.matrix().get(i).get(j);
                }
            }
            for (int i = 0; i < ellipsoid.vector().size() && i < p; i++) {
                vector[i] = ellipsoid.vector().get(i);
            }
            return a;
        }
        return null;
    }

    private double[][] diagonal(String place, double[] scales) {
        double[][] a = new double[scales.length][scales.length];
        for (int k = 0; k < scales.length; k++) {
            if (!(scales[k] > 0) || Double.isInfinite(scales[k])) {
                throw new UserError(place + ": the scale of '" + labels.get(k) + "' must be a positive number, found "
                        + scales[k] + "; freeze the parameter, or scale it by hand");
            }
            a[k][k] = 1 / (scales[k] * scales[k]);
        }
        return a;
    }

    /** The gain of a quadratic model, larger being worse. */
    Quadratic gain(QuadraticLoss model) {
        int p = labels.size();
        double[] g = new double[p];
        double[][] h = new double[p][p];
        for (int a = 0; a < p; a++) {
            g[a] = sign * model.gradient()[a];
            for (int b = 0; b < p; b++) {
                h[a][b] = sign * model.hessian()[a][b];
            }
        }
        return new Quadratic(g, h, labels);
    }

    /** The same budget where only the parameters at these positions move. */
    Search only(int... moving) {
        Search some = new Search(this);
        boolean[] free = new boolean[frozen.length];
        for (int a : moving) {
            free[a] = true;
        }
        for (int a = 0; a < free.length; a++) {
            some.frozen[a] |= !free[a];
        }
        return some;
    }

    private Search(Search other) {
        labels = other.labels;
        variables = other.variables;
        frozen = other.frozen.clone();
        lower = other.lower;
        upper = other.upper;
        limits.addAll(other.limits);
        metric = other.metric;
        vector = other.vector;
        sign = other.sign;
    }

    /** The search for one model, at any radius. */
    RadiusSolver on(QuadraticLoss model) {
        Quadratic gain = gain(model);
        Freezing freezing = new Freezing(frozen);
        boolean boxed = IntStream.range(0, lower.length)
                .anyMatch(a ->
                        !frozen[a] && (lower[a] > Double.NEGATIVE_INFINITY || upper[a] < Double.POSITIVE_INFINITY));
        if (!boxed && limits.isEmpty()) {
            return freezing.on(metric == null ? new Ball() : new Ellipsoid(metric, vector), gain);
        }
        if (metric != null) {
            return transformed(gain, metric);
        }
        Budget budget = limits.isEmpty()
                ? new Box(lower, upper)
                : boxed ? new LinearLimits(limits).and(new Box(lower, upper), labels) : new LinearLimits(limits);
        return freezing.on(budget, gain);
    }

    /** With A = C C' and delta = C^-T y, the ellipsoid is a ball of y, and box and limits are linear limits of y. */
    private RadiusSolver transformed(Quadratic gain, double[][] a) {
        for (double entry : vector) {
            if (entry != 0) {
                throw new UserError(
                        "budget: an ellipsoid with a vector takes no box and no limits; leave the vector or them out");
            }
        }
        int[] kept = IntStream.range(0, labels.size()).filter(k -> !frozen[k]).toArray();
        int p = kept.length;
        RealMatrix size = new Array2DRowRealMatrix(p, p);
        for (int i = 0; i < p; i++) {
            for (int j = 0; j < p; j++) {
                size.setEntry(i, j, a[kept[i]][kept[j]]);
            }
        }
        RealMatrix inverse = inverseFactor(size);
        Quadratic part = gain.keep(kept);
        RealMatrix h = inverse.multiply(new Array2DRowRealMatrix(part.hessian(), false))
                .multiplyTransposed(inverse);
        List<LinearLimit> inner = new ArrayList<>();
        for (LinearLimit limit : limits) {
            addLimit(limit.name(), limit.coefficients(), limit.lower(), limit.upper(), kept, inverse, inner);
        }
        for (int k = 0; k < labels.size(); k++) {
            if (!frozen[k] && (lower[k] > Double.NEGATIVE_INFINITY || upper[k] < Double.POSITIVE_INFINITY)) {
                double[] unit = new double[labels.size()];
                unit[k] = 1;
                addLimit(labels.get(k), unit, lower[k], upper[k], kept, inverse, inner);
            }
        }
        List<String> names = Arrays.stream(kept).mapToObj(labels::get).toList();
        RadiusSolver solver =
                new LinearLimits(inner).on(new Quadratic(inverse.operate(part.gradient()), h.getData(), names));
        return new RadiusSolver() {
            @Override
            public WorstCase solve(double radius) {
                WorstCase found = solver.solve(radius);
                return new WorstCase(
                        back(found.delta(), inverse, kept),
                        found.gain(),
                        found.multiplier(),
                        found.kind(),
                        found.unique(),
                        found.others().stream()
                                .map(other -> back(other, inverse, kept))
                                .toList(),
                        found.certificate());
            }

            @Override
            public double supremum() {
                return solver.supremum();
            }

            @Override
            public double smallestRadius() {
                return solver.smallestRadius();
            }
        };
    }

    private static RealMatrix inverseFactor(RealMatrix size) {
        try {
            RealMatrix factor = new CholeskyDecomposition(size, 1e-9, 1e-14).getL();
            return new LUDecomposition(factor).getSolver().getInverse();
        } catch (org.hipparchus.exception.MathIllegalArgumentException e) {
            throw new UserError(
                    "budget: a box or limits need a size that measures every parameter that may move; its matrix is not positive definite",
                    e);
        }
    }

    private static void addLimit(
            String name, double[] c, double low, double high, int[] kept, RealMatrix inverse, List<LinearLimit> into) {
        double[] part = Arrays.stream(kept).mapToDouble(k -> c[k]).toArray();
        if (Arrays.stream(part).anyMatch(value -> value != 0)) {
            into.add(new LinearLimit(name, inverse.operate(part), low, high));
        }
    }

    private double[] back(double[] y, RealMatrix inverse, int[] kept) {
        double[] part = inverse.preMultiply(y);
        double[] delta = new double[labels.size()];
        for (int k = 0; k < kept.length; k++) {
            delta[kept[k]] = part[k];
        }
        return delta;
    }

    /** sqrt(d'Ad + b'd): how large a shift is. */
    double size(double[] delta) {
        double sum = 0;
        for (int a = 0; a < delta.length; a++) {
            double row = 0;
            for (int b = 0; b < delta.length; b++) {
                row += (metric == null ? (a == b ? 1 : 0) : metric[a][b]) * delta[b];
            }
            sum += delta[a] * row + vector[a] * delta[a];
        }
        return Math.sqrt(Math.max(0, sum));
    }

    /** The matrix of the size; the identity for a ball. */
    double[][] metric() {
        int p = labels.size();
        double[][] a = new double[p][p];
        for (int i = 0; i < p; i++) {
            for (int j = 0; j < p; j++) {
                a[i][j] = metric == null ? (i == j ? 1 : 0) : metric[i][j];
            }
        }
        return a;
    }

    double[] vector() {
        return vector.clone();
    }

    double[] lower() {
        return lower.clone();
    }

    double[] upper() {
        return upper.clone();
    }

    boolean frozen(int a) {
        return frozen[a];
    }

    List<LinearLimit> linear() {
        return List.copyOf(limits);
    }

    List<String> limits() {
        return limits.stream().map(LinearLimit::name).toList();
    }

    int sign() {
        return sign;
    }
}
