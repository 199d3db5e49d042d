package org.shiftbed.audit.family;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a family needs to know beside its name; {@link #of} begins with nothing but columns, and the {@code with…} methods add to it.
 *
 * @param columns the names of the columns of W, at least one
 * @param levels the names of a categorical variable's levels, whose values are their indices; empty where not categorical
 * @param reference the name of the level all others are compared with; null for the first
 * @param trials N of binomial and multinomial; NaN where not given
 * @param shape r of negative-binomial, shape of gamma and weibull; NaN where not given
 * @param minimum of pareto; NaN where not given
 * @param location of laplace; NaN where not given
 * @param unit {@code sd}, {@code raw} or {@code whiten}; null for {@code sd}
 * @param sd the conditional sd of a gaussian, of ln w of a log-normal; NaN where not given
 * @param covariance the conditional covariance of a gaussian vector, row-major; null where not given
 * @param statistic the expressions of a user statistic, separated by semicolons; null where not given
 */
public record FamilyOptions(
        List<String> columns,
        List<String> levels,
        @Nullable String reference,
        double trials,
        double shape,
        double minimum,
        double location,
        @Nullable String unit,
        double sd,
        double @Nullable [] covariance,
        @Nullable String statistic) {

    /** Keeps copies. */
    public FamilyOptions {
        columns = List.copyOf(columns);
        levels = List.copyOf(levels);
        covariance = covariance == null ? null : covariance.clone();
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("a variable has at least one column");
        }
    }

    /** Nothing but the names of the columns of W. */
    public static FamilyOptions of(String... columns) {
        double no = Double.NaN;
        return new FamilyOptions(List.of(columns), List.of(), null, no, no, no, no, null, no, null, null);
    }

    /** A copy of the covariance. */
    @Override
    public double @Nullable [] covariance() {
        return covariance == null ? null : covariance.clone();
    }

    /** With the names of the levels, in the order of their indices. */
    public FamilyOptions withLevels(List<String> names) {
        return new FamilyOptions(
                columns, names, reference, trials, shape, minimum, location, unit, sd, covariance, statistic);
    }

    /** With the level that all others are compared with. */
    public FamilyOptions withReference(@Nullable String level) {
        return new FamilyOptions(
                columns, levels, level, trials, shape, minimum, location, unit, sd, covariance, statistic);
    }

    /** With a number of trials. */
    public FamilyOptions withTrials(double n) {
        return new FamilyOptions(
                columns, levels, reference, n, shape, minimum, location, unit, sd, covariance, statistic);
    }

    /** With a shape. */
    public FamilyOptions withShape(double k) {
        return new FamilyOptions(
                columns, levels, reference, trials, k, minimum, location, unit, sd, covariance, statistic);
    }

    /** With a minimum. */
    public FamilyOptions withMinimum(double least) {
        return new FamilyOptions(
                columns, levels, reference, trials, shape, least, location, unit, sd, covariance, statistic);
    }

    /** With a location. */
    public FamilyOptions withLocation(double centre) {
        return new FamilyOptions(
                columns, levels, reference, trials, shape, minimum, centre, unit, sd, covariance, statistic);
    }

    /** With a unit: {@code sd}, {@code raw} or {@code whiten}. */
    public FamilyOptions withUnit(@Nullable String name) {
        return new FamilyOptions(
                columns, levels, reference, trials, shape, minimum, location, name, sd, covariance, statistic);
    }

    /** With a conditional standard deviation. */
    public FamilyOptions withSd(double deviation) {
        return new FamilyOptions(
                columns, levels, reference, trials, shape, minimum, location, unit, deviation, covariance, statistic);
    }

    /** With a conditional covariance, row-major. */
    public FamilyOptions withCovariance(double @Nullable [] matrix) {
        return new FamilyOptions(
                columns, levels, reference, trials, shape, minimum, location, unit, sd, matrix, statistic);
    }

    /** With the expressions of a user statistic. */
    public FamilyOptions withStatistic(@Nullable String expressions) {
        return new FamilyOptions(
                columns, levels, reference, trials, shape, minimum, location, unit, sd, covariance, expressions);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FamilyOptions that && asList().equals(that.asList());
    }

    @Override
    public int hashCode() {
        return asList().hashCode();
    }

    private List<Object> asList() {
        return Arrays.asList(
                columns,
                levels,
                Objects.toString(reference),
                trials,
                shape,
                minimum,
                location,
                Objects.toString(unit),
                sd,
                Arrays.toString(covariance),
                Objects.toString(statistic));
    }
}
