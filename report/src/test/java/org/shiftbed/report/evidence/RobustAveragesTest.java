package org.shiftbed.report.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RobustAveragesTest {
    @Test
    void aQuarterOfTheRunsIsCutAtEachEnd() {
        assertThat(InterquartileMean.of(new double[] {9, 1, 2, 3, 4, 5, 6, 100}))
                .isEqualTo((3 + 4 + 5 + 6) / 4.0);
        assertThat(InterquartileMean.of(new double[] {7, 1, 3})).isEqualTo(11 / 3.0, within(1e-12));
        assertThat(InterquartileMean.of(new double[] {1, 2, 4, 8, 16})).isEqualTo((2 + 4 + 8) / 3.0, within(1e-12));
    }

    /** Four runs of one task have 256 resamples; so does their law, which the drawn quantiles must meet. */
    @Test
    void intervalIsThatOfAllResamples() {
        double[] runs = {0.1, 0.2, 0.4, 0.8};
        List<Double> all = new ArrayList<>();
        for (int code = 0; code < 256; code++) {
            double[] drawn = new double[4];
            for (int i = 0; i < 4; i++) {
                drawn[i] = runs[code >> 2 * i & 3];
            }
            Arrays.sort(drawn);
            all.add((drawn[1] + drawn[2]) / 2);
        }
        double[] sorted = all.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        InterquartileMean mean = InterquartileMean.of(List.of(runs));
        assertThat(mean.mean()).isCloseTo(0.3, within(1e-12));
        assertThat(mean.low()).isCloseTo(sorted[(int) (0.025 * 255)], within(1e-9));
        assertThat(mean.high()).isCloseTo(sorted[(int) (0.975 * 255)], within(1e-9));
    }

    /** Runs of one task are never drawn for another: tasks of equal runs leave nothing to draw. */
    @Test
    void everyTaskIsDrawnWithinItself() {
        InterquartileMean mean =
                InterquartileMean.of(List.of(new double[] {.1, .1}, new double[] {.5, .5}, new double[] {.9, .9}));
        assertThat(mean.low()).isEqualTo(mean.mean());
        assertThat(mean.high()).isEqualTo(mean.mean());
    }

    @Test
    void oneRunATaskHasNoInterval() {
        assertThat(InterquartileMean.of(List.of(new double[] {.1}, new double[] {.5}))
                        .low())
                .isNull();
        assertThat(PerformanceProfile.of(List.of(new double[] {.1}), List.of(.05))
                        .low())
                .isEmpty();
    }

    @Test
    void profileCountsRunsAboveEachScoreTaskByTask() {
        PerformanceProfile profile = PerformanceProfile.of(
                List.of(new double[] {.2, .6}, new double[] {.4, .4, .9, .4}), List.of(0.0, 0.4, 0.5, 0.9));
        assertThat(profile.share()).containsExactly(1.0, (0.5 + 0.25) / 2, (0.5 + 0.25) / 2, 0.0);
        assertThat(profile.low().get(0)).isEqualTo(1);
        // Of two runs both or none are drawn with chance 1/4 each, of four with one above 0.4 none with .316: the band
        // reaches
        // from none to more than half.
        assertThat(profile.low().get(1)).isZero();
        assertThat(profile.high().get(1)).isBetween(0.74, 0.88);
    }
}
