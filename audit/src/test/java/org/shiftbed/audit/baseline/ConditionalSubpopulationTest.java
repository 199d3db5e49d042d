package org.shiftbed.audit.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shiftbed.audit.estimate.Units;
import org.shiftbed.audit.nuisance.Fitted;
import org.shiftbed.audit.nuisance.LeastSquares;
import org.shiftbed.audit.nuisance.Sample;

class ConditionalSubpopulationTest {

    /** The lab test with its exact probabilities as weights (parametric-robustness 7). */
    @ParameterizedTest
    @CsvSource({
        "0.1, 1.197494",
        "0.2, 1.197494",
        "0.2689, 1.197494",
        "0.4, 0.901722",
        "0.6, 0.699407",
        "0.8, 0.598249",
        "1, 0.537555"
    })
    void theLabTestHasTheValuesOfTheTable(double keep, double expected) {
        double low = 1 / (1 + Math.E);
        TestRows rows = new TestRows(
                new double[][] {{0, 0, 1, 1}, {0, 1, 0, 1}},
                new double[] {0.3132616875182228, 1.081725698375209, 1.3132616875182228, 0.27629187365129215},
                new double[] {(1 - low) / 2, low / 2, low / 2, (1 - low) / 2});
        Estimate found = new ConditionalSubpopulation(keep).discrete(rows.units(), rows.groups(0), rows.groups(1), 1);
        assertThat(found.loss()).isCloseTo(expected, within(5e-7));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.3, 0.5, 0.77, 1})
    void noShareOfTheLevelsIsWorse(double keep) {
        for (int seed = 0; seed < 10; seed++) {
            TestRows rows = rows(seed, 60);
            Units units = rows.units();
            Estimate found = new ConditionalSubpopulation(keep).discrete(units, rows.groups(0), rows.groups(1), 1);
            double[][] weight = new double[3][4];
            double[][] mean = new double[3][4];
            for (int r = 0; r < 60; r++) {
                int z = (int) rows.columns()[0][r];
                int w = (int) rows.columns()[1][r];
                weight[z][w] += rows.weight()[r];
                mean[z][w] += rows.weight()[r] * rows.loss()[r];
            }
            double total = 0;
            double sum = 0;
            for (int z = 0; z < 3; z++) {
                double own = 0;
                for (int w = 0; w < 4; w++) {
                    own += weight[z][w];
                    mean[z][w] /= Math.max(weight[z][w], 1e-300);
                }
                total += own;
                sum += mostOf(weight[z], mean[z], keep * own, 0) / keep;
            }
            assertThat(found.loss()).isCloseTo(sum / total, within(1e-12));
        }
    }

    /** The best of all orders in which levels can be filled: the vertices of the linear programme. */
    private static double mostOf(double[] weight, double[] mean, double left, int used) {
        double best = 0;
        boolean last = true;
        for (int w = 0; w < weight.length; w++) {
            if ((used >> w & 1) == 0 && left > 0) {
                double taken = Math.min(left, weight[w]);
                double gain = taken * mean[w] + mostOf(weight, mean, left - taken, used | 1 << w);
                best = last ? gain : Math.max(best, gain);
                last = false;
            }
        }
        return best;
    }

    @Test
    void aMetricOfWhichLessIsWorseIsTheMirrorImage() {
        TestRows rows = rows(3, 200);
        double[] turned =
                IntStream.range(0, 200).mapToDouble(r -> 1 - rows.loss()[r]).toArray();
        TestRows mirror = new TestRows(rows.columns(), turned, rows.weight());
        ConditionalSubpopulation half = new ConditionalSubpopulation(0.5);
        Estimate one = half.discrete(rows.units(), rows.groups(0), rows.groups(1), 1);
        Estimate other = half.discrete(mirror.units(), rows.groups(0), rows.groups(1), -1);
        assertThat(other.loss()).isCloseTo(1 - one.loss(), within(1e-12));
        assertThat(other.standardError()).isCloseTo(one.standardError(), within(1e-12));
        Estimate crossed = half.crossFitted(rows.units(), rows.groups(0), rows.groups(1), 1);
        Estimate crossedOther = half.crossFitted(mirror.units(), rows.groups(0), rows.groups(1), -1);
        assertThat(crossedOther.loss()).isCloseTo(1 - crossed.loss(), within(1e-12));
    }

    @Test
    void aRowOfWeightTwoIsTwoRows() {
        TestRows rows = rows(4, 80);
        ConditionalSubpopulation some = new ConditionalSubpopulation(0.3);
        TestRows all = rows.repeated();
        assertThat(some.discrete(rows.units(), rows.groups(0), rows.groups(1), 1)
                        .loss())
                .isCloseTo(
                        some.discrete(all.units(), all.groups(0), all.groups(1), 1)
                                .loss(),
                        within(1e-12));
    }

    /** 300 samples of the lab test: the spread of the estimates is what the standard error says, and cross-fitting leaves no bias. */
    @Test
    void theStandardErrorIsTheSpreadOfTheEstimates() {
        SplittableRandom random = new SplittableRandom(12);
        ConditionalSubpopulation keep = new ConditionalSubpopulation(0.4);
        int trials = 300;
        double[] plain = new double[trials];
        double[] crossed = new double[trials];
        double error = 0;
        for (int t = 0; t < trials; t++) {
            TestRows rows = labTest(random, 800);
            Units units = rows.units();
            Estimate one = keep.discrete(units, rows.groups(0), rows.groups(1), 1);
            plain[t] = one.loss();
            crossed[t] =
                    keep.crossFitted(units, rows.groups(0), rows.groups(1), 1).loss();
            error += one.standardError() / trials;
        }
        assertThat(error / sd(plain)).isBetween(0.85, 1.15);
        assertThat(mean(crossed)).isCloseTo(0.9017217043481536, within(4 * sd(crossed) / Math.sqrt(trials)));
    }

    /** W given Z is normal with mean z, and the loss is W with noise: half of it above the median has mean z + 0.798. */
    @Test
    void aGaussianVariableWithAContinuousParentHasItsClosedForm() {
        SplittableRandom random = new SplittableRandom(9);
        int n = 20_000;
        double[] z = new double[n];
        double[] w = new double[n];
        double[] l = new double[n];
        for (int r = 0; r < n; r++) {
            z[r] = normal(random);
            w[r] = 0.7 * z[r] + normal(random);
            l[r] = w[r] + 0.3 + 0.5 * normal(random);
        }
        Units units = new TestRows(new double[][] {z, w}, l, TestRows.ones(n)).units();
        Sample sample = new Sample(units.weight(), units.fold(), units.folds(), null);
        Fitted mean = new LeastSquares(new double[][] {z, w}, 0, sample).fit(l);
        LeastSquares onParents = new LeastSquares(new double[][] {z}, 0, sample);
        for (double keep : new double[] {0.2, 0.5, 0.8}) {
            double quantile = new NormalDistribution().inverseCumulativeProbability(1 - keep);
            double above = new NormalDistribution().density(quantile) / keep;
            Estimate worst = new ConditionalSubpopulation(keep).general(units, mean, onParents, 1);
            assertThat(worst.loss()).isCloseTo(0.3 + above, within(5 * worst.standardError()));
            Estimate best = new ConditionalSubpopulation(keep).general(units, mean, onParents, -1);
            assertThat(best.loss()).isCloseTo(0.3 - above, within(5 * best.standardError()));
            assertThat(worst.standardError()).isBetween(0.005, 0.03);
        }
    }

    @Test
    void aLossThatTheVariableDoesNotChangeStaysAsItIs() {
        SplittableRandom random = new SplittableRandom(2);
        int n = 5_000;
        double[] z = IntStream.range(0, n).mapToDouble(r -> normal(random)).toArray();
        double[] l =
                IntStream.range(0, n).mapToDouble(r -> z[r] + normal(random)).toArray();
        Units units = new TestRows(new double[][] {z}, l, TestRows.ones(n)).units();
        Sample sample = new Sample(units.weight(), units.fold(), units.folds(), null);
        LeastSquares onParents = new LeastSquares(new double[][] {z}, 0, sample);
        Estimate found = new ConditionalSubpopulation(0.5).general(units, onParents.fit(l), onParents, 1);
        assertThat(found.loss()).isCloseTo(mean(l), within(2 * found.standardError()));
    }

    private static TestRows labTest(SplittableRandom random, int n) {
        double[] loss = new double[] {0.3132616875182228, 1.081725698375209, 1.3132616875182228, 0.27629187365129215};
        double[] y = new double[n];
        double[] o = new double[n];
        double[] l = new double[n];
        for (int r = 0; r < n; r++) {
            y[r] = random.nextInt(2);
            o[r] = random.nextDouble() < 1 / (1 + Math.exp(1 - 2 * y[r])) ? 1 : 0;
            l[r] = loss[(int) (2 * y[r] + o[r])] + 0.3 * normal(random);
        }
        return new TestRows(new double[][] {y, o}, l, TestRows.ones(n));
    }

    private static TestRows rows(int seed, int n) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] z = IntStream.range(0, n).mapToDouble(r -> random.nextInt(3)).toArray();
        double[] w = IntStream.range(0, n).mapToDouble(r -> random.nextInt(4)).toArray();
        double[] l = IntStream.range(0, n)
                .mapToDouble(r -> w[r] * z[r] + random.nextDouble())
                .toArray();
        double[] weight =
                IntStream.range(0, n).mapToDouble(r -> 1 + random.nextInt(3)).toArray();
        return new TestRows(new double[][] {z, w}, l, weight);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    private static double sd(double[] values) {
        double mean = mean(values);
        double sum = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
        return Math.sqrt(sum / (values.length - 1));
    }

    static double normal(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }
}
