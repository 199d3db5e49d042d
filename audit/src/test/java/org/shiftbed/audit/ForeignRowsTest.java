package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.estimate.Estimator;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.Verdict;
import org.shiftbed.audit.result.Verdict.Grade;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.data.table.Table;
import org.shiftbed.data.table.TableScan;

/** Rows that are not those of the law, or of the regression, on which estimate and weighted rows rest. */
class ForeignRowsTest {
    private static final int ROWS = 3000;

    private static AuditSpec spec(ShiftSpec shift) {
        return AuditSpec.of(LossSpec.column("loss"), shift)
                .withBudget(BudgetSpec.ball(1))
                .withEstimation(EstimationSpec.standard().withBootstrap(0));
    }

    private static Estimator estimator(AuditSpec spec, Table table) {
        try (TableScan scan = TableScan.of(table, Map.of())) {
            return Preparation.of(scan, spec, LossSource.of(spec, scan), false).estimator(1, 0);
        }
    }

    /** x given g is Gaussian, in one group twice as wide. */
    private static Table groups(double wide) {
        SplittableRandom random = new SplittableRandom(17);
        double[] g = new double[ROWS];
        double[] x = new double[ROWS];
        double[] loss = new double[ROWS];
        for (int r = 0; r < ROWS; r++) {
            g[r] = random.nextDouble() < 0.3 ? 1 : 0;
            x[r] = (g[r] == 1 ? wide : 1) * Rows.normal(random);
            loss[r] = 0.2 * x[r] * x[r] + g[r];
        }
        return Rows.of("g", g, "x", x, "loss", loss);
    }

    @Test
    void weightsOfGroupsThatDifferInSpreadLeaveTheGroupsAsTheyAre() {
        AuditSpec spec = spec(ShiftSpec.of("x").withFamily("gaussian").given("g"));
        Table table = groups(2);
        double[] delta = {0.3, 0.4};
        double[] g = table.doubles("g");
        double[] x = table.doubles("x");
        double[] loss = table.doubles("loss");
        double squares = 0;
        double[] sums = new double[2];
        double[] counts = new double[2];
        for (int r = 0; r < ROWS; r++) {
            sums[(int) g[r]] += x[r];
            counts[(int) g[r]]++;
        }
        for (int r = 0; r < ROWS; r++) {
            squares += Math.pow(x[r] - sums[(int) g[r]] / counts[(int) g[r]], 2);
        }
        double sd = Math.sqrt(squares / ROWS);
        double[][] tilted = new double[2][2];
        for (int r = 0; r < ROWS; r++) {
            double w = Math.exp(delta[(int) g[r]] * x[r] / sd);
            tilted[(int) g[r]][0] += w;
            tilted[(int) g[r]][1] += w * loss[r];
        }
        double expected = 0;
        for (int k = 0; k < 2; k++) {
            expected += counts[k] / ROWS * tilted[k][1] / tilted[k][0];
        }
        assertThat(estimator(spec, table).importance(delta).selfNormalised()).isCloseTo(expected, within(1e-9));
    }

    @Test
    void theLawNormalisesTheWeightsOfRowsThatFollowIt() {
        AuditSpec spec = spec(ShiftSpec.of("x").withFamily("gaussian").given("g"));
        assertThat(estimator(spec, groups(1))
                        .importance(new double[] {0.3, 0.4})
                        .meanWeight())
                .isNotCloseTo(1, within(1e-9));
    }

    /** O given a number x. */
    private static Table coin(long seed, DoubleUnaryOperator logit) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] x = new double[ROWS];
        double[] v = new double[ROWS];
        double[] o = new double[ROWS];
        double[] loss = new double[ROWS];
        for (int r = 0; r < ROWS; r++) {
            x[r] = Rows.normal(random);
            v[r] = Rows.normal(random);
            o[r] = random.nextDouble() < Rows.sigmoid(logit.applyAsDouble(x[r])) ? 1 : 0;
            loss[r] = random.nextDouble() < 0.1 + 0.3 * o[r] ? 1 : 0;
        }
        return Rows.of("x", x, "v", v, "o", o, "loss", loss);
    }

    private static Verdict verdict(Table table, ShiftSpec shift) {
        AuditResult result = Rows.run(spec(shift), table);
        return Rows.at(result, 1).estimate().verdict();
    }

    @Test
    void aRegressionThatDoesNotFitConfirmsNothing() {
        Verdict verdict =
                verdict(coin(3, x -> 1.5 * x * x - 2), ShiftSpec.of("o").given("x"));
        assertThat(verdict.grade()).isEqualTo(Grade.UNINFORMATIVE);
        assertThat(verdict.reasons().get(0))
                .startsWith("The regression of 'o' on x does not fit: where x is ")
                .contains("and the regression says");
    }

    @Test
    void aRegressionThatFitsIsLeftAlone() {
        for (int table = 0; table < 15; table++) {
            assertThat(verdict(
                                    coin(100 + table, x -> x - 0.5),
                                    ShiftSpec.of("o").given("x", "v"))
                            .reasons())
                    .noneMatch(reason -> reason.startsWith("The regression"));
        }
    }
}
