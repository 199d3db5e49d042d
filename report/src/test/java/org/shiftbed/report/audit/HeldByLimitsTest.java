package org.shiftbed.report.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.BudgetFacts;

class HeldByLimitsTest {
    private static final double INF = Double.POSITIVE_INFINITY;

    private static AuditResult limited(String... limits) {
        MadeAudit made = new MadeAudit(
                new double[] {0.1, 0.2, 0.3}, new double[3][3], List.of("O | Y=0", "O | Y=1", "age"), true);
        return made.result(
                new BudgetFacts(
                        "box",
                        new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                        new double[3],
                        new double[] {-1, -0.5, -INF},
                        new double[] {1, 0, INF},
                        List.of(limits)),
                1);
    }

    @Test
    void endsOfParametersAreNamed() {
        AuditResult result = limited();
        assertThat(HeldByLimits.sentence(result, new double[] {1, -0.5 + 1e-9, 0.7}))
                .isEqualTo("Held by its limits: O | Y=0 at its largest, 1; O | Y=1 at its smallest, \u22120.5.");
        assertThat(HeldByLimits.sentence(result, new double[] {0.999, -0.4, 9})).isEmpty();
    }

    @Test
    void limitsOfSeveralParametersAreNamedAsTheyWereWritten() {
        AuditResult result = limited("[age] <= 0.7", "[O | Y=0] + 2*[age] <= 1.5");
        assertThat(HeldByLimits.sentence(result, new double[] {0.3, -0.2, 0.6}))
                .isEqualTo("Held by its limits: [O | Y=0] + 2*[age] <= 1.5.");
        assertThat(HeldByLimits.sentence(result, new double[] {0.05, -0.2, 0.7}))
                .isEqualTo("Held by its limits: age at its largest, 0.7.");
    }

    @Test
    void terminalAndPageSayIt() {
        AuditResult result = limited("[O | Y=0] + 2*[age] <= 1.5");
        double[] worst = result.radii().get(0).worst().delta();
        double end = worst[0] + 2 * worst[2];
        AuditResult held = limited("[O | Y=0] + 2*[age] <= " + end);
        assertThat(AuditSummary.of(held)).contains("Held by its limits: [O | Y=0] + 2*[age] <= ");
        assertThat(new AuditPage(held).write()).contains("Held by its limits: [O | Y=0] + 2*[age] &lt;= ");
        assertThat(AuditSummary.of(result)).doesNotContain("Held by");
    }
}
