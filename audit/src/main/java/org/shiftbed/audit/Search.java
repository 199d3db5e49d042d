package org.shiftbed.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.worst.Box;
import org.shiftbed.audit.worst.Budget;
import org.shiftbed.audit.worst.Freezing;
import org.shiftbed.audit.worst.LinearLimit;
import org.shiftbed.audit.worst.LinearLimits;
import org.shiftbed.audit.worst.Quadratic;
import org.shiftbed.audit.worst.RadiusSolver;
import org.shiftbed.base.UserError;

/**
 * The declared budget brought to the solvers: names of parameters become positions, and a size that is no ball becomes one by a change of
 * coordinates where a box or limits hold as well.
 */
final class Search {
    /** Rounding of a shift that meets a limit exactly. */
    private static final double SLACK = 1e-9;

    private final ParameterNames names;
    private final boolean[] frozen;
    private final double[] lower;
    private final double[] upper;
    private final List<LinearLimit> limits = new ArrayList<>();
    private final ShiftSize size;
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
        names = new ParameterNames(labels, variables);
        this.sign = sign;
        int p = labels.size();
        frozen = new boolean[p];
        lower = new double[p];
        upper = new double[p];
        Arrays.fill(lower, Double.NEGATIVE_INFINITY);
        Arrays.fill(upper, Double.POSITIVE_INFINITY);
        for (String name : spec.freeze()) {
            names.positions("budget.freeze", name).forEach(a -> frozen[a] = true);
        }
        box(spec.box());
        for (org.shiftbed.audit.spec.LinearLimit limit : spec.limits()) {
            limits.add(limit(limit));
        }
        size = ShiftSize.of(spec.size(), names, information, errors);
    }

    /** That the box leaves no room for no shift at all, in a sentence; empty where it does. */
    String away() {
        List<String> held = IntStream.range(0, lower.length)
                .filter(a -> lower[a] > 0 || upper[a] < 0)
                .mapToObj(a -> "'" + names.labels().get(a) + "'")
                .toList();
        return held.isEmpty()
                ? ""
                : "The box holds " + String.join(", ", held)
                        + " away from 0, so that no shift at all is none of this budget; changes are told against it all the same.";
    }

    /** A limit as a user would write it, with the labels of its parameters. */
    private String words(org.shiftbed.audit.spec.LinearLimit limit) {
        StringBuilder terms = new StringBuilder();
        limit.coefficients().forEach((name, value) -> {
            double size = Math.abs(value);
            terms.append(terms.isEmpty() ? value < 0 ? "-" : "" : value < 0 ? " - " : " + ")
                    .append(size == 1 ? "" : number(size) + "*")
                    .append('[')
                    .append(names.labels()
                            .get(names.positions("budget.limits", name).get(0))
                            .replace("]", "]]"))
                    .append(']');
        });
        return terms + " <= " + number(limit.bound());
    }

    static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private void box(Map<String, BudgetSpec.Range> ranges) {
        BudgetSpec.Range all = ranges.get(ParameterNames.ALL);
        if (all != null) {
            Arrays.fill(lower, all.lower());
            Arrays.fill(upper, all.upper());
        }
        names.each("budget.box", ranges, (a, range) -> {
            lower[a] = range.lower();
            upper[a] = range.upper();
        });
        for (int a = 0; a < lower.length; a++) {
            if (!(lower[a] <= upper[a])) {
                throw new UserError("budget.box: '" + names.labels().get(a)
                        + "': the lower end must be at most the upper one, found " + number(lower[a]) + " and "
                        + number(upper[a]));
            }
            if (lower[a] == 0 && upper[a] == 0) {
                frozen[a] = true;
            }
        }
    }

    private LinearLimit limit(org.shiftbed.audit.spec.LinearLimit limit) {
        double[] c = new double[names.size()];
        limit.coefficients().forEach((name, value) -> {
            List<Integer> at = names.positions("budget.limits", name);
            if (at.size() > 1) {
                throw new UserError(
                        "budget.limits: '" + name + "' has " + at.size() + " parameters; name one of them, such as '"
                                + names.labels().get(at.get(0)) + "'");
            }
            c[at.get(0)] += value;
        });
        return new LinearLimit(words(limit), c, Double.NEGATIVE_INFINITY, limit.bound());
    }

    /** The gain of a quadratic model, larger being worse. */
    Quadratic gain(QuadraticLoss model) {
        int p = names.size();
        double[] g = new double[p];
        double[][] h = new double[p][p];
        for (int a = 0; a < p; a++) {
            g[a] = sign * model.gradient()[a];
            for (int b = 0; b < p; b++) {
                h[a][b] = sign * model.hessian()[a][b];
            }
        }
        return new Quadratic(g, h, names.labels());
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
        names = other.names;
        frozen = other.frozen.clone();
        lower = other.lower;
        upper = other.upper;
        limits.addAll(other.limits);
        size = other.size;
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
            return freezing.on(size.budget(), gain);
        }
        if (!size.isBall()) {
            return transformed(gain);
        }
        Budget budget = limits.isEmpty()
                ? new Box(lower, upper)
                : boxed
                        ? new LinearLimits(limits).and(new Box(lower, upper), names.labels())
                        : new LinearLimits(limits);
        return freezing.on(budget, gain);
    }

    private RadiusSolver transformed(Quadratic gain) {
        if (size.hasVector()) {
            throw new UserError(
                    "budget: an ellipsoid with a vector takes no box and no limits; leave the vector or them out");
        }
        List<LinearLimit> all = new ArrayList<>(limits);
        for (int k = 0; k < names.size(); k++) {
            if (!frozen[k] && (lower[k] > Double.NEGATIVE_INFINITY || upper[k] < Double.POSITIVE_INFINITY)) {
                double[] unit = new double[names.size()];
                unit[k] = 1;
                all.add(new LinearLimit(names.labels().get(k), unit, lower[k], upper[k]));
            }
        }
        return new EllipsoidAsBall(gain, size.metric(), frozen, all);
    }

    /** sqrt(d'Ad + b'd): how large a shift is. */
    double size(double[] delta) {
        return size.of(delta);
    }

    /** What is frozen or limited and a shift does not keep to, in words; its size is not looked at. */
    List<String> broken(double[] delta) {
        List<String> broken = new ArrayList<>();
        for (int a = 0; a < delta.length; a++) {
            String label = "[" + names.labels().get(a) + "]";
            double slack = SLACK * Math.max(1, Math.abs(delta[a]));
            if (frozen[a] && Math.abs(delta[a]) > slack) {
                broken.add(label + " is held at 0");
            } else if (delta[a] < lower[a] - slack) {
                broken.add(label + " >= " + number(lower[a]));
            } else if (delta[a] > upper[a] + slack) {
                broken.add(label + " <= " + number(upper[a]));
            }
        }
        for (LinearLimit limit : limits) {
            double sum = 0;
            double sizes = 1;
            for (int a = 0; a < delta.length; a++) {
                sum += limit.coefficients()[a] * delta[a];
                sizes += Math.abs(limit.coefficients()[a] * delta[a]);
            }
            if (sum > limit.upper() + SLACK * sizes || sum < limit.lower() - SLACK * sizes) {
                broken.add(limit.name());
            }
        }
        return broken;
    }

    /** The matrix of the size; the identity for a ball. */
    double[][] metric() {
        return size.metric();
    }

    double[] vector() {
        return size.vector();
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

    /** Whether there is nothing to search. */
    boolean allFrozen() {
        return frozen.length > 0 && IntStream.range(0, frozen.length).allMatch(a -> frozen[a]);
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
