package org.shiftbed.audit.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DivergenceBallsTest {
    private static final List<JointBall> BALLS = List.of(
            new JointCvar(0.37),
            new JointCvar(1),
            new JointChiSquare(0.3),
            new JointChiSquare(4),
            new JointKl(0.2),
            new JointKl(2));

    @Test
    void cvarIsTheMeanOfTheWorstRowsWithAPartOfTheOneOnTheEdge() {
        LossDistribution losses = LossDistribution.of(new double[] {3, 1, 4, 1, 5});
        assertThat(new JointCvar(0.2).largest(losses)).isCloseTo(5, within(1e-15));
        assertThat(new JointCvar(0.5).largest(losses)).isCloseTo((5 + 4 + 0.5 * 3) / 2.5, within(1e-15));
        assertThat(new JointCvar(1).largest(losses)).isCloseTo(14.0 / 5, within(1e-15));
        assertThat(new JointCvar(0.5).worst(losses, -1)).isCloseTo((1 + 1 + 0.5 * 3) / 2.5, within(1e-15));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.2, 0.5, 0.9, 1})
    void cvarIsTheMinimumOfItsDual(double keep) {
        LossDistribution losses = losses(17, 60);
        double dual = convexMinimum(e -> e + mean(losses, l -> Math.max(l - e, 0)) / keep, -10, 60);
        assertThat(new JointCvar(keep).largest(losses)).isCloseTo(dual, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.5, 1, 2, 5, 10})
    void chiSquareIsTheMinimumOfItsDual(double rho) {
        for (int seed = 0; seed < 5; seed++) {
            LossDistribution losses = losses(seed, 150);
            double dual = convexMinimum(
                    e -> Math.sqrt((1 + rho) * mean(losses, l -> Math.pow(Math.max(l - e, 0), 2))) + e, -300, 60);
            assertThat(new JointChiSquare(rho).largest(losses)).isCloseTo(dual, within(1e-9 * Math.abs(dual)));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.1, 0.5, 1, 2, 4})
    void klIsTheMinimumOfItsDual(double rho) {
        for (int seed = 0; seed < 5; seed++) {
            LossDistribution losses = losses(seed, 150);
            double top = losses.values()[losses.values().length - 1];
            double dual = convexMinimum(
                    tau -> tau * rho + top + tau * Math.log(mean(losses, l -> Math.exp((l - top) / tau))), 1e-3, 1e3);
            assertThat(new JointKl(rho).largest(losses)).isCloseTo(dual, within(1e-9 * Math.abs(dual)));
        }
    }

    /** No duality here: the best of all laws on three losses, the linear gain pushed to the border of the ball by bisection. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.3, 1, 3, 10})
    void noLawInTheBallIsWorseAndOneIsAsBad(double rho) {
        SplittableRandom random = new SplittableRandom(4);
        for (int trial = 0; trial < 10; trial++) {
            double[] p = normalised(0.1 + random.nextDouble(), 0.1 + random.nextDouble(), 0.1 + random.nextDouble());
            double[] l = {random.nextDouble(), 1 + random.nextDouble(), 2.1 + random.nextDouble()};
            LossDistribution losses = new LossDistribution(l, p);
            double chiSquare = bestOfThree(p, l, q -> divergence(p, q, w -> (w - 1) * (w - 1)), rho);
            assertThat(new JointChiSquare(rho).largest(losses)).isCloseTo(chiSquare, within(1e-8));
            double kl = bestOfThree(p, l, q -> divergence(p, q, w -> w == 0 ? 0 : w * Math.log(w)), rho);
            assertThat(new JointKl(rho).largest(losses)).isCloseTo(kl, within(1e-8));
        }
    }

    @Test
    void chiSquareIsMeanPlusDeviationsWhileNoWeightIsNegative() {
        LossDistribution losses = losses(3, 200);
        double mean = losses.mean();
        double sd = Math.sqrt(mean(losses, l -> (l - mean) * (l - mean)));
        double rho = Math.pow(sd / (mean - losses.values()[0]), 2) * 0.999;
        assertThat(new JointChiSquare(rho).largest(losses)).isCloseTo(mean + Math.sqrt(rho) * sd, within(1e-12));
        double beyond = 9 * rho;
        assertThat(new JointChiSquare(beyond).largest(losses)).isGreaterThan(mean + 1e-3);
        assertThat(new JointChiSquare(beyond).largest(losses)).isLessThan(mean + Math.sqrt(beyond) * sd - 1e-4);
    }

    @Test
    void aSmallKlBallIsASmallStepAlongTheLoss() {
        LossDistribution losses = losses(5, 200);
        double mean = losses.mean();
        double sd = Math.sqrt(mean(losses, l -> (l - mean) * (l - mean)));
        for (double rho : new double[] {1e-6, 1e-9, 1e-13, 1e-16, 1e-17, 1e-20}) {
            double step = new JointKl(rho).largest(losses) - mean;
            // The next term is of order rho times the skewness.
            assertThat(step).isCloseTo(sd * Math.sqrt(2 * rho), within(5 * rho * sd + 1e-15 * Math.abs(mean)));
        }
    }

    @Test
    void nothingIsWorseThanTheWorstRow() {
        LossDistribution losses = LossDistribution.of(new double[] {0, 1, 1, 2, 7});
        for (double rho : new double[] {4, 5, 1e6}) {
            assertThat(new JointChiSquare(rho).largest(losses)).isCloseTo(7, within(1e-12));
        }
        assertThat(new JointChiSquare(3.9).largest(losses)).isLessThan(6.99);
        assertThat(new JointKl(Math.log(5)).largest(losses)).isCloseTo(7, within(1e-12));
        assertThat(new JointKl(Math.log(5) * 0.999).largest(losses)).isBetween(6.9, 6.9999);
        assertThat(new JointKl(100).largest(losses)).isEqualTo(7);
    }

    @Test
    void withoutRoomTheAnswerIsTheMean() {
        LossDistribution losses = losses(8, 40);
        assertThat(new JointChiSquare(0).largest(losses)).isCloseTo(losses.mean(), within(1e-14));
        assertThat(new JointKl(0).largest(losses)).isCloseTo(losses.mean(), within(1e-14));
        assertThat(new JointCvar(1).largest(losses)).isCloseTo(losses.mean(), within(1e-13));
        LossDistribution one = LossDistribution.of(new double[] {2.5, 2.5, 2.5});
        for (JointBall ball : BALLS) {
            assertThat(ball.worst(one, 1)).as(ball.toString()).isCloseTo(2.5, within(1e-15));
        }
    }

    @Test
    void aMetricOfWhichLessIsWorseIsTheMirrorImage() {
        double[] l = losses(9, 80).values();
        LossDistribution losses = LossDistribution.of(l);
        LossDistribution turned =
                LossDistribution.of(Arrays.stream(l).map(x -> 1 - x).toArray());
        for (JointBall ball : BALLS) {
            assertThat(ball.worst(turned, -1)).as(ball.toString()).isCloseTo(1 - ball.worst(losses, 1), within(1e-11));
        }
    }

    @Test
    void aRowOfWeightTwoIsTwoRows() {
        double[] l = {0.3, 1.7, 0.9, 0.3, 2.2};
        double[] weights = {2, 1, 3, 1, 2};
        double[] repeated = {0.3, 0.3, 1.7, 0.9, 0.9, 0.9, 0.3, 2.2, 2.2};
        for (JointBall ball : BALLS) {
            for (int sign : new int[] {1, -1}) {
                assertThat(ball.worst(LossDistribution.of(l, weights), sign))
                        .as(ball.toString())
                        .isCloseTo(ball.worst(LossDistribution.of(repeated), sign), within(1e-12));
            }
        }
    }

    @Test
    void equalLossesAreOneAndRowsOfNoWeightAreNone() {
        LossDistribution losses = LossDistribution.of(new double[] {2, 0.0, -0.0, 2, 9}, new double[] {1, 1, 1, 1, 0});
        assertThat(losses.values()).containsExactly(0, 2);
        assertThat(losses.shares()).containsExactly(0.5, 0.5);
        assertThatThrownBy(() -> LossDistribution.of(new double[] {1, Double.NaN}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("row 1");
        assertThatThrownBy(() -> LossDistribution.of(new double[] {1}, new double[] {0}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ballsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> new JointCvar(0)).hasMessageContaining("0.0");
        assertThatThrownBy(() -> new JointCvar(Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> new JointChiSquare(-1)).hasMessageContaining("-1.0");
        assertThatThrownBy(() -> new JointKl(Double.POSITIVE_INFINITY)).hasMessageContaining("Infinity");
        assertThatThrownBy(() -> new ConditionalSubpopulation(1.5)).hasMessageContaining("1.5");
    }

    static LossDistribution losses(int seed, int rows) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] l = IntStream.range(0, rows)
                .mapToDouble(r -> -Math.log(1 - random.nextDouble()) + random.nextInt(3))
                .toArray();
        double[] weights = IntStream.range(0, rows)
                .mapToDouble(r -> 0.2 + random.nextDouble())
                .toArray();
        return LossDistribution.of(l, weights);
    }

    private static double mean(LossDistribution losses, DoubleUnaryOperator of) {
        return IntStream.range(0, losses.values().length)
                .mapToDouble(j -> losses.shares()[j] * of.applyAsDouble(losses.values()[j]))
                .sum();
    }

    private static double[] normalised(double... p) {
        double total = Arrays.stream(p).sum();
        return Arrays.stream(p).map(x -> x / total).toArray();
    }

    private static double divergence(double[] p, double[] q, DoubleUnaryOperator f) {
        return IntStream.range(0, p.length)
                .mapToDouble(j -> p[j] * f.applyAsDouble(q[j] / p[j]))
                .sum();
    }

    private static double bestOfThree(double[] p, double[] l, ToDoubleFunction<double[]> divergence, double rho) {
        // The share of the middle loss, for the most of the highest that the ball leaves room for.
        DoubleUnaryOperator gain = middle -> {
            double from = (1 - middle) * p[2] / (p[0] + p[2]);
            if (divergence.applyAsDouble(new double[] {1 - middle - from, middle, from}) > rho) {
                return Double.NEGATIVE_INFINITY;
            }
            double most = border(
                    top -> divergence.applyAsDouble(new double[] {Math.max(0, 1 - middle - top), middle, top}) <= rho,
                    from,
                    1 - middle);
            return l[0] * (1 - middle - most) + l[1] * middle + l[2] * most;
        };
        double low = border(middle -> gain.applyAsDouble(middle) > Double.NEGATIVE_INFINITY, p[1], 0);
        double high = border(middle -> gain.applyAsDouble(middle) > Double.NEGATIVE_INFINITY, p[1], 1);
        return -convexMinimum(middle -> -gain.applyAsDouble(middle), low, high);
    }

    /** The last point from a towards b where a condition holds. */
    private static double border(DoublePredicate holds, double a, double b) {
        if (holds.test(b)) {
            return b;
        }
        double in = a;
        double out = b;
        for (int k = 0; k < 100; k++) {
            double half = (in + out) / 2;
            if (holds.test(half)) {
                in = half;
            } else {
                out = half;
            }
        }
        return in;
    }

    private static double convexMinimum(DoubleUnaryOperator f, double from, double to) {
        double low = from;
        double high = to;
        for (int k = 0; k < 200; k++) {
            double a = low + (high - low) / 3;
            double b = high - (high - low) / 3;
            if (f.applyAsDouble(a) <= f.applyAsDouble(b)) {
                high = b;
            } else {
                low = a;
            }
        }
        return f.applyAsDouble((low + high) / 2);
    }
}
