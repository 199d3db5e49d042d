package org.shiftbed.audit.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.nuisance.GroupMeans;

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
    private final Settings settings;

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
        this.settings = settings;
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
     * @param changeError standard error of Q(delta) - L, from the differences t - l of the rows: what both share is no error of the change
     */
    public record Taylor(double value, double standardError, double oneStep, double changeError) {}

    /** The estimator of some of the units: a fold, or what a fold leaves. Fitted scales are fitted anew. */
    public Estimator select(int[] indices) {
        return selected(units, indices);
    }

    private Estimator selected(Units from, int[] indices) {
        Units kept = from.select(indices);
        return new Estimator(
                kept,
                variables.stream()
                        .map(variable -> ScaleRefit.of(kept, variable.select(indices), settings))
                        .toList(),
                parameters,
                settings);
    }

    /**
     * The same variables with other sums: another loss, or the weights of a bootstrap replicate. Units of weight 0 are left out, and fitted
     * scales are fitted anew.
     */
    public Estimator with(Units other) {
        int[] kept = IntStream.range(0, other.size())
                .filter(u -> other.weight()[u] > 0)
                .toArray();
        if (kept.length < other.size()) {
            return selected(other, kept);
        }
        return new Estimator(
                other,
                variables.stream()
                        .map(variable -> ScaleRefit.of(other, variable, settings))
                        .toList(),
                parameters,
                settings);
    }

    /** What shifts. */
    public List<ShiftingVariable> variables() {
        return variables;
    }

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
        Affine loss = Affine.zero(units.size());
        Arrays.fill(loss.beta(), 1);
        return new Taylor(
                quadratic.at(delta),
                influence.standardError(units),
                influence.mean(units),
                influence.minus(loss).standardError(units));
    }

    /** The influence of every row on Q(delta), that of fitted scales included. */
    Affine influence(double[] delta) {
        Projection[] projections = projections(delta);
        Affine t = new Influence(units, variables, nuisances).at(projections);
        if (ScaleInfluence.needed(variables)) {
            new ScaleInfluence(units, variables, nuisances, settings).add(parameters.split(delta), projections, 1, t);
        }
        return t;
    }

    /**
     * Standard errors at a shift that was itself solved from the rows.
     *
     * @param value of Q
     * @param change of Q minus the loss without a shift
     * @param weighted of the self-normalised weighted loss
     * @param difference of Q minus the weighted loss
     */
    public record Errors(double value, double change, double weighted, double difference) {}

    /** The errors of {@link #taylor} and {@link #importance} where delta follows the rows; of the weighted loss all that was fitted is in it. */
    public Errors errors(double[] delta, ShiftInfluence shift) {
        Affine model = influence(delta, shift);
        Affine weighted = weightedInfluence(delta, shift);
        Affine loss = Affine.zero(units.size());
        Arrays.fill(loss.beta(), 1);
        return new Errors(
                model.standardError(units),
                model.minus(loss).standardError(units),
                weighted.standardError(units),
                model.minus(weighted).standardError(units));
    }

    /** The influence on Q where delta follows the rows. */
    Affine influence(double[] delta, ShiftInfluence shift) {
        Affine influence = influence(delta);
        shift.add(quadratic.gradientAt(delta), influence);
        return influence;
    }

    /** The influence on the weighted loss where delta follows the rows, fitted laws and scales included. */
    Affine weightedInfluence(double[] delta, ShiftInfluence shift) {
        Affine influence = weightedInfluence(delta);
        new WeightedScales(units, variables, ratio).add(parameters.split(delta), settings, influence);
        shift.add(weightedSlope(delta), influence);
        return influence;
    }

    /**
     * The parameters of a variable that its targets ask for.
     *
     * @param place where the targets stand, for the error
     * @param i which of the variables; it has patterns of parents, or none
     */
    public SolvedShift solved(String place, int i, List<SolvedShift.Goal> goals) {
        List<double[]> means = goals.stream()
                .map(goal -> {
                    double[] mean = new double[variables.get(i).dimension()];
                    ratio.mean(i, goal.unit(), mean);
                    return mean;
                })
                .toList();
        return SolvedShift.of(place, units, variables.get(i), means, goals, settings);
    }

    /**
     * How delta follows the rows where the shift is known in the units of the columns, as one that was measured on other tables is: it is told in
     * standard deviations of these rows, and of those there would be more if the rows varied less. Of forms in blocks of one parameter a component
     * of the statistic; other forms are taken as they stand.
     */
    public ShiftInfluence inColumnUnits(double[] delta) {
        return ShiftInfluence.inColumnUnits(units, variables, parameters, settings, delta);
    }

    /**
     * What law and rows of a variable say of a shift, pattern by pattern.
     *
     * @param i which of the variables; it has patterns of parents, or none
     * @param unit of each pattern one
     * @param own the variable's own parameters
     */
    public List<LawAndRows> lawAndRows(int i, List<Integer> unit, double[] own) {
        ShiftingVariable variable = variables.get(i);
        int q = variable.dimension();
        Scales scales = Scales.of(units, variable, settings);
        int[][] members = PatternTilt.members(variable, unit);
        double all = units.total();
        List<LawAndRows> found = new ArrayList<>();
        double[] z = new double[variable.parents().length];
        for (int g = 0; g < members.length; g++) {
            variable.parents(unit.get(g), z);
            double[] s = new double[q];
            variable.form().value(z, own, s);
            double[] mean = new double[q];
            ratio.mean(i, unit.get(g), mean);
            PatternTilt tilt = new PatternTilt(units, variable, members[g], all);
            found.add(LawAndRows.of(units, variable, tilt, mean, s, scales));
        }
        return found;
    }

    /** The same over all rows, where the parents are numbers of any kind. */
    public LawAndRows lawAndRows(int i, double[] own) {
        return LawAndRows.onAverage(units, variables.get(i), ratio, i, own, settings);
    }

    /** The loss at delta by weighted rows (parametric-robustness 3.5). */
    public ImportanceSampling importance(double[] delta) {
        return ImportanceSampling.of(units, logWeights(delta));
    }

    /** How many rows speak for the weighted sum of the losses at delta, {@code (sum w l)^2 / sum (w l)^2}: of a denominator those that count. */
    public double carrying(double[] delta) {
        return ImportanceSampling.carrying(units, logWeights(delta));
    }

    /** Whether the conditional means of a variable come from a regression on its parents, rather than from means of their patterns. */
    public boolean regressed(int i) {
        return !(nuisances.on(i) instanceof GroupMeans);
    }

    /** Whether that regression is a generalised linear one, whose mean is the law's. */
    public boolean generalised(int i) {
        return new Regressions(units, settings).generalised(variables.get(i));
    }

    /** In how many rows something moves at all: a variable with a value of it and of its parents. */
    public long movingRows() {
        long rows = 0;
        for (int u = 0; u < units.size(); u++) {
            int unit = u;
            rows += variables.stream().anyMatch(variable -> variable.observes(unit)) ? units.count()[u] : 0;
        }
        return rows;
    }

    /** The logarithm of the density ratio of every unit. */
    public double[] logWeights(double[] delta) {
        return ratio.log(parameters.split(delta));
    }

    /**
     * The standard error of Q(delta) minus the weighted estimate, from the differences of the rows' influences (parametric-robustness 5.2, item 3).
     * The laws by which rows are weighted are fitted on the same rows, as those of Q are: what both owe to that fit is no error of the difference, so
     * that it is in both influences. A fitted scale moves both estimates in the same way, and is taken for known.
     */
    public double differenceError(double[] delta) {
        return difference(delta).standardError(units);
    }

    /** The influence of every row on Q(delta) minus the weighted estimate. */
    Affine difference(double[] delta) {
        return plainInfluence(delta).minus(weightedInfluence(delta));
    }

    /** The influence of every row on Q(delta), scales taken for known. */
    Affine plainInfluence(double[] delta) {
        return new Influence(units, variables, nuisances).at(projections(delta));
    }

    /** The influence of every row on the weighted loss at delta, fitted laws included and scales taken for known. */
    Affine weightedInfluence(double[] delta) {
        return new WeightedInfluence(units, variables, nuisances, ratio).at(parameters.split(delta));
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

    /** The gradient of the self-normalised weighted loss at delta. */
    public double[] weightedSlope(double[] delta) {
        return expansion(delta).gradient();
    }

    /** The model of the weighted loss around delta. */
    WeightedExpansion expansion(double[] delta) {
        return WeightedExpansion.at(units, variables, parameters, ratio, delta);
    }

    /** The Kullback-Leibler divergence of the shifted law from the unshifted one, {@code E_delta[log w]} by self-normalised weights. */
    public double divergence(double[] delta) {
        double[] log = logWeights(delta);
        double top = Arrays.stream(log).max().orElse(0);
        double weights = 0;
        double sum = 0;
        for (int u = 0; u < log.length; u++) {
            double w = Math.exp(log[u] - top) * units.weight()[u];
            weights += w;
            sum += w * log[u];
        }
        return sum / weights;
    }

    /** How far delta may be stretched until a law leaves its family. */
    public SupportLimit support(double[] delta) {
        return SupportLimit.of(units, variables, nuisances, parameters.split(delta));
    }

    /** Whether the declared parents can be right. */
    public Factorisation factorisation() {
        return Factorisation.of(units, variables, nuisances, parameters.offset());
    }

    /** E[x x'], the information about the parameters in one row: a ball in this metric has twice the KL divergence of the shift as radius. */
    public double[][] information() {
        return Information.of(units, variables, nuisances, parameters);
    }

    /** Adds the part of fitted scales in the influence on entry a of the gradient: the odd part of that on Q along the parameter. */
    private void scaleOfGradient(ScaleInfluence scales, int a, Affine influence) {
        for (int sign : new int[] {1, -1}) {
            double[] delta = new double[parameters.size()];
            delta[a] = sign;
            scales.add(parameters.split(delta), projections(delta), sign / 2.0, influence);
        }
    }

    /** Standard errors of the gradient, from the influence (l - m_i) x_i - g_i and that of fitted scales. */
    public double[] gradientErrors() {
        if (!ScaleInfluence.needed(variables)) {
            return GradientErrors.of(units, variables, nuisances, parameters, (a, influence) -> {});
        }
        ScaleInfluence scales = new ScaleInfluence(units, variables, nuisances, settings);
        return GradientErrors.of(
                units, variables, nuisances, parameters, (a, influence) -> scaleOfGradient(scales, a, influence));
    }

    /** Units whose parent pattern the training part of a fold lacked. */
    public int fallbacks() {
        return nuisances.fallbacks();
    }

    /** How many numbers the largest regression on a variable's parents has estimated. */
    public int coefficients() {
        return nuisances.coefficients();
    }

    /** Features of parents that were dropped because they follow from others. */
    public int droppedFeatures() {
        return nuisances.dropped();
    }

    /** The rows. */
    public Units units() {
        return units;
    }

    /** The fitted conditional mean of the statistic of variable i at a unit, q values. */
    public void mean(int i, int u, double[] mean) {
        ratio.mean(i, u, mean);
    }

    /** The fitted conditional covariance of the statistic of variable i at a unit, q*q values. */
    public void covariance(int i, int u, double[] covariance) {
        for (int k = 0; k < covariance.length; k++) {
            covariance[k] = nuisances.covariance(i, k, u);
        }
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
