package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.data.table.Table;

class TiedVariablesTest {
    private static final Table ROWS = Rows.twoBinaries(7, 1500, Rows.NO_SHIFT);

    private static AuditSpec of(ShiftSpec... shifts) {
        return AuditSpec.of(LossSpec.column("error"), shifts)
                .withBudget(BudgetSpec.ball(0.8))
                .withEstimation(EstimationSpec.standard().withBootstrap(0));
    }

    @Test
    void sharedParametersHaveTheGradientAndHessianOfTheTyingMatrix() {
        ShiftSpec a = ShiftSpec.of("A");
        ShiftSpec b = ShiftSpec.of("B").given("A").withForm(ShiftSpec.CONSTANT);
        AuditResult free = Rows.run(of(a, b), ROWS);
        AuditResult tied = Rows.run(of(a.withTie("both"), b.withTie("both")), ROWS);
        double[] g = Rows.gradient(free);
        double[][] h = free.hessian();
        assertThat(tied.parameters()).extracting(AuditResult.Parameter::label).containsExactly("both");
        assertThat(Rows.gradient(tied)[0]).isCloseTo(g[0] + g[1], within(1e-15));
        assertThat(tied.hessian()[0][0]).isCloseTo(h[0][0] + h[0][1] + h[1][0] + h[1][1], within(1e-15));
        // One parameter: the worse end, where the free audit with both at 0.8 has the same value.
        double end = tied.radii().get(0).worst().delta()[0];
        assertThat(Math.abs(end)).isCloseTo(0.8, within(1e-12));
        AuditResult both = Rows.run(of(a, b).withBudget(BudgetSpec.box(end, end).withRange("A", end, end)), ROWS);
        assertThat(both.radii().get(0).estimate().value())
                .isCloseTo(tied.radii().get(0).estimate().value(), within(1e-12));
        assertThat(both.radii().get(0).estimate().standardError())
                .isCloseTo(tied.radii().get(0).estimate().standardError(), within(1e-12));
        assertThat(both.radii().get(0).estimate().importance().selfNormalised())
                .isCloseTo(tied.radii().get(0).estimate().importance().selfNormalised(), within(1e-12));
    }

    @Test
    void twoBinariesTiedAreTheirSumWithOneParameter() {
        // exp(d (A + B)) tilts two independent fair coins as it tilts a binomial of two trials.
        int n = 1200;
        double[] a = new double[n];
        double[] b = new double[n];
        double[] sum = new double[n];
        double[] loss = new double[n];
        for (int r = 0; r < n; r++) {
            a[r] = r & 1;
            b[r] = r >> 1 & 1;
            sum[r] = a[r] + b[r];
            loss[r] = sum[r] * sum[r];
        }
        Table table = Rows.of("A", a, "B", b, "S", sum, "error", loss);
        AuditResult tied =
                Rows.run(of(ShiftSpec.of("A").withTie("t"), ShiftSpec.of("B").withTie("t")), table);
        AuditResult one = Rows.run(of(ShiftSpec.of("S").withFamily("binomial").withOption("trials", 2L)), table);
        assertThat(Rows.gradient(tied)[0]).isCloseTo(Rows.gradient(one)[0], within(1e-13));
        assertThat(tied.hessian()[0][0]).isCloseTo(one.hessian()[0][0], within(1e-13));
        assertThat(List.of(tied.radii().get(0).estimate().importance().selfNormalised()))
                .allSatisfy(value -> assertThat(value)
                        .isCloseTo(one.radii().get(0).estimate().importance().selfNormalised(), within(1e-12)));
    }
}
