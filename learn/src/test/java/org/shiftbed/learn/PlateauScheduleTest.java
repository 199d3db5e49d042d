package org.shiftbed.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Rates worked out by hand from the documented rule. */
class PlateauScheduleTest {
    @Test
    void rateFallsAtTheSecondLossInARowThatIsNoImprovement() {
        check(1e-3, new double[] {1.0, 0.9, 0.95, 0.91, 0.8, 0.85, 0.7, 0.71, 0.72}, new double[] {
            1e-3, 1e-3, 1e-3, 1e-4, 1e-4, 1e-4, 1e-4, 1e-4, 1e-5
        });
    }

    @Test
    void improvementIsMoreThanATenThousandthOfTheBest() {
        // 1 * (1 - 1e-4) = 0.9999 itself is no improvement; 0.99989 is, against the best that stayed at 1.
        check(1e-3, new double[] {1.0, 0.99991, 0.99989, 0.99985, 0.99980}, new double[] {1e-3, 1e-3, 1e-3, 1e-3, 1e-4
        });
        check(1e-3, new double[] {1.0, 0.99991, 0.99992}, new double[] {1e-3, 1e-3, 1e-4});
    }

    @Test
    void countStartsAgainAfterAFallButTheBestStays() {
        check(1e-2, new double[] {0.5, 0.6, 0.6, 0.55, 0.6}, new double[] {1e-2, 1e-2, 1e-3, 1e-3, 1e-4});
    }

    @Test
    void endsAtTheThirdFall() {
        PlateauSchedule schedule = new PlateauSchedule(5e-5);
        double[] losses = {0.3, 0.4, 0.4, 0.4, 0.4, 0.4};
        for (double loss : losses) {
            assertThat(schedule.finished()).isFalse();
            schedule.checkpoint(loss);
        }
        assertThat(schedule.finished()).isFalse();
        schedule.checkpoint(Double.NaN);
        assertThat(schedule.finished()).isTrue();
        assertThat(schedule.rate()).isCloseTo(5e-8, within(1e-20));
        List<Double> rates = schedule.rates();
        assertThat(rates).hasSize(7);
        assertThat(rates.get(6)).isEqualTo(schedule.rate());
        assertThatThrownBy(() -> schedule.checkpoint(0.1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ended at checkpoint 7");
    }

    @Test
    void checkpointsThatDoNotCountKeepTheRateAndArePartOfTheRecord() {
        PlateauSchedule schedule = new PlateauSchedule(1e-3);
        schedule.skipCheckpoint();
        schedule.skipCheckpoint();
        schedule.skipCheckpoint();
        schedule.checkpoint(1.0);
        schedule.checkpoint(1.0);
        assertThat(schedule.rates()).containsExactly(1e-3, 1e-3, 1e-3, 1e-3, 1e-3);
        schedule.checkpoint(1.0);
        assertThat(schedule.rate()).isCloseTo(1e-4, within(1e-18));
    }

    @Test
    void fallsThatAreTooSmallAreLeftOut() {
        PlateauSchedule schedule = new PlateauSchedule(1e-8);
        for (int i = 0; i < 20; i++) {
            schedule.checkpoint(1.0);
        }
        assertThat(schedule.rate()).isEqualTo(1e-8);
        assertThat(schedule.finished()).isFalse();
    }

    @Test
    void rateMustBePositive() {
        assertThatThrownBy(() -> new PlateauSchedule(0)).hasMessageContaining("above 0, got 0.0");
    }

    private static void check(double rate, double[] losses, double[] expected) {
        PlateauSchedule schedule = new PlateauSchedule(rate);
        for (double loss : losses) {
            schedule.checkpoint(loss);
        }
        assertThat(schedule.rates()).hasSize(expected.length);
        for (int i = 0; i < expected.length; i++) {
            assertThat(schedule.rates().get(i))
                    .as("checkpoint %d", i)
                    .isCloseTo(expected[i], within(1e-12 * expected[i]));
        }
    }
}
