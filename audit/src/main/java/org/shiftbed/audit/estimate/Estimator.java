package org.shiftbed.audit.estimate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be told about the loss of one model under the declared shifts from one table of units. Made once; regressions are fitted
 * when it is made. Deltas are in the order of {@link Parameters#labels()}.
 */
public final class Estimator {
    private final Units units;
    private final List<ShiftingVariable> variables;
    private final Parameters parameters;
    private final Nuisances nuisances;
    private final DensityRatio ratio;
    private final QuadraticLoss quadratic;

    /**
     * @param units the rows
     * @param variables what shifts; their arrays have one entry a unit
     * @param parameters of those variables
     * @param settings how nuisances are fitted
     */
    public Estimator(Units units, List<ShiftingVariable> variables, Parameters parameters, Settings settings) {
        this.units = units;
        this.variables = List.copyOf(variables);
        this.parameters = parameters;
        nuisances = new Nuisances(units, this.variables, settings);
        ratio = new DensityRatio(units, this.variables, nuisances);
        quadratic = parameters.tie(new Moments(units, this.variables, nuisances).quadratic());
    }

    /**
     * Q at one shift.
     *
     * @param value Q(delta)
     * @param standardError of Q(delta), nuisances included
     * @param oneStep the estimate without the nuisances' first-order bias
     */
    public record Taylor(double value, double standardError, double oneStep) {}

    /** L, g and H. */
    public QuadraticLoss quadratic() {
        return quadratic;
    }

    /** What the parameters are. */
    public Parameters parameters() {
        return parameters;
    }

    /** Q(delta) with its standard error (parametric-robustness 3.4). */
    public Taylor taylor(double[] delta) {
        Affine influence = influence(delta);
        return new Taylor(quadratic.at(delta), influence.standardError(units), influence.mean(units));
    }

    /** The influence of every row on Q(delta). */
    Affine influence(double[] delta) {
        return new Influence(units, variables, nuisances).at(projections(delta));
    }

    /** The loss at delta by weighted rows (parametric-robustness 3.5). */
    public ImportanceSampling importance(double[] delta) {
        return ImportanceSampling.of(units, logWeights(delta));
    }

    /** The logarithm of the density ratio of every unit. */
    public double[] logWeights(double[] delta) {
        return ratio.log(parameters.split(delta));
    }

    /**
     * The standard error of Q(delta) minus the weighted estimate, from the differences of the rows (parametric-robustness 5.2, item 3).
     */
    public double differenceError(double[] delta) {
        double[] log = logWeights(delta);
        ImportanceSampling sampling = ImportanceSampling.of(units, log);
        double top = java.util.Arrays.stream(log).max().orElse(0);
        double mean = 0;
        double[] w = new double[log.length];
        for (int u = 0; u < w.length; u++) {
            w[u] = Math.exp(log[u] - top);
            mean += w[u] * units.weight()[u];
        }
        mean /= units.total();
        Affine weighted = Affine.zero(w.length);
        for (int u = 0; u < w.length; u++) {
            weighted.beta()[u] = w[u] / mean;
            weighted.alpha()[u] = -w[u] / mean * sampling.selfNormalised();
        }
        return influence(delta).minus(weighted).standardError(units);
    }

    /** The third derivative of the loss along delta at no shift; null where a shift is not linear in its parameters. */
    public @Nullable Double thirdDerivative(double[] delta) {
        if (!variables.stream().allMatch(variable -> variable.form().linear())) {
            return null;
        }
        return ThirdOrder.derivative(units, variables, nuisances, projections(delta));
    }

    /** The second derivative on the way to delta; null where a family has no closed form. */
    public @Nullable PathCheck path(double[] delta) {
        if (!variables.stream().allMatch(variable -> variable.family().parametric())) {
            return null;
        }
        return PathCheck.of(units, variables, ratio, parameters.split(delta));
    }

    /** Whether the declared parents can be right. */
    public Factorisation factorisation() {
        return Factorisation.of(units, variables, nuisances, parameters.offset());
    }

    /** E[x x'], the information about the parameters in one row: a ball in this metric has twice the KL divergence of the shift as radius. */
    public double[][] information() {
        return Information.of(units, variables, nuisances, parameters);
    }

    /** Standard errors of the gradient, from the influence (l - m_i) x_i - g_i. */
    public double[] gradientErrors() {
        return GradientErrors.of(units, variables, nuisances, parameters);
    }

    /** Units whose parent pattern the training part of a fold lacked. */
    public int fallbacks() {
        return nuisances.fallbacks();
    }

    /** Features of parents that were dropped because they follow from others. */
    public int droppedFeatures() {
        return nuisances.dropped();
    }

    /** The rows. */
    public Units units() {
        return units;
    }

    private Projection[] projections(double[] delta) {
        double[][] own = parameters.split(delta);
        Projection[] projections = new Projection[own.length];
        for (int i = 0; i < own.length; i++) {
            projections[i] = new Projection(variables.get(i), nuisances, i, own[i]);
        }
        return projections;
    }
}
