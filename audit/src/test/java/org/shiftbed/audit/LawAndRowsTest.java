package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.estimate.LawAndRows;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.Effect;
import org.shiftbed.audit.result.Verdict.Grade;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.data.table.TableScan;

/** Rows that do not follow the law by which a shift is told. */
class LawAndRowsTest {
    private static final double STEP = 1e-4;

    private static double[] draw(long seed, int n, ToDoubleFunction<SplittableRandom> law) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] values = new double[n];
        Arrays.setAll(values, r -> law.applyAsDouble(random));
        return values;
    }

    private static AuditSpec spec(ShiftSpec shift) {
        return AuditSpec.of(LossSpec.column("loss"), shift)
                .withWeight("omega")
                .withBudget(BudgetSpec.ball(1))
                .withEstimation(EstimationSpec.standard().withBootstrap(0).withCrossFit(false));
    }

    private static Object[] flat(double[] w, double[] weights) {
        SplittableRandom random = new SplittableRandom(99);
        double[] z = new double[w.length];
        double[] x = new double[w.length];
        double[] loss = new double[w.length];
        for (int r = 0; r < w.length; r++) {
            z[r] = r % 3 == 0 ? 1 : 0;
            x[r] = random.nextDouble();
            loss[r] = 0.1 * w[r] + 0.3 * Rows.normal(random);
        }
        return new Object[] {"w", w, "z", z, "x", x, "loss", loss, "omega", weights};
    }

    private static double[] ones(int n) {
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        return ones;
    }

    private static Prepared prepared(AuditSpec spec, double[] w, double[] weights) {
        try (TableScan scan = TableScan.of(Rows.of(flat(w, weights)), Map.of())) {
            return Preparation.of(scan, spec, LossSource.of(spec, scan), false);
        }
    }

    private static LawAndRows at(AuditSpec spec, double[] w, double[] weights, double... delta) {
        return prepared(spec, w, weights)
                .estimator(1, 0)
                .lawAndRows(0, List.of(0), delta)
                .get(0);
    }

    private static void compare(AuditSpec spec, double[] w, double... delta) {
        double[] weights = ones(w.length);
        LawAndRows found = at(spec, w, weights, delta);
        double unit = found.law()[0] - found.before()[0];
        double squares = 0;
        for (int r = 0; r < w.length; r++) {
            weights[r] = 1 + STEP;
            LawAndRows above = at(spec, w, weights, delta);
            weights[r] = 1 - STEP;
            LawAndRows below = at(spec, w, weights, delta);
            weights[r] = 1;
            // In the units of the column, or of the statistic where those are as they were: a fitted sd changes both.
            double slope = (inUnits(spec, w, above, r, 1 + STEP) - inUnits(spec, w, below, r, 1 - STEP)) / (2 * STEP);
            squares += slope * slope;
        }
        double n = w.length;
        assertThat(unit).isNotZero();
        assertThat(found.errors()[0] / Math.sqrt(squares * n / (n - 1))).isCloseTo(1, within(2e-5));
    }

    /** rows - law in multiples of the sd of all rows with unit weights. */
    private static double inUnits(AuditSpec spec, double[] w, LawAndRows one, int row, double weight) {
        boolean fitted = spec.shifts().get(0).family() != null
                && "gaussian".equals(spec.shifts().get(0).family());
        double scale = 1;
        if (fitted) {
            double[] weights = ones(w.length);
            double plain = sd(spec, w, weights);
            weights[row] = weight;
            scale = sd(spec, w, weights) / plain;
        }
        return (one.rows()[0] - one.law()[0]) * scale;
    }

    /** Residual sd, given z where it is a parent. */
    private static double sd(AuditSpec spec, double[] w, double[] weights) {
        boolean given = !spec.shifts().get(0).given().isEmpty();
        double[][] sums = new double[2][2];
        for (int r = 0; r < w.length; r++) {
            int z = given && r % 3 == 0 ? 1 : 0;
            sums[z][0] += weights[r];
            sums[z][1] += weights[r] * w[r];
        }
        double squares = 0;
        for (int r = 0; r < w.length; r++) {
            int z = given && r % 3 == 0 ? 1 : 0;
            double e = w[r] - sums[z][1] / sums[z][0];
            squares += weights[r] * e * e;
        }
        return Math.sqrt(squares / Arrays.stream(weights).sum());
    }

    @Test
    void theErrorOfTheirDifferenceKnowsWhatWasFitted() {
        double[] normal = draw(3, 120, Rows::normal);
        double[] skewed = draw(4, 120, random -> -Math.log(1 - random.nextDouble()));
        double[] counts = draw(5, 120, random -> Math.floor(random.nextDouble() * 5));
        ShiftSpec gaussian = ShiftSpec.of("w").withFamily("gaussian");
        compare(spec(gaussian), normal, 0.7);
        compare(spec(gaussian), skewed, 0.7);
        compare(spec(gaussian.given("z")), skewed, 0.7, -0.5);
        compare(spec(ShiftSpec.of("w").withFamily("poisson")), counts, 0.4);
        compare(spec(ShiftSpec.of("w").withFamily("exponential")), skewed, 0.3);
    }

    @Test
    void rowsThatFollowTheirLawAreLeftAlone() {
        AuditSpec spec = spec(ShiftSpec.of("w").withFamily("gaussian"));
        int apart = 0;
        for (int table = 0; table < 200; table++) {
            apart += at(spec, draw(1000 + table, 400, Rows::normal), ones(400), 0.8)
                            .apart(1)
                    ? 1
                    : 0;
        }
        assertThat(apart).isLessThanOrEqualTo(2);
    }

    @Test
    void onAverageTooTheyAreLeftAloneWhereTheyFollowTheirLaw() {
        AuditSpec spec = spec(ShiftSpec.of("w").withFamily("gaussian").given("x"));
        int apart = 0;
        double squares = 0;
        for (int table = 0; table < 100; table++) {
            LawAndRows one = prepared(spec, draw(2000 + table, 400, Rows::normal), ones(400))
                    .estimator(1, 0)
                    .lawAndRows(0, new double[] {0.4});
            apart += one.apart(1) ? 1 : 0;
            squares += Math.pow((one.rows()[0] - one.law()[0]) / one.errors()[0], 2) / 100;
        }
        assertThat(apart).isLessThanOrEqualTo(1);
        // Of honest errors the mean square is near 1.
        assertThat(squares).isBetween(0.6, 1.6);
    }

    @Test
    void aSkewedColumnIsToldByItsRowsAndNeverCalledGood() {
        double[] w = draw(6, 3000, random -> -5 * Math.log(1 - random.nextDouble()));
        AuditResult result = Audit.run(
                spec(ShiftSpec.of("w").withFamily("gaussian")), Rows.of(flat(w, ones(3000))), "rows", Beside.nothing());
        double s = Rows.at(result, 1).estimate().delta()[0] / sd(spec(ShiftSpec.of("w")), w, ones(3000));
        double sum = 0;
        double weights = 0;
        for (double value : w) {
            sum += Math.exp(s * value) * value;
            weights += Math.exp(s * value);
        }
        Effect effect = Rows.at(result, 1).effects().get(0);
        assertThat(effect.weighted()).isCloseTo(sum / weights, within(1e-9 * sum / weights));
        assertThat(effect.sentence()).contains("over weighted rows, not");
        assertThat(Rows.at(result, 1).estimate().verdict().grade()).isNotEqualTo(Grade.GOOD);
        assertThat(Rows.at(result, 1).estimate().verdict().reasons().get(0))
                .startsWith("The rows do not follow the gaussian law of 'w': the mean of w is ");
    }

    @Test
    void residualsOnALineAreChecked() {
        double[] w = draw(7, 2000, random -> -Math.log(1 - random.nextDouble()));
        double[] normal = draw(8, 2000, Rows::normal);
        AuditSpec spec = spec(ShiftSpec.of("w").withFamily("gaussian").given("x"));
        assertThat(prepared(spec, w, ones(2000))
                        .estimator(1, 0)
                        .lawAndRows(0, new double[] {0.7})
                        .misses(1))
                .isTrue();
        assertThat(prepared(spec, normal, ones(2000))
                        .estimator(1, 0)
                        .lawAndRows(0, new double[] {0.7})
                        .misses(1))
                .isFalse();
    }
}
