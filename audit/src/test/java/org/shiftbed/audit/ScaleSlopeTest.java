package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.estimate.RowInfluence;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableScan;

/**
 * What a fitted scale adds to the influence, where the conditional variance does not cancel: a tilt that follows continuous parents, or means
 * of other folds. An audit with the covariance stated is Q as a function of the covariance, so that its slope is a difference of two such
 * audits; the influence of the fitted scale must be that slope times {@code r_a r_b - C_ab}.
 */
class ScaleSlopeTest {
    private static final int ROWS = 60;
    private static final double STEP = 1e-5;
    private static final Table TABLE = table();

    private record Case(String name, ShiftSpec[] shifts, EstimationSpec estimation, double... delta) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Table table() {
        SplittableRandom random = new SplittableRandom(5);
        double[] x = new double[ROWS];
        double[] v = new double[ROWS];
        double[] w = new double[ROWS];
        double[] loss = new double[ROWS];
        for (int r = 0; r < ROWS; r++) {
            x[r] = Rows.normal(random);
            v[r] = 0.5 * x[r] + (1 + 0.4 * x[r] * x[r]) * Rows.normal(random);
            w[r] = 1 + x[r] + 0.6 * v[r] + Math.exp(0.5 * Rows.normal(random)) * (1 + 0.5 * Math.abs(x[r]));
            loss[r] = 0.2 * w[r] * w[r] + 0.3 * x[r] * x[r] * x[r] - 0.3 * v[r] * w[r] + Rows.normal(random);
        }
        return Rows.of("x", x, "v", v, "w", w, "loss", loss);
    }

    static Stream<Case> cases() {
        ShiftSpec w = ShiftSpec.of("w").withFamily("gaussian").given("x");
        ShiftSpec both = ShiftSpec.of("v", "w").withFamily("gaussian-vector").given("x");
        ShiftSpec v = ShiftSpec.of("v").withFamily("gaussian");
        EstimationSpec plain = EstimationSpec.standard().withBootstrap(0).withNuisance(EstimationSpec.Nuisance.LINEAR);
        EstimationSpec whole = plain.withCrossFit(false);
        EstimationSpec folds = plain.withCrossFit(true);
        return Stream.of(
                new Case("linear", of(w.withForm("linear")), whole, 0.7, 0.6),
                new Case("linear, raw", of(w.withForm("linear").withOption("unit", "raw")), whole, 0.7, 0.6),
                new Case("linear, out of fold", of(w.withForm("linear")), folds, 0.7, 0.6),
                new Case("constant, out of fold", of(w.withForm("constant")), folds, 0.9),
                new Case("curved", of(w.withForm("d0*(1 + x) + 0.4*d0^2*x")), whole, 0.6),
                new Case("beside another", of(v, w.withForm("linear")), folds, 0.5, 0.7, 0.6),
                new Case("vector in sd", of(both.withForm("linear")), whole, 0.9, -0.6, 0.3, 0.4),
                new Case(
                        "vector whitened",
                        of(both.withForm("linear").withOption("unit", "whiten")),
                        folds,
                        0.9,
                        -0.6,
                        0.3,
                        0.4));
    }

    private static ShiftSpec[] of(ShiftSpec... shifts) {
        return shifts;
    }

    private static Estimator estimator(Case one, ShiftSpec last) {
        ShiftSpec[] shifts = one.shifts().clone();
        shifts[shifts.length - 1] = last;
        AuditSpec spec = AuditSpec.of(LossSpec.column("loss"), shifts).withEstimation(one.estimation());
        try (TableScan scan = TableScan.of(TABLE, Map.of())) {
            return Preparation.of(scan, spec, LossSource.of(spec, scan), false).estimator(1, 0);
        }
    }

    private static ShiftSpec stated(ShiftSpec shift, double[][] covariance) {
        return covariance.length == 1
                ? shift.withOption("sd", Math.sqrt(covariance[0][0]))
                : shift.withOption(
                        "covariance",
                        List.of(
                                List.of(covariance[0][0], covariance[0][1]),
                                List.of(covariance[1][0], covariance[1][1])));
    }

    private static double[] residuals(String column) {
        OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
        regression.newSampleData(
                TABLE.doubles(column),
                Arrays.stream(TABLE.doubles("x"))
                        .mapToObj(x -> new double[] {x})
                        .toArray(double[][]::new));
        return regression.estimateResiduals();
    }

    private static double[][] moved(double[][] covariance, int a, int b, double step) {
        double[][] moved = Arrays.stream(covariance).map(double[]::clone).toArray(double[][]::new);
        moved[a][b] += step;
        moved[b][a] = moved[a][b];
        return moved;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theInfluenceOfAFittedScaleIsTheSlopeOfAuditsWithStatedScales(Case one) {
        ShiftSpec shift = one.shifts()[one.shifts().length - 1];
        List<String> columns = shift.columns();
        int q = columns.size();
        double[][] residuals = columns.stream().map(ScaleSlopeTest::residuals).toArray(double[][]::new);
        double[][] covariance = new double[q][q];
        for (int a = 0; a < q; a++) {
            for (int b = 0; b < q; b++) {
                for (int r = 0; r < ROWS; r++) {
                    covariance[a][b] += residuals[a][r] * residuals[b][r] / ROWS;
                }
            }
        }
        Estimator fitted = estimator(one, shift);
        Estimator known = estimator(one, stated(shift, covariance));
        assertThat(known.quadratic().at(one.delta()))
                .isCloseTo(fitted.quadratic().at(one.delta()), within(1e-10));
        double[] expected = new double[ROWS];
        for (int a = 0; a < q; a++) {
            for (int b = 0; b <= a; b++) {
                double step = STEP * Math.sqrt(covariance[a][a] * covariance[b][b]);
                double above = estimator(one, stated(shift, moved(covariance, a, b, step)))
                        .quadratic()
                        .at(one.delta());
                double below = estimator(one, stated(shift, moved(covariance, a, b, -step)))
                        .quadratic()
                        .at(one.delta());
                for (int r = 0; r < ROWS; r++) {
                    expected[r] += (above - below)
                            / (2 * step)
                            * (residuals[a][r] * residuals[b][r] - covariance[a][b])
                            / ROWS;
                }
            }
        }
        double largest = Arrays.stream(expected).map(Math::abs).max().orElseThrow();
        assertThat(largest).isGreaterThan(1e-4);
        double[] loss = TABLE.doubles("loss");
        for (int r = 0; r < ROWS; r++) {
            double found = RowInfluence.slope(fitted, one.delta(), r, loss[r])
                    - RowInfluence.slope(known, one.delta(), r, loss[r]);
            assertThat(found).as("row " + r).isCloseTo(expected[r], within(1e-6 * largest));
        }
    }
}
