package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.Direction;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.RatioMetric;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.data.table.TableScan;

/**
 * The standard error of a ratio's estimate minus weighted rows, against the infinitesimal jackknife: each row's weight is moved a little, and numerator,
 * denominator and laws are estimated anew.
 */
class RatioDifferenceTest {
    private static final int ROWS = 160;
    private static final double STEP = 1e-4;

    private static Map<String, double[]> columns() {
        SplittableRandom random = new SplittableRandom(5);
        Map<String, double[]> columns = new LinkedHashMap<>();
        for (String name : List.of("y", "p", "o", "omega")) {
            columns.put(name, new double[ROWS]);
        }
        for (int r = 0; r < ROWS; r++) {
            double y = random.nextDouble() < 0.4 ? 1 : 0;
            double o = random.nextDouble() < 0.3 + 0.4 * y ? 1 : 0;
            double[] row = {y, random.nextDouble() < 0.2 + 0.4 * y + 0.2 * o ? 1 : 0, o, 1};
            int j = 0;
            for (double[] column : columns.values()) {
                column[r] = row[j++];
            }
        }
        return columns;
    }

    private static RatioOfAverages metric(AuditSpec spec, Map<String, double[]> columns) {
        Object[] flat = columns.entrySet().stream()
                .flatMap(column -> Stream.of(column.getKey(), column.getValue()))
                .toArray();
        try (TableScan scan = TableScan.of(Rows.of(flat), Map.of())) {
            Prepared prepared = Preparation.of(scan, spec, LossSource.of(spec, scan), false);
            return new RatioOfAverages(
                    prepared.estimator(1, 0), prepared.estimator(0, 1), rho -> prepared.estimator(1, -rho));
        }
    }

    private static double difference(AuditSpec spec, Map<String, double[]> columns, double[] delta) {
        RatioOfAverages metric = metric(spec, columns);
        return metric.taylor(delta).value() - metric.importance(delta).selfNormalised();
    }

    private static void compare(RatioMetric ratio, ShiftSpec shift, double... delta) {
        AuditSpec spec = AuditSpec.of(LossSpec.ratio(ratio, "y", "p"), shift)
                .withWorse(Direction.SMALLER)
                .withWeight("omega")
                .withEstimation(EstimationSpec.standard()
                        .withBootstrap(0)
                        .withCrossFit(false)
                        .withCentring(EstimationSpec.Centring.NONE));
        Map<String, double[]> columns = columns();
        double[] weights = java.util.Objects.requireNonNull(columns.get("omega"));
        double squares = 0;
        for (int r = 0; r < ROWS; r++) {
            weights[r] = 1 + STEP;
            double above = difference(spec, columns, delta);
            weights[r] = 1 - STEP;
            double below = difference(spec, columns, delta);
            weights[r] = 1;
            double slope = (above - below) / (2 * STEP);
            squares += slope * slope;
        }
        double expected = Math.sqrt(squares * ROWS / (ROWS - 1));
        assertThat(metric(spec, columns).differenceError(delta) / expected).isCloseTo(1, within(1e-5));
    }

    @Test
    void aPrecisionWhoseDenominatorMoves() {
        compare(RatioMetric.PRECISION, ShiftSpec.of("o"), 1.1);
    }

    @Test
    void aPrecisionGivenTheLabel() {
        compare(RatioMetric.PRECISION, ShiftSpec.of("o").given("y"), 0.9, -0.7);
    }

    @Test
    void aRecallWhoseDenominatorMoves() {
        compare(RatioMetric.RECALL, ShiftSpec.of("o"), -0.8);
    }
}
