package org.shiftbed.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.shiftbed.audit.demo.Demo;
import org.shiftbed.audit.result.AuditResult;
import org.shiftbed.audit.result.RadiusResult;
import org.shiftbed.audit.spec.AuditSpec;
import org.shiftbed.audit.spec.BudgetSpec;
import org.shiftbed.audit.spec.EstimationSpec;
import org.shiftbed.base.Seed;
import org.shiftbed.data.table.Table;

class IntervalsTest {
    @Test
    void theBootstrapAgreesWithTheAnalyticErrorOnTheLabTest() {
        AuditSpec spec = Demo.spec("labtest")
                .withBudget(BudgetSpec.ball(0.5, 1, 2))
                .withEstimation(EstimationSpec.standard().withBootstrap(400));
        AuditResult result = Rows.run(spec, Demo.table("labtest", Seed.of("intervals", 1)));
        for (RadiusResult radius : result.radii()) {
            double width = radius.estimate().bootstrapHigh() - radius.estimate().bootstrapLow();
            double analytic = radius.estimate().high() - radius.estimate().low();
            assertThat(width / analytic).isBetween(0.85, 1.15);
            assertThat(radius.bandHigh() - radius.bandLow()).isGreaterThan(0.95 * analytic);
        }
    }

    @Test
    void theHonestValueIsNotOptimisticAboutHowBadItGets() {
        // The error is a coin of its own, so that no shift changes it: what the search finds on these rows is noise.
        int tables = 60;
        double[] worst = new double[tables];
        double[] honest = new double[tables];
        for (int t = 0; t < tables; t++) {
            SplittableRandom random = new SplittableRandom(1000 + t);
            Table rows = Rows.twoBinaries(100 + t, 300, Rows.NO_SHIFT);
            double[] error = new double[300];
            Arrays.setAll(error, r -> random.nextDouble() < 0.2 ? 1 : 0);
            AuditResult result = Rows.run(
                    Rows.question().withBudget(BudgetSpec.ball(1)),
                    Rows.of("A", rows.doubles("A"), "B", rows.doubles("B"), "error", error));
            worst[t] = result.radii().get(0).estimate().value() - Rows.mean(error);
            honest[t] = result.radii().get(0).honest() - Rows.mean(error);
        }
        assertThat(Rows.mean(worst)).isGreaterThan(4 * error(worst));
        assertThat(Rows.mean(honest)).isCloseTo(0, within(3 * error(honest)));
        assertThat(Rows.mean(honest)).isLessThan(Rows.mean(worst));
    }

    private static double error(double[] values) {
        double mean = Rows.mean(values);
        double squares = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
        return Math.sqrt(squares / (values.length - 1) / values.length);
    }
}
