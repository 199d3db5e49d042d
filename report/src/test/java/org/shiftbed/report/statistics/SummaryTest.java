package org.shiftbed.report.statistics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryTest {
    @Test
    void agreesWithScipy() {
        // scipy 1.10: stats.sem and stats.t.interval(0.95, n - 1, ...).
        check(
                List.of(0.71, 0.74, 0.69),
                0.7133333333333333,
                0.025166114784235857,
                0.014529663145135593,
                0.6508172385372244,
                0.7758494281294421);
        check(List.of(0.912, 0.905), 0.9085, 0.004949747468305837, 0.0035, 0.8640282834224877, 0.9529717165775125);
        check(
                List.of(0.5, 0.51, 0.55, 0.47, 0.62, 0.58, 0.49, 0.5, 0.53, 0.61, 0.44),
                0.5272727272727274,
                0.057287155469775086,
                0.017272727272727273,
                0.48878669255696944,
                0.5657587619884855);
    }

    @Test
    void quantilesFollowTheClosedFormsOfOneAndTwoDegreesOfFreedom() {
        // Cauchy: tan(pi (p - 1/2)); two degrees: (2p - 1) sqrt(2 / (4 p (1 - p))).
        assertThat(Summary.quantile(1)).isCloseTo(Math.tan(Math.PI * 0.475), within(1e-9));
        assertThat(Summary.quantile(2)).isCloseTo(0.95 * Math.sqrt(2 / (4 * 0.975 * 0.025)), within(1e-9));
        assertThat(Summary.quantile(30)).isCloseTo(2.0422724563012373, within(1e-9));
    }

    @Test
    void oneValueHasNoErrorAndNoneHasNoSummary() {
        assertThat(Summary.of(List.of(0.7))).isEqualTo(new Summary(1, 0.7, null));
        assertThat(Summary.of(List.of())).isNull();
    }

    @Test
    void valueThatIsNotFiniteIsRefused() {
        assertThatThrownBy(() -> Summary.of(List.of(0.7, Double.NaN))).isInstanceOf(IllegalArgumentException.class);
    }

    private static void check(List<Double> values, double mean, double sd, double se, double low, double high) {
        Summary summary = requireNonNull(Summary.of(values));
        Summary.Spread spread = requireNonNull(summary.spread());
        assertThat(summary.n()).isEqualTo(values.size());
        assertThat(List.of(summary.mean(), spread.sd(), spread.se(), spread.low(), spread.high()))
                .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-9 ? 0 : Double.compare(a, b))
                .containsExactly(mean, sd, se, low, high);
    }
}
