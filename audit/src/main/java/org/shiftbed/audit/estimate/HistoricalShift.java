package org.shiftbed.audit.estimate;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.exception.MathIllegalArgumentException;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.RealVector;
import org.shiftbed.base.Seed;

/**
 * The shift that happened between two past tables, in the parameters of the audit (parametric-robustness 6): conditional means are fitted on the rows of
 * the first, and delta maximises the likelihood {@code sum s(z; delta)'T - K(mu(z), s(z; delta))} of the rows of the second, where K is the
 * family's cumulant function. For a Bernoulli variable with a parameter a pattern this is the difference of log-odds. Errors by bootstrap of
 * both tables.
 *
 * @param delta the fitted shift
 * @param unbounded a parameter for which the likelihood grows without end, because all rows of one table agree where it counts; -1 where there
 *     is none
 * @param replicates fitted on resampled tables; those without a maximum are left out
 */
public record HistoricalShift(double[] delta, int unbounded, double[][] replicates) {
    private static final int ROUNDS = 100;

    /** A Newton step that has become this small has arrived; a likelihood without a maximum keeps steps near 1. */
    private static final double ARRIVED = 1e-4;

    /** From here on Newton's steps are taken whole. */
    private static final double SURE = 1e-5;

    /**
     * @param units both tables, one after the other or mixed
     * @param later whether a unit belongs to the second table
     * @param variables what shifts, over the units of both
     * @param parameters of those variables
     * @param settings of the regressions; folds are not used
     * @param count how many replicates
     * @param seed names the draw
     */
    public static HistoricalShift of(
            Units units,
            boolean[] later,
            List<ShiftingVariable> variables,
            Parameters parameters,
            Settings settings,
            int count,
            Seed seed) {
        // There is no loss here, so that nothing has to be centred for a pair of variables.
        Settings whole = new Settings(
                settings.mode(), settings.degree(), settings.penalty(), Settings.CrossFit.OFF, Settings.Centring.NONE);
        Fit found = fit(units, later, variables, parameters, whole);
        double[][] replicates = IntStream.range(0, count)
                .parallel()
                .mapToObj(r -> fit(resample(units, seed.child("history", r)), later, variables, parameters, whole))
                .filter(drawn -> drawn.unbounded() < 0)
                .map(Fit::delta)
                .toArray(double[][]::new);
        return new HistoricalShift(found.delta(), found.unbounded(), replicates);
    }

    private record Fit(double[] delta, int unbounded) {}

    /**
     * Every row drawn Poisson(1) times; a cell of n rows of weight 1 thus gets a Poisson(n) weight. Where there are clusters, a unit is a row, and
     * the rows of a cluster are drawn together.
     */
    private static Units resample(Units units, Seed seed) {
        double[] weight = new double[units.size()];
        long key = seed.key();
        long counter = 0;
        boolean clustered = units.cluster().length > 0;
        for (int u = 0; u < weight.length; u++) {
            long drawn = 0;
            for (long row = 0; row < units.count()[u]; row++) {
                drawn += Bootstrap.poisson(key, clustered ? units.cluster()[u] : counter++);
            }
            weight[u] = units.weight()[u] * drawn / units.count()[u];
        }
        return weighted(units, weight);
    }

    private static Units weighted(Units units, double[] weight) {
        double[] none = new double[units.size()];
        return new Units(
                weight,
                none,
                none,
                none,
                none,
                none,
                units.count(),
                units.fold(),
                units.folds(),
                units.cluster(),
                units.rows());
    }

    private static Fit fit(
            Units units, boolean[] later, List<ShiftingVariable> variables, Parameters parameters, Settings settings) {
        double[] before = units.weight().clone();
        for (int u = 0; u < before.length; u++) {
            before[u] = later[u] ? 0 : before[u];
        }
        Nuisances nuisances = Nuisances.ofMeans(weighted(units, before), variables, settings);
        DensityRatio ratio = DensityRatio.ofLaws(units, variables, nuisances);
        int p = parameters.size();
        double[] delta = new double[p];
        double value = likelihood(units, later, ratio.log(parameters.split(delta)));
        int unbounded = -1;
        for (int round = 0; round < ROUNDS; round++) {
            double[] g = new double[p];
            double[][] h = new double[p][p];
            derivatives(units, later, variables, parameters, ratio, delta, g, h);
            RealVector step;
            try {
                step = newton(g, h);
            } catch (MathIllegalArgumentException e) {
                // No row of the later table tells anything of any parameter.
                unbounded = 0;
                break;
            }
            unbounded = step.getLInfNorm() < ARRIVED ? -1 : largest(step);
            if (step.getLInfNorm() < SURE) {
                // The likelihood is too flat here to tell better from worse; Newton's steps are not.
                for (int a = 0; a < p; a++) {
                    delta[a] += step.getEntry(a);
                }
                if (step.getLInfNorm() < 1e-13) {
                    break;
                }
                continue;
            }
            double size = 1;
            boolean moved = false;
            for (int halving = 0; halving < 40 && !moved; halving++) {
                double[] tried = delta.clone();
                for (int a = 0; a < p; a++) {
                    tried[a] += size * step.getEntry(a);
                }
                double there = likelihood(units, later, ratio.log(parameters.split(tried)));
                if (there > value) {
                    delta = tried;
                    value = there;
                    moved = true;
                } else {
                    size /= 2;
                }
            }
            if (!moved) {
                break;
            }
        }
        return new Fit(delta, unbounded);
    }

    private static int largest(RealVector step) {
        int largest = 0;
        for (int a = 1; a < step.getDimension(); a++) {
            largest = Math.abs(step.getEntry(a)) > Math.abs(step.getEntry(largest)) ? a : largest;
        }
        return largest;
    }

    /** A pattern without a later row has no information: a floor keeps its parameter where it is. */
    private static RealVector newton(double[] g, double[][] h) {
        double scale = 0;
        for (int a = 0; a < g.length; a++) {
            scale = Math.max(scale, Math.abs(h[a][a]));
        }
        double[][] m = new double[g.length][];
        for (int a = 0; a < g.length; a++) {
            m[a] = h[a].clone();
            for (int b = 0; b < g.length; b++) {
                m[a][b] = -m[a][b];
            }
            m[a][a] += 1e-9 * Math.max(scale, 1e-300);
        }
        return new LUDecomposition(new Array2DRowRealMatrix(m, false))
                .getSolver()
                .solve(new ArrayRealVector(g, false));
    }

    private static double likelihood(Units units, boolean[] later, double[] log) {
        double sum = 0;
        for (int u = 0; u < log.length; u++) {
            if (later[u] && units.weight()[u] > 0) {
                sum += units.weight()[u] * log[u];
            }
        }
        return sum;
    }

    private static void derivatives(
            Units units,
            boolean[] later,
            List<ShiftingVariable> variables,
            Parameters parameters,
            DensityRatio ratio,
            double[] delta,
            double[] g,
            double[][] h) {
        double[][] own = parameters.split(delta);
        for (int i = 0; i < own.length; i++) {
            int[] place = parameters.places(i);
            ScoreChanges changes = new ScoreChanges(variables.get(i), ratio, i, own[i], place, h);
            ScoreSums sums = new ScoreSums(changes.scores(), place, g);
            for (int u = 0; u < units.size(); u++) {
                double weight = units.weight()[u];
                if (later[u] && weight != 0 && variables.get(i).observes(u)) {
                    changes.scores().load(u);
                    sums.add(weight);
                    changes.add(weight);
                }
            }
            sums.finish();
            changes.finish();
        }
    }

    /** Covariance of the replicates, p rows of p; NaN where there are fewer than two. */
    public double[][] covariance() {
        int p = delta.length;
        if (replicates.length < 2) {
            double[][] unknown = new double[p][p];
            for (double[] row : unknown) {
                Arrays.fill(row, Double.NaN);
            }
            return unknown;
        }
        double[] mean = new double[p];
        for (double[] replicate : replicates) {
            for (int a = 0; a < p; a++) {
                mean[a] += replicate[a] / replicates.length;
            }
        }
        double[][] covariance = new double[p][p];
        for (double[] replicate : replicates) {
            for (int a = 0; a < p; a++) {
                for (int b = 0; b < p; b++) {
                    covariance[a][b] += (replicate[a] - mean[a]) * (replicate[b] - mean[b]) / (replicates.length - 1);
                }
            }
        }
        return covariance;
    }
}
