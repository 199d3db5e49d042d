package org.shiftbed.audit.spec;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which shifts are plausible (parametric-robustness 4.1 to 4.3): all delta that obey every part given here. Start from {@link #ball} or
 * another factory and restrict with the {@code with} methods.
 *
 * @param size how the size of a shift is measured
 * @param radii largest sizes, ascending, each a worst case of its own; empty: only box and limits bound the shift
 * @param box smallest and largest value of parameters, by label, by variable name for all parameters of a variable, or by {@code *} for all
 *     parameters not named
 * @param limits linear inequalities that hold as well
 * @param freeze labels of parameters, or names of variables, that stay at 0
 */
public record BudgetSpec(
        Size size, List<Double> radii, Map<String, Range> box, List<LinearLimit> limits, List<String> freeze) {
    /** The radii of a budget that names none. */
    public static final List<Double> DEFAULT_RADII = List.of(0.5, 1.0, 2.0, 4.0);

    public BudgetSpec {
        radii = List.copyOf(radii);
        box = Collections.unmodifiableMap(new LinkedHashMap<>(box));
        limits = List.copyOf(limits);
        freeze = List.copyOf(freeze);
    }

    /** How the size of a shift is measured. */
    public sealed interface Size {}

    /** The Euclidean norm of delta. */
    public record Ball() implements Size {}

    /**
     * The Euclidean norm of delta, each parameter divided by its own scale.
     *
     * @param scales positive, by label, by variable name, or by {@code *} for all parameters not named; 1 for others
     */
    public record Scaled(Map<String, Double> scales) implements Size {
        public Scaled {
            scales = Collections.unmodifiableMap(new LinkedHashMap<>(scales));
        }
    }

    /** sqrt(d'Ad) with A = E[x x'], the Fisher information: its square is about twice the Kullback-Leibler divergence. */
    public record Fisher() implements Size {}

    /** The norm of delta, each parameter divided by the standard error of its gradient entry. */
    public record StandardError() implements Size {}

    /**
     * d'Ad + b'd, held against the square of each radius.
     *
     * @param matrix A, symmetric positive semidefinite, a row a list, in the order of the parameters
     * @param vector b; empty: zero
     */
    public record Ellipsoid(List<List<Double>> matrix, List<Double> vector) implements Size {
        public Ellipsoid {
            matrix = matrix.stream().map(List::copyOf).toList();
            vector = List.copyOf(vector);
        }
    }

    /** Closed interval of one parameter; either end may be infinite. */
    public record Range(double lower, double upper) {}

    /** A ball at the default radii. */
    public static BudgetSpec standard() {
        return new BudgetSpec(new Ball(), DEFAULT_RADII, Map.of(), List.of(), List.of());
    }

    /** Balls of these radii. */
    public static BudgetSpec ball(double... radii) {
        return of(new Ball(), radii);
    }

    /** Shifts of at most these sizes. */
    public static BudgetSpec of(Size size, double... radii) {
        List<Double> list = Arrays.stream(radii).boxed().sorted().toList();
        return new BudgetSpec(size, list, Map.of(), List.of(), List.of());
    }

    /** Every parameter between two values, nothing else. */
    public static BudgetSpec box(double lower, double upper) {
        return new BudgetSpec(new Ball(), List.of(), Map.of("*", new Range(lower, upper)), List.of(), List.of());
    }

    /** The same with one more interval: for a label, a variable, or {@code *}. */
    public BudgetSpec withRange(String parameter, double lower, double upper) {
        Map<String, Range> more = new LinkedHashMap<>(box);
        more.put(parameter, new Range(lower, upper));
        return new BudgetSpec(size, radii, more, limits, freeze);
    }

    /** The same with these linear limits instead of those it has. */
    public BudgetSpec withLimits(List<LinearLimit> other) {
        return new BudgetSpec(size, radii, box, other, freeze);
    }

    /** The same with these parameters or variables at 0 instead of those it has. */
    public BudgetSpec withFreeze(List<String> names) {
        return new BudgetSpec(size, radii, box, limits, names);
    }

    /** The same at other radii. */
    public BudgetSpec withRadii(double... other) {
        List<Double> list = Arrays.stream(other).boxed().sorted().toList();
        return new BudgetSpec(size, list, box, limits, freeze);
    }
}
