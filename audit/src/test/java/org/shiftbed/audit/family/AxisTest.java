package org.shiftbed.audit.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.UserError;

class AxisTest {
    private static final double MARCH = LocalDate.of(2024, 3, 2).toEpochDay();

    @Test
    void aMeanOfDatesMovesFromDateToDate() {
        ExponentialFamily family =
                Laws.make("gaussian", FamilyOptions.of("visit").withSd(60));
        Effect effect = Effects.of(
                family, "visit", List.of(Axis.DATE), new double[] {MARCH / 60}, new double[1], new double[] {0.5});
        assertThat(effect.sentence())
                .isEqualTo(
                        "the mean of visit goes from 2024-03-02 to 2024-04-01 (0.5 conditional standard deviations)");
        assertThat(effect.figures().get(0).axis()).isEqualTo(Axis.DATE);
        assertThat(effect.figures().get(0).after()).isCloseTo(MARCH + 30, within(1e-9));
    }

    @Test
    void aSpreadOfDatesIsTimeAndNoDate() {
        ExponentialFamily family = Laws.make("gaussian-mean-variance", FamilyOptions.of("visit"));
        // Variance 100 becomes 400: -1/200 + 3/800 = -1/800; the mean stays where s1 = mean (1/400 - 1/100).
        double[] mean = {MARCH, MARCH * MARCH + 100};
        Effect effect = Effects.of(
                family, "visit", List.of(Axis.DATE), mean, new double[4], new double[] {-MARCH * 3 / 400, 3.0 / 800});
        assertThat(effect.sentence()).contains("its standard deviation goes from 10 days to 20 days");
        assertThat(effect.sentence()).doesNotContain("19");
        assertThat(effect.figures().get(1).name()).isEqualTo("sd of visit in days");
    }

    @Test
    void whatIsNoPlaceOnTheColumnStaysANumber() {
        ExponentialFamily family =
                Laws.make("laplace", FamilyOptions.of("visit").withLocation(MARCH));
        Effect effect =
                Effects.of(family, "visit", List.of(Axis.DATE), new double[] {10}, new double[1], new double[] {0.01});
        assertThat(effect.figures().get(0).axis()).isEqualTo(Axis.NUMBER);
        assertThat(effect.figures().get(0).before()).isEqualTo(10);
    }

    @Test
    void twoPointsInTimeAreAsFineAsTheyDiffer() {
        double noon = LocalDateTime.of(2024, 3, 2, 12, 0).toEpochSecond(ZoneOffset.UTC);
        assertThat(Axis.TIME.both(noon, noon + 3 * 86_400)).containsExactly("2024-03-02", "2024-03-05");
        assertThat(Axis.TIME.both(noon, noon + 7200)).containsExactly("2024-03-02 12:00", "2024-03-02 14:00");
        assertThat(Axis.TIME.both(noon, noon + 9)).containsExactly("2024-03-02 12:00:00", "2024-03-02 12:00:09");
        assertThat(Axis.TIME.both(noon, noon + 0.25))
                .containsExactly("2024-03-02 12:00:00.000", "2024-03-02 12:00:00.250");
        assertThat(Axis.DATE.both(MARCH, MARCH + 0.5)).containsExactly("2024-03-02 00:00", "2024-03-02 12:00");
        assertThat(Axis.DATE.both(-1, -400)).containsExactly("1969-12-31", "1968-11-27");
    }

    @Test
    void whatNoCalendarHoldsStaysANumber() {
        assertThat(Axis.DATE.at(1e9)).isEqualTo("1E+9");
        assertThat(Axis.DATE.at(Double.NaN)).isEqualTo("not defined");
        assertThat(Axis.NUMBER.at(19000)).isEqualTo("19000");
    }

    @Test
    void lengthsAreInTheLargestUnitThatFits() {
        assertThat(Axis.DATE.length(30)).isEqualTo("30 days");
        assertThat(Axis.DATE.length(-1)).isEqualTo("-1 day");
        assertThat(Axis.DATE.length(0.25)).isEqualTo("6 hours");
        assertThat(Axis.TIME.length(90)).isEqualTo("1.5 minutes");
        assertThat(Axis.TIME.length(12)).isEqualTo("12 seconds");
        assertThat(Axis.NUMBER.length(12)).isEqualTo("12");
    }

    @Test
    void datesAreTargetsOfMeans() {
        Target date = Targets.parse("t", "mean(visit) = 2024-06-01");
        assertThat(date.on("t", Axis.DATE).value())
                .isEqualTo(LocalDate.of(2024, 6, 1).toEpochDay());
        assertThat(date.on("t", Axis.DATE)).hasToString("mean(visit) = 2024-06-01");
        Target time = Targets.parse("t", "E['visit' | Y=1] = 2024-06-01 12:30");
        double seconds = LocalDateTime.of(2024, 6, 1, 12, 30).toEpochSecond(ZoneOffset.UTC);
        assertThat(time.on("t", Axis.TIME).value()).isEqualTo(seconds);
        assertThat(time.on("t", Axis.TIME)).hasToString("mean(visit|Y=1) = 2024-06-01 12:30");
        assertThat(time.on("t", Axis.DATE).value()).isEqualTo(seconds / 86_400);
        assertThat(Targets.parse("t", "mean(visit) = 19000").on("t", Axis.DATE))
                .hasToString("mean(visit) = 2022-01-08");
        assertThat(Targets.parse("t", "sd(visit) = 30").on("t", Axis.DATE)).hasToString("sd(visit) = 30 days");
    }

    @Test
    void aDateOfNumbersOrOfASpreadIsRefused() {
        assertThatThrownBy(() -> Targets.parse("t", "mean(age) = 2024-06-01").on("t", Axis.NUMBER))
                .isInstanceOf(UserError.class)
                .hasMessage("t: mean(age) = 2024-06-01: 'age' holds no dates; give a number");
        assertThatThrownBy(() -> Targets.parse("t", "sd(age) = 2024-06-01")).hasMessageContaining("expected a number,");
        assertThatThrownBy(() -> Targets.parse("t", "mean(visit) = 2024-13-01"))
                .hasMessageContaining("expected a number, or a date such as 2024-06-01");
    }
}
