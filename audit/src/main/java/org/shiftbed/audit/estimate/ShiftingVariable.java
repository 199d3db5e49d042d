package org.shiftbed.audit.estimate;

import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.family.ExponentialFamily;
import org.shiftbed.audit.form.ShiftForm;
import org.shiftbed.audit.nuisance.Features;
import org.shiftbed.audit.nuisance.Groups;

/**
 * A variable W that shifts given its parents Z, with its values in every unit.
 *
 * @param name as declared
 * @param family law of W given Z
 * @param form how the parameters enter
 * @param statistic T(w)
 * @param parents one array of values a parent
 * @param observed whether W and all parents are known in a unit; null where they are everywhere. A unit where they are not stays as it is
 *     under the shift and takes no part in this variable's regressions.
 * @param patterns the parent pattern of each unit, where all parents are discrete; one group where there are none; null otherwise
 * @param exact whether two units of one pattern have the same parents (false where patterns are bins of numbers)
 * @param features the parents as regressors
 * @param nominal E[T] that stands for the fitted one in the density ratio; null for the fitted one
 * @param scale what of family or form was fitted on the same rows
 */
public record ShiftingVariable(
        String name,
        ExponentialFamily family,
        ShiftForm form,
        Statistic statistic,
        double[][] parents,
        boolean @Nullable [] observed,
        @Nullable Groups patterns,
        boolean exact,
        Features features,
        double @Nullable [] nominal,
        Scale scale) {

    /** What of a variable was fitted on the rows, and is as uncertain as they are few. */
    public enum Scale {
        /** Nothing: the user stated it, or there is nothing to state. */
        KNOWN,
        /** The family's conditional covariance: the pooled one of the residuals. */
        SPREAD,
        /** The mean and sd that the form stands on: those of all rows. */
        NOMINAL
    }

    /** A variable of a known scale. */
    public ShiftingVariable(
            String name,
            ExponentialFamily family,
            ShiftForm form,
            Statistic statistic,
            double[][] parents,
            boolean @Nullable [] observed,
            @Nullable Groups patterns,
            boolean exact,
            Features features,
            double @Nullable [] nominal) {
        this(name, family, form, statistic, parents, observed, patterns, exact, features, nominal, Scale.KNOWN);
    }

    /** With a statistic value by value, {@code unit * q + k}. */
    public ShiftingVariable(
            String name,
            ExponentialFamily family,
            ShiftForm form,
            double[] statistic,
            double[][] parents,
            boolean @Nullable [] observed,
            @Nullable Groups patterns,
            boolean exact,
            Features features,
            double @Nullable [] nominal) {
        this(
                name,
                family,
                form,
                Statistic.of(statistic, family.dimension()),
                parents,
                observed,
                patterns,
                exact,
                features,
                nominal);
    }

    /** q, the dimension of the statistic. */
    public int dimension() {
        return family.dimension();
    }

    /** Whether unit u takes part. */
    public boolean observes(int u) {
        return observed == null || observed[u];
    }

    /** The same where only these units take part. */
    public ShiftingVariable observing(boolean[] units) {
        return new ShiftingVariable(
                name, family, form, statistic, parents, units, patterns, exact, features, nominal, scale);
    }

    /** The same for some of the units. */
    ShiftingVariable select(int[] indices) {
        double[][] keptParents = new double[parents.length][];
        for (int j = 0; j < parents.length; j++) {
            keptParents[j] = Selected.of(parents[j], indices);
        }
        return new ShiftingVariable(
                name,
                family,
                form,
                statistic.select(indices),
                keptParents,
                observed == null ? null : Selected.of(observed, indices),
                patterns == null ? null : patterns.select(indices),
                exact,
                features.select(indices),
                nominal,
                scale);
    }

    /** The same with another law, form and statistic. */
    ShiftingVariable with(
            ExponentialFamily law, ShiftForm shift, Statistic values, double @Nullable [] moments, Scale fitted) {
        return new ShiftingVariable(
                name, law, shift, values, parents, observed, patterns, exact, features, moments, fitted);
    }

    /** Loads the parents of a unit. */
    void parents(int u, double[] z) {
        for (int j = 0; j < parents.length; j++) {
            z[j] = parents[j][u];
        }
    }
}
