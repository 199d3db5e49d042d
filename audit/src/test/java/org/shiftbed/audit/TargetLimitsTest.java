package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.family.Target;
import org.shiftbed.audit.result.TargetResult;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LimitText;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.data.table.Table;

/** B is 1 in every other row, so that the target of probability q is the shift log(q / (1 - q)). */
class TargetLimitsTest {
    private static final Target TO_90_PERCENT = Target.probability("B", "1", 0.9);

    private static TargetResult target(BudgetSpec budget) {
        double[] b = new double[400];
        double[] loss = new double[b.length];
        for (int r = 0; r < b.length; r++) {
            b[r] = r % 2;
            loss[r] = 0.2 + 0.5 * b[r] + r % 3;
        }
        Table table = Rows.of("B", b, "loss", loss);
        AuditSpec spec = AuditSpec.of(LossSpec.column("loss"), ShiftSpec.of("B").withTargets(List.of(TO_90_PERCENT)))
                .withEstimation(EstimationSpec.standard().withBootstrap(0))
                .withBudget(budget);
        return Rows.run(spec, table).targets().get(0);
    }

    private static BudgetSpec limited(String limit) {
        BudgetSpec ball = BudgetSpec.ball(1);
        return new BudgetSpec(ball.size(), ball.radii(), Map.of(), LimitText.parse("limits", limit), List.of());
    }

    private static BudgetSpec boxed(double lower, double upper) {
        BudgetSpec ball = BudgetSpec.ball(1);
        return new BudgetSpec(
                ball.size(), ball.radii(), Map.of("B", new BudgetSpec.Range(lower, upper)), List.of(), List.of());
    }

    @Test
    void aTargetInsideTheLimitsBreaksNothing() {
        assertThat(target(BudgetSpec.ball(1)).breaks()).isEmpty();
        assertThat(target(limited("B <= 2.2")).breaks()).isEmpty();
        assertThat(target(boxed(-1, 2.2)).breaks()).isEmpty();
        assertThat(target(BudgetSpec.ball(1)).estimate().delta()[0]).isCloseTo(Math.log(9), within(1e-9));
    }

    @Test
    void aTargetThatBreaksALimitABoxOrAFrozenParameterSaysWhich() {
        assertThat(target(limited("B <= 2.19")).breaks()).containsExactly("[B] <= 2.19");
        assertThat(target(boxed(-1, 2.19)).breaks()).containsExactly("[B] <= 2.19");
        BudgetSpec ball = BudgetSpec.ball(1);
        BudgetSpec frozen = new BudgetSpec(ball.size(), ball.radii(), Map.of(), List.of(), List.of("B"));
        assertThat(target(frozen).breaks()).containsExactly("[B] is held at 0");
    }
}
