package org.shiftbed.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.UserError;

class BinsTest {
    @Test
    void aBinHoldsItsLowerCutAndNotItsUpper() {
        double[] ages = {39.5, 40, 64, 65, Double.NaN, -3};
        Bins bins = Bins.of("age", List.of(40.0, 65L), ColumnKind.DECIMAL, ages);
        assertThat(bins.names()).containsExactly("below 40", "40 to 65", "from 65");
        assertThat(Arrays.stream(ages).mapToInt(bins::code)).containsExactly(0, 1, 1, 2, 3, 0);
        assertThat(bins.names(true)).endsWith("from 65", "(blank)");
    }

    @Test
    void aNumberOfBinsSharesTheRowsOut() {
        double[] values = new double[103];
        Arrays.setAll(values, i -> (i * 37 % 103) / 4.0);
        Bins bins = Bins.of("w", 4, ColumnKind.DECIMAL, values);
        int[] counts = new int[4];
        Arrays.stream(values).mapToInt(bins::code).forEach(code -> counts[code]++);
        // Ranks 25, 51 and 77 of 0..102 are the cuts.
        assertThat(counts).containsExactly(25, 26, 26, 26);
        assertThat(bins.cuts()).containsExactly(25 / 4.0, 51 / 4.0, 77 / 4.0);
        // Half of the rows alike: the cuts that fall together are one.
        Bins tied = Bins.of("w", 4, ColumnKind.WHOLE, new double[] {1, 2, 2, 2, 2, 2, 2, 3});
        assertThat(tied.names()).containsExactly("below 2", "from 2");
    }

    @Test
    void datesAreCutByDates() {
        double day = LocalDate.parse("2020-03-01").toEpochDay();
        Bins days = Bins.of("day", List.of("2020-03-01"), ColumnKind.DATE, new double[] {day - 1, day});
        assertThat(days.names()).containsExactly("below 2020-03-01", "from 2020-03-01");
        assertThat(days.code(day - 1)).isZero();
        assertThat(days.code(day)).isEqualTo(1);
        Bins times =
                Bins.of("at", List.of("2020-03-01"), ColumnKind.TIMESTAMP, new double[] {day * 86400 - 1, day * 86400});
        assertThat(times.code(day * 86400 - 0.5)).isZero();
        assertThat(times.code(day * 86400)).isEqualTo(1);
    }

    @Test
    void whatCannotBeCutIsRefused() {
        double[] two = {1, 2};
        refused("c", 3, ColumnKind.TEXT, two, "bins.c: bins need numbers or dates, and column 'c' holds text");
        refused("c", List.of(5.0), ColumnKind.WHOLE, two, "all 2 rows fall into one bin, from 1 to 2");
        refused("c", 3, ColumnKind.WHOLE, new double[] {4, 4}, "fall into one bin");
        refused("c", List.of(5.0), ColumnKind.DATE, two, "cut points are dates such as '2020-01-31', got 5.0");
        refused("c", List.of("2020-01-01"), ColumnKind.WHOLE, two, "cut points are numbers, got 2020-01-01");
    }

    private static void refused(String column, Object declared, ColumnKind kind, double[] values, String part) {
        assertThatThrownBy(() -> Bins.of(column, declared, kind, values))
                .isInstanceOf(UserError.class)
                .hasMessageContaining(part);
    }
}
