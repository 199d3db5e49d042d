package org.shiftbed.audit.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.audit.estimate.Units;
import org.shiftbed.audit.nuisance.Fitted;
import org.shiftbed.audit.nuisance.GroupMeans;
import org.shiftbed.audit.nuisance.Sample;

class MarginalDroTest {
    private static final int CELLS = 5;

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.35, 0.5, 0.9, 1})
    void noLawOfADiscreteColumnIsWorse(double keep) {
        for (int seed = 0; seed < 10; seed++) {
            TestRows rows = rows(new SplittableRandom(seed), 120);
            Units units = rows.units();
            Estimate found = new MarginalDro(new JointCvar(keep)).worst(units, means(rows, units, 1), 1, 1);
            double[] share = new double[CELLS];
            double[] mean = new double[CELLS];
            double total = Arrays.stream(rows.weight()).sum();
            for (int r = 0; r < 120; r++) {
                int x = (int) rows.columns()[0][r];
                share[x] += rows.weight()[r] / total;
                mean[x] += rows.weight()[r] * rows.loss()[r] / total;
            }
            for (int x = 0; x < CELLS; x++) {
                mean[x] /= share[x];
            }
            assertThat(found.loss()).isCloseTo(mostOf(share, mean, keep, 0) / keep, within(1e-12));
            double chiSquare = new MarginalDro(new JointChiSquare(0.3))
                    .worst(units, means(rows, units, 1), 1, 1)
                    .loss();
            assertThat(chiSquare).isCloseTo(chiSquareByActiveSets(share, mean, 0.3), within(1e-10));
        }
    }

    private static double mostOf(double[] share, double[] mean, double left, int used) {
        double best = Double.NEGATIVE_INFINITY;
        for (int x = 0; x < share.length; x++) {
            if ((used >> x & 1) == 0) {
                double taken = Math.min(left, share[x]);
                double rest = left - taken <= 1e-15 ? 0 : mostOf(share, mean, left - taken, used | 1 << x);
                best = Math.max(best, taken * mean[x] + rest);
            }
        }
        return best == Double.NEGATIVE_INFINITY ? 0 : best;
    }

    /** The best over all sets of cells that keep a weight: on each, w is affine in the mean by Cauchy and Schwarz. */
    private static double chiSquareByActiveSets(double[] share, double[] mean, double rho) {
        double best = Double.NEGATIVE_INFINITY;
        for (int set = 1; set < 1 << share.length; set++) {
            double s = 0;
            double m = 0;
            double v = 0;
            for (int x = 0; x < share.length; x++) {
                if ((set >> x & 1) == 1) {
                    s += share[x];
                    m += share[x] * mean[x];
                }
            }
            m /= s;
            for (int x = 0; x < share.length; x++) {
                v += (set >> x & 1) == 1 ? share[x] / s * (mean[x] - m) * (mean[x] - m) : 0;
            }
            double room = s * (1 + rho) - 1;
            if (room < 0) {
                continue;
            }
            double slope = v == 0 ? 0 : Math.sqrt(room / v);
            boolean feasible = true;
            for (int x = 0; x < share.length; x++) {
                feasible &= (set >> x & 1) == 0 || 1 + slope * (mean[x] - m) >= 0;
            }
            best = feasible ? Math.max(best, m + slope * v) : best;
        }
        return best;
    }

    @Test
    void theStandardErrorIsTheSpreadOfTheEstimates() {
        SplittableRandom random = new SplittableRandom(77);
        int trials = 300;
        double[] found = new double[trials];
        double error = 0;
        for (int t = 0; t < trials; t++) {
            TestRows rows = new TestRows(rows(random, 600).columns(), new double[600], TestRows.ones(600));
            for (int r = 0; r < 600; r++) {
                rows.loss()[r] = rows.columns()[0][r] + ConditionalSubpopulationTest.normal(random);
            }
            Units units = rows.units();
            Estimate estimate = new MarginalDro(new JointCvar(0.5))
                    .worst(units, means(rows, units, units.folds()), units.folds(), 1);
            found[t] = estimate.loss();
            error += estimate.standardError() / trials;
        }
        double mean = Arrays.stream(found).average().orElseThrow();
        double sd =
                Math.sqrt(Arrays.stream(found).map(x -> (x - mean) * (x - mean)).sum() / (trials - 1));
        assertThat(error / sd).isBetween(0.85, 1.15);
        // Shares 1/15 to 5/15: the worst half is all of cell 4 and a half of a third of cell 3.
        double exact = (4 * 5.0 / 15 + 3 * 2.5 / 15) / 0.5;
        assertThat(mean).isCloseTo(exact, within(4 * sd / Math.sqrt(trials)));
    }

    @Test
    void theCorrectionTakesTheNoiseOfTheMeansAway() {
        // Pure noise in many small cells: the plain worst half of the cell means is far from 0, the corrected one is
        // not.
        SplittableRandom random = new SplittableRandom(5);
        int n = 4_000;
        double[] x = new double[n];
        double[] l = new double[n];
        for (int r = 0; r < n; r++) {
            x[r] = random.nextInt(400);
            l[r] = ConditionalSubpopulationTest.normal(random);
        }
        TestRows rows = new TestRows(new double[][] {x}, l, TestRows.ones(n));
        Units units = rows.units();
        Estimate plain = new MarginalDro(new JointCvar(0.5)).worst(units, means(rows, units, 1), 1, 1);
        assertThat(plain.loss()).isGreaterThan(0.2);
        Estimate crossed = new MarginalDro(new JointChiSquare(1)).worst(units, means(rows, units, 5), 5, 1);
        assertThat(crossed.standardError()).isNaN();
        double h = new MarginalDro(new JointCvar(0.5))
                .worst(units, means(rows, units, 5), 5, 1)
                .loss();
        double uncorrected = new JointCvar(0.5).worst(LossDistribution.of(fitted(rows, units)), 1);
        assertThat(h).isLessThan(uncorrected - 0.1);
    }

    @Test
    void mirrorImageAndWeights() {
        TestRows rows = rows(new SplittableRandom(6), 150);
        double[] turned = Arrays.stream(rows.loss()).map(l -> 1 - l).toArray();
        TestRows mirror = new TestRows(rows.columns(), turned, rows.weight());
        TestRows all = rows.repeated();
        for (JointBall ball : new JointBall[] {new JointCvar(0.4), new JointChiSquare(0.7), new JointKl(0.4)}) {
            MarginalDro marginal = new MarginalDro(ball);
            double one = marginal.worst(rows.units(), means(rows, rows.units(), 1), 1, 1)
                    .loss();
            assertThat(marginal.worst(mirror.units(), means(mirror, mirror.units(), 1), 1, -1)
                            .loss())
                    .isCloseTo(1 - one, within(1e-11));
            assertThat(marginal.worst(all.units(), means(all, all.units(), 1), 1, 1)
                            .loss())
                    .isCloseTo(one, within(1e-11));
        }
    }

    private static double[] fitted(TestRows rows, Units units) {
        double[] values = new double[units.size()];
        Fitted fitted = means(rows, units, 5);
        for (int u = 0; u < values.length; u++) {
            values[u] = fitted.at(u);
        }
        return values;
    }

    private static Fitted means(TestRows rows, Units units, int folds) {
        return new GroupMeans(rows.groups(0), new Sample(units.weight(), units.fold(), folds, null)).fit(rows.loss());
    }

    private static TestRows rows(SplittableRandom random, int n) {
        double[] x = new double[n];
        double[] l = new double[n];
        double[] weight = new double[n];
        for (int r = 0; r < n; r++) {
            int draw = random.nextInt(15);
            x[r] = draw < 1 ? 0 : draw < 3 ? 1 : draw < 6 ? 2 : draw < 10 ? 3 : 4;
            l[r] = Math.sin(3 * x[r]) + random.nextDouble();
            weight[r] = 1 + random.nextInt(3);
        }
        return new TestRows(new double[][] {x}, l, weight);
    }
}
