package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.demo.Demo;
import org.shiftbed.audit.result.AuditResult.Passing;
import org.shiftbed.audit.result.ConditionResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.base.Seed;
import org.shiftbed.data.table.Table;

class PassingRadiusTest {
    private static final Table ROWS = Demo.table("labtest", Seed.of("passing"));

    private static AuditSpec spec() {
        return Demo.spec("labtest").withEstimation(EstimationSpec.standard().withBootstrap(0));
    }

    private static Passing passing(double threshold) {
        return Audit.run(
                        spec().withBudget(BudgetSpec.ball(0.5)).withPassing(threshold),
                        ROWS,
                        "labtest",
                        Beside.nothing())
                .passing()
                .get(0);
    }

    /** On the lab test the quadratic runs ahead of the truth: 0.6877 for 0.6706 at radius 1 (parametric-robustness 8.1). */
    @Test
    void whereTheQuadraticRunsAheadWeightedRowsDenyIt() {
        Passing one = passing(0.7);
        Passing.Weighted weighted = Objects.requireNonNull(one.weighted());
        RadiusResult there = Audit.run(
                        spec().withBudget(BudgetSpec.ball(one.radius())), ROWS, "labtest", Beside.nothing())
                .radii()
                .get(0);
        assertThat(there.estimate().value()).isCloseTo(0.7, within(1e-7));
        assertThat(weighted.loss()).isCloseTo(there.estimate().importance().selfNormalised(), within(1e-7));
        assertThat(weighted.differenceError()).isCloseTo(there.estimate().differenceError(), within(1e-7));
        assertThat(weighted.share()).isCloseTo(there.estimate().importance().effectiveShare(), within(1e-7));
        assertThat(0.7 - weighted.loss()).isGreaterThan(1.96 * weighted.differenceError());
        assertThat(one.denied()).isTrue();
        RadiusResult own = Audit.run(
                        spec().withBudget(BudgetSpec.ball(weighted.radius(), 0.99 * weighted.radius())),
                        ROWS,
                        "labtest",
                        Beside.nothing())
                .radii()
                .get(1);
        assertThat(weighted.radius()).isGreaterThan(one.radius());
        assertThat(own.estimate().importance().selfNormalised()).isCloseTo(0.7, within(1e-5));
        double asked = 1.001 * one.radius();
        ConditionResult condition = Condition.parse("radius-to(loss 0.7) < " + asked)
                .of(Audit.run(spec(), ROWS, "labtest", new Beside(List.of(0.7), List.of(asked))));
        assertThat(condition.outcome()).isEqualTo(ConditionResult.Outcome.OPEN);
    }

    /** Near no shift the two are one. */
    @Test
    void whereBothAreOneNothingIsDenied() {
        double mean = Audit.run(spec().withBudget(BudgetSpec.ball(0.1)), ROWS, "labtest", Beside.nothing())
                .loss()
                .mean();
        Passing one = passing(mean + 0.0005);
        assertThat(one.radius()).isBetween(0.001, 0.02);
        assertThat(one.denied()).isFalse();
    }
}
