package org.shiftbed.audit.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentageTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0%",
        "1, 100%",
        "0.6849, 68%",
        "0.105, 11%",
        "0.1, 10%",
        "0.0999, 9.9%",
        "0.0949, 9.5%",
        "0.09, 9%",
        "0.0037, 0.37%",
        "0.00012, 0.012%",
        "0.0000001, under 0.01%",
        "-0.052, -5.2%",
        "2.5, 250%"
    })
    void aShareHasTwoDigitsAndIsZeroOnlyWhereItIs(double share, String told) {
        assertThat(Percentage.of(share)).isEqualTo(told);
    }

    @ParameterizedTest
    @CsvSource({"0.95, 95%", "0.9, 90%", "0.999, 99.9%", "0.9999, 99.99%"})
    void aLevelKeepsItsDigits(double level, String told) {
        assertThat(Percentage.level(level)).isEqualTo(told);
    }
}
