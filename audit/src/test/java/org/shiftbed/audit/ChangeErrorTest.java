package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shiftbed.audit.estimate.QuadraticLoss;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.result.Verdict.Grade;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.data.table.Column;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableScan;

/** The standard error of the change of the loss under a shift, from the differences of the rows. */
class ChangeErrorTest {
    private static final int ROWS = 60;
    private static final double STEP = 1e-4;
    private static final double[] DELTA = {0.7, -0.4, 0.5};

    private record Case(String name, AuditSpec spec, boolean clustered) {
        @Override
        public String toString() {
            return name;
        }
    }

    static AuditSpec of(LossSpec loss) {
        return AuditSpec.of(
                        loss,
                        ShiftSpec.of("A").withFamily("bernoulli"),
                        ShiftSpec.of("B").given("A"))
                .withEstimation(EstimationSpec.standard()
                        .withBootstrap(0)
                        .withCrossFit(false)
                        .withCentring(EstimationSpec.Centring.NONE))
                .withWeight("omega");
    }

    static Stream<Case> cases() {
        AuditSpec error = of(LossSpec.column("error"));
        AuditSpec ratio = of(LossSpec.ratioOfColumns("both", "counted"));
        return Stream.of(
                new Case("average", error, false),
                new Case("average of clusters", error.withCluster("household"), true),
                new Case("ratio", ratio, false),
                new Case("ratio of clusters", ratio.withCluster("household"), true));
    }

    static Metric metric(AuditSpec spec, Table rows, double[] omega) {
        List<Column> columns = new ArrayList<>();
        for (String name : List.of("A", "B", "error", "counted", "both", "household")) {
            columns.add(new Column.Ints(name, rows.ints(name)));
        }
        columns.add(new Column.Doubles("omega", omega));
        try (TableScan scan = TableScan.of(new Table(columns), Map.of())) {
            Prepared prepared = Preparation.of(scan, spec, LossSource.of(spec, scan), false);
            return spec.loss().isRatio()
                    ? new RatioOfAverages(
                            prepared.estimator(1, 0), prepared.estimator(0, 1), rho -> prepared.estimator(1, -rho))
                    : new AverageMetric(prepared.estimator(1, 0));
        }
    }

    /** By the ratio of the two quadratic models where the metric is one, as the audit tells it. */
    private static double change(Metric metric) {
        if (metric instanceof RatioOfAverages ratio) {
            QuadraticLoss top = ratio.numerator().quadratic();
            QuadraticLoss bottom = ratio.denominator().quadratic();
            return top.at(DELTA) / bottom.at(DELTA) - top.loss() / bottom.loss();
        }
        return metric.quadratic().at(DELTA) - metric.quadratic().loss();
    }

    /** The weight of each row is moved a little and everything is estimated anew. */
    @ParameterizedTest
    @MethodSource("cases")
    void itIsThatOfTheInfinitesimalJackknife(Case one) {
        SplittableRandom random = new SplittableRandom(5);
        Table rows = TwoBinaries.draw(ROWS, 3, random);
        double[] omega = random.doubles(ROWS, 0.5, 1.5).toArray();
        double[] slopes = new double[one.clustered() ? ROWS / 3 : ROWS];
        for (int r = 0; r < ROWS; r++) {
            double own = omega[r];
            omega[r] = own + STEP;
            double above = change(metric(one.spec(), rows, omega));
            omega[r] = own - STEP;
            double below = change(metric(one.spec(), rows, omega));
            omega[r] = own;
            slopes[one.clustered() ? rows.ints("household")[r] : r] += (above - below) / (2 * STEP) * own;
        }
        double squares = 0;
        for (double slope : slopes) {
            squares += slope * slope;
        }
        double expected = Math.sqrt(one.clustered() ? squares : squares * ROWS / (ROWS - 1));
        double found = metric(one.spec(), rows, omega).taylor(DELTA).changeError();
        assertThat(found / expected).isBetween(1 - 1e-6, 1 + 1e-6);
    }

    @Test
    void withoutAShiftThereIsNoErrorOfTheChange() {
        Table rows = TwoBinaries.draw(ROWS, 3, new SplittableRandom(6));
        double[] omega = new SplittableRandom(7).doubles(ROWS, 0.5, 1.5).toArray();
        cases().forEach(one -> assertThat(
                        metric(one.spec(), rows, omega).taylor(new double[3]).changeError())
                .isLessThan(1e-9));
    }

    /** The change is far below the error of the level, which is mostly that of the loss without a shift. */
    @Test
    void aSmallShiftOfABinaryIsToldApartFromNone() {
        AuditResult result = Rows.run(
                AuditSpec.of(LossSpec.column("error"), ShiftSpec.of("B").given("A"))
                        .withBudget(BudgetSpec.ball(0.05, 0.1))
                        .withEstimation(EstimationSpec.standard().withBootstrap(0)),
                Rows.twoBinaries(21, 8000, Rows.NO_SHIFT));
        for (RadiusResult one : result.radii()) {
            double mean = result.loss().mean();
            assertThat(one.estimate().low()).isLessThan(mean);
            assertThat(one.estimate().value() - mean)
                    .isGreaterThan(10 * one.estimate().changeError());
            assertThat(one.honestChange()).isGreaterThan(10 * one.honestChangeError());
            assertThat(one.honest()).isLessThan(mean + 1.96 * one.honestError());
            assertThat(one.estimate().verdict().grade()).isEqualTo(Grade.GOOD);
        }
        assertThat(result.headline()).startsWith("Within radius 0.1, ").doesNotContain("but", "cannot be told");
    }
}
