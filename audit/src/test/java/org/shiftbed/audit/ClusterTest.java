package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;

class ClusterTest {
    private static final int ROWS = 900;

    private static AuditSpec question(ShiftSpec... shifts) {
        return AuditSpec.of(LossSpec.column("loss"), shifts)
                .withBudget(BudgetSpec.ball(1))
                .withEstimation(EstimationSpec.standard().withBootstrap(0));
    }

    private static double[] pick(double[] values, int[] rows) {
        return Arrays.stream(rows).mapToDouble(r -> values[r]).toArray();
    }

    /** A row that stands there three times as one cluster says what it says once with weight 3: every number, and which fold it is in. */
    @Test
    void aRowRepeatedAsAClusterIsARowOfThatWeight() {
        SplittableRandom random = new SplittableRandom(3);
        double[] w = new double[ROWS];
        double[] y = new double[ROWS];
        double[] loss = new double[ROWS];
        double[] weight = new double[ROWS];
        for (int r = 0; r < ROWS; r++) {
            w[r] = Rows.normal(random);
            y[r] = random.nextInt(2);
            loss[r] = 0.3 * w[r] + y[r] + 0.2 * w[r] * w[r] + Rows.normal(random);
            weight[r] = 1 + random.nextInt(3);
        }
        ShiftSpec shift =
                ShiftSpec.of("w").withFamily("gaussian").withOption("sd", 1.0).given("y");
        AuditResult once =
                Rows.run(question(shift).withWeight("k"), Rows.of("w", w, "y", y, "loss", loss, "k", weight));
        int[] repeated = IntStream.range(0, ROWS)
                .flatMap(r -> IntStream.generate(() -> r).limit((long) weight[r]))
                .toArray();
        double[] cluster = Arrays.stream(repeated).mapToDouble(r -> r).toArray();
        AuditResult often = Rows.run(
                question(shift).withCluster("c"),
                Rows.of("w", pick(w, repeated), "y", pick(y, repeated), "loss", pick(loss, repeated), "c", cluster));
        RadiusResult one = once.radii().get(0);
        RadiusResult two = often.radii().get(0);
        assertThat(two.estimate().value()).isCloseTo(one.estimate().value(), within(1e-9));
        assertThat(two.estimate().importance().seSelfNormalised())
                .isCloseTo(one.estimate().importance().seSelfNormalised(), within(1e-9));
        assertThat(two.honestChange()).isCloseTo(one.honestChange(), within(1e-9));
        // One divides by the rows less one, the other does not.
        assertThat(two.honestChangeError() / one.honestChangeError()).isCloseTo(1, within(0.01));
        assertThat(two.honestError() / one.honestError()).isCloseTo(1, within(0.01));
        assertThat(two.estimate().standardError() / one.estimate().standardError())
                .isCloseTo(1, within(0.01));
        assertThat(two.estimate().differenceError() / one.estimate().differenceError())
                .isCloseTo(1, within(0.01));
    }

    /** Sixty patients of thirty rows, a ward a patient, errors by patient and not by ward: the change of the rows that did not choose is 0 on average. */
    @Test
    void aShiftThatIsLuckOfPatientsIsNotConfirmed() {
        int significant = 0;
        for (int table = 0; table < 20; table++) {
            SplittableRandom random = new SplittableRandom(100 + table);
            int n = 1800;
            double[] ward = new double[n];
            double[] patient = new double[n];
            double[] error = new double[n];
            for (int p = 0; p < 60; p++) {
                int own = random.nextInt(8);
                double rate = 1 / (1 + Math.exp(1.4 - 1.2 * Rows.normal(random)));
                for (int r = 30 * p; r < 30 * p + 30; r++) {
                    ward[r] = own;
                    patient[r] = p;
                    error[r] = random.nextDouble() < rate ? 1 : 0;
                }
            }
            AuditResult result = Rows.run(
                    AuditSpec.of(LossSpec.column("error"), ShiftSpec.of("ward").withFamily("categorical"))
                            .withBudget(BudgetSpec.ball(1))
                            .withEstimation(EstimationSpec.standard().withBootstrap(0))
                            .withCluster("patient"),
                    Rows.of("ward", ward, "patient", patient, "error", error));
            RadiusResult one = result.radii().get(0);
            significant += one.honestChange() > 1.96 * one.honestChangeError() ? 1 : 0;
        }
        // With folds that split patients it was nine of ten.
        assertThat(significant).isLessThanOrEqualTo(4);
    }
}
