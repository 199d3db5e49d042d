package org.shiftbed.audit.spec;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.family.Target;

/**
 * One variable whose mechanism shifts (parametric-robustness 6). Start from {@link #of} and refine with the {@code with} methods:
 * {@code ShiftSpec.of("ward").given("age").withBins("age", 40, 65)}.
 *
 * @param name of the variable in labels and tables; the column's where there is one
 * @param columns of the table that hold it: one, or the components of a vector
 * @param family name of the exponential family; null: inferred from the column
 * @param options of the family: {@code trials} (Long), {@code shape}, {@code minimum}, {@code location}, {@code sd} (Double), {@code covariance} (list
 *     of lists of Double), {@code unit} ({@code sd | raw | whiten}), {@code reference} (a level) and {@code statistic} as text
 * @param given the parents, in order
 * @param bins ascending cut points of parents that are numbers: value v falls into bin k where k cut points are at most v
 * @param form {@link #CONSTANT}, {@link #PER_VALUE}, {@link #LINEAR}, or an expression of parents and {@code d0, d1, …}; null:
 *     {@link #PER_VALUE} where every parent is a category or in bins, {@link #CONSTANT} otherwise
 * @param only patterns of parents that may move (of {@link #PER_VALUE}), each from parent to value; empty: all
 * @param tie a name that variables with common parameters share
 * @param targets shifts to evaluate beside the worst one, in plain terms
 */
public record ShiftSpec(
        String name,
        List<String> columns,
        @Nullable String family,
        Map<String, Object> options,
        List<String> given,
        Map<String, List<Double>> bins,
        @Nullable String form,
        List<Map<String, Object>> only,
        @Nullable String tie,
        List<Target> targets) {
    /** s = delta, whatever the parents are. */
    public static final String CONSTANT = "constant";
    /** A parameter of its own for every pattern of the parents. */
    public static final String PER_VALUE = "per-value";
    /** delta_0 + sum of delta_k Z_k. */
    public static final String LINEAR = "linear";

    public ShiftSpec {
        columns = List.copyOf(columns);
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        given = List.copyOf(given);
        bins = Collections.unmodifiableMap(new LinkedHashMap<>(bins));
        only = List.copyOf(only);
        targets = List.copyOf(targets);
    }

    /** A variable of one column, or a vector of several. */
    public static ShiftSpec of(String... columns) {
        return new ShiftSpec(
                String.join(", ", columns),
                List.of(columns),
                null,
                Map.of(),
                List.of(),
                Map.of(),
                null,
                List.of(),
                null,
                List.of());
    }

    /** The same under another name. */
    public ShiftSpec withName(String other) {
        return new ShiftSpec(other, columns, family, options, given, bins, form, only, tie, targets);
    }

    /** The same in a family. */
    public ShiftSpec withFamily(@Nullable String of) {
        return new ShiftSpec(name, columns, of, options, given, bins, form, only, tie, targets);
    }

    /** The same with one more option of the family. */
    public ShiftSpec withOption(String option, Object value) {
        return new ShiftSpec(name, columns, family, put(options, option, value), given, bins, form, only, tie, targets);
    }

    /** The same with these parents instead of those it has. */
    public ShiftSpec given(String... parents) {
        return new ShiftSpec(name, columns, family, options, List.of(parents), bins, form, only, tie, targets);
    }

    /** The same with a parent cut into bins at these points. */
    public ShiftSpec withBins(String parent, double... cuts) {
        List<Double> list = Arrays.stream(cuts).boxed().toList();
        return new ShiftSpec(name, columns, family, options, given, put(bins, parent, list), form, only, tie, targets);
    }

    /** The same with these cut points of parents instead of those it has. */
    public ShiftSpec withAllBins(Map<String, List<Double>> cuts) {
        return new ShiftSpec(name, columns, family, options, given, cuts, form, only, tie, targets);
    }

    /** The same with a form. */
    public ShiftSpec withForm(@Nullable String of) {
        return new ShiftSpec(name, columns, family, options, given, bins, of, only, tie, targets);
    }

    /** The same where only these patterns of the parents may move. */
    public ShiftSpec withOnly(List<Map<String, Object>> patterns) {
        return new ShiftSpec(name, columns, family, options, given, bins, form, patterns, tie, targets);
    }

    /** The same with parameters shared under a name. */
    public ShiftSpec withTie(@Nullable String group) {
        return new ShiftSpec(name, columns, family, options, given, bins, form, only, group, targets);
    }

    /** The same with these targets instead of those it has. */
    public ShiftSpec withTargets(List<Target> to) {
        return new ShiftSpec(name, columns, family, options, given, bins, form, only, tie, to);
    }

    private static <V> Map<String, V> put(Map<String, V> map, String key, V value) {
        Map<String, V> more = new LinkedHashMap<>(map);
        more.put(key, value);
        return more;
    }
}
