package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.audit.spec.LossSpec;
import org.shiftbed.audit.spec.ShiftSpec;
import org.shiftbed.base.UserError;
import org.shiftbed.data.table.Table;

class FamilyLimitTest {
    private static final Pattern LARGEST = Pattern.compile("the largest radius in its direction is ([0-9.]+)");

    private static Table waits() {
        SplittableRandom random = new SplittableRandom(5);
        double[] w = new double[3000];
        for (int r = 0; r < w.length; r++) {
            w[r] = -Math.log(1 - random.nextDouble()) / 1.2;
        }
        return Rows.of("wait", w, "cost", w.clone());
    }

    private static AuditSpec question() {
        return AuditSpec.of(LossSpec.column("cost"), ShiftSpec.of("wait").withFamily("exponential"))
                .withEstimation(EstimationSpec.standard().withBootstrap(0));
    }

    @Test
    void aRadiusAskedForBeyondTheRateIsRefusedWithTheLargestOne() {
        Table table = waits();
        double rate = 1 / Rows.mean(table.doubles("wait"));
        assertThatThrownBy(() -> Rows.run(question().withBudget(BudgetSpec.ball(0.5, 3)), table))
                .isInstanceOf(UserError.class)
                .hasMessageContainingAll("budget: at radius 3", "'wait'", "exponential", "in 3000 rows")
                .satisfies(e -> {
                    Matcher largest = LARGEST.matcher(e.getMessage());
                    assertThat(largest.find()).isTrue();
                    assertThat(Double.parseDouble(largest.group(1))).isCloseTo(rate, within(1e-3 * rate));
                });
    }

    @Test
    void ofTheUsualRadiiThoseBeyondTheRateAreLeftOutWithANote() {
        AuditResult result = Rows.run(question(), waits());
        assertThat(result.radii()).extracting(RadiusResult::radius).containsExactly(0.5, 1.0);
        assertThat(result.notes())
                .filteredOn(note -> note.startsWith("Left out: "))
                .singleElement()
                .asString()
                .startsWith("Left out: at radii 2, 4 the worst shift moves 'wait' out of family exponential");
        // cost = wait: the mean after a shift of the rate by d is 1 / (rate - d), its expansion 1/rate + d/rate^2 +
        // d^2/rate^3
        double mean = Rows.mean(waits().doubles("wait"));
        assertThat(Rows.gradient(result)[0]).isCloseTo(mean * mean, within(0.1 * mean * mean));
    }
}
