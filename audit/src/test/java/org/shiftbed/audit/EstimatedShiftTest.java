package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.result.RadiusResult.ShiftEstimate;
import org.shiftbed.audit.result.Verdict;
import org.shiftbed.audit.result.Verdict.Grade;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.data.table.Table;

/** The error that an estimated shift adds, against slopes by differences and a covariance with correlations. */
class EstimatedShiftTest {
    private static final double[] DELTA = {0.4, -0.3, 0.6};
    private static final double[][] COVARIANCE = {{0.04, 0.01, -0.02}, {0.01, 0.09, 0.03}, {-0.02, 0.03, 0.16}};

    private static Metric metric(LossSpec loss) {
        SplittableRandom random = new SplittableRandom(8);
        Table rows = TwoBinaries.draw(300, 3, random);
        return ChangeErrorTest.metric(
                ChangeErrorTest.of(loss), rows, random.doubles(300, 0.5, 1.5).toArray());
    }

    private static ShiftEstimate known(Metric metric) {
        Estimator.Taylor taylor = metric.taylor(DELTA);
        return new ShiftEstimate(
                DELTA,
                taylor.value(),
                taylor.standardError(),
                0,
                1,
                taylor.changeError(),
                taylor.oneStep(),
                0,
                1,
                metric.importance(DELTA),
                0.01,
                0.02,
                null,
                null,
                false,
                0.1,
                new Verdict(Grade.GOOD, List.of()));
    }

    /** sqrt(q'C q), with q by central differences. */
    private static double moves(ToDoubleFunction<double[]> value) {
        double step = 1e-5;
        double[] slope = new double[3];
        for (int a = 0; a < 3; a++) {
            double[] up = DELTA.clone();
            double[] down = DELTA.clone();
            up[a] += step;
            down[a] -= step;
            slope[a] = (value.applyAsDouble(up) - value.applyAsDouble(down)) / (2 * step);
        }
        double sum = 0;
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                sum += slope[a] * COVARIANCE[a][b] * slope[b];
            }
        }
        return Math.sqrt(sum);
    }

    @Test
    void averagesAndRatiosMoveWithTheShiftByTheirSlopes() {
        for (LossSpec loss : List.of(LossSpec.column("error"), LossSpec.ratioOfColumns("both", "counted"))) {
            Metric metric = metric(loss);
            ShiftEstimate known = known(metric);
            ShiftEstimate wide = new EstimatedShift(DELTA, COVARIANCE, new double[0][])
                    .widen(known, metric, new QuadraticLoss[0], 0.95);
            double moves = moves(delta -> metric.taylor(delta).value());
            double weighted = moves(delta -> metric.importance(delta).selfNormalised());
            assertThat(moves).isGreaterThan(0.01);
            assertThat(wide.standardError()).isCloseTo(Math.hypot(known.standardError(), moves), within(1e-9));
            assertThat(wide.changeError()).isCloseTo(Math.hypot(known.changeError(), moves), within(1e-9));
            assertThat(wide.importance().seSelfNormalised())
                    .isCloseTo(Math.hypot(known.importance().seSelfNormalised(), weighted), within(1e-8));
            assertThat((wide.high() - wide.low()) / 2)
                    .isCloseTo(1.959963984540054 * wide.standardError(), within(1e-12));
            assertThat(wide.bootstrapLow()).isNaN();
        }
    }

    /** Replicates of rows that all say the same leave the spread of the shift alone; of 39, the ends of 95% are the first and the last. */
    @Test
    void resamplingPairsReplicatesOfRowsAndOfTheShift() {
        Metric metric = metric(LossSpec.column("error"));
        QuadraticLoss model = metric.quadratic();
        double[][] drawn = new double[39][];
        for (int r = 0; r < drawn.length; r++) {
            drawn[r] = new double[] {0.4 + 0.01 * (r - 19), -0.3, 0.6};
        }
        QuadraticLoss[] same = new QuadraticLoss[39];
        Arrays.fill(same, model);
        ShiftEstimate wide = new EstimatedShift(DELTA, COVARIANCE, drawn).widen(known(metric), metric, same, 0.95);
        double low = model.at(new double[] {0.21, -0.3, 0.6});
        double high = model.at(new double[] {0.59, -0.3, 0.6});
        assertThat(wide.bootstrapLow()).isCloseTo(Math.min(low, high), within(1e-12));
        assertThat(wide.bootstrapHigh()).isCloseTo(Math.max(low, high), within(1e-12));
    }

    @Test
    void aShiftOfUnknownErrorHasNoInterval() {
        Metric metric = metric(LossSpec.column("error"));
        double nan = Double.NaN;
        ShiftEstimate wide = new EstimatedShift(
                        DELTA, new double[][] {{nan, nan, nan}, {nan, nan, nan}, {nan, nan, nan}}, new double[0][])
                .widen(known(metric), metric, new QuadraticLoss[0], 0.95);
        assertThat(wide.low()).isNaN();
        assertThat(wide.high()).isNaN();
        assertThat(wide.value()).isEqualTo(known(metric).value());
    }
}
