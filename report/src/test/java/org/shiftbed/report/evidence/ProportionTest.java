package org.shiftbed.report.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProportionTest {
    /** Newcombe (1998, Statistics in Medicine 17), table I, method 3. */
    @ParameterizedTest
    @CsvSource({"81,263,0.2553,0.3662", "15,148,0.0624,0.1605", "0,20,0.0000,0.1611", "1,29,0.0061,0.1718"})
    void wilsonAsPrinted(long right, long rows, double low, double high) {
        Proportion.Interval interval = new Proportion(right, rows).wilson();
        assertThat(interval.low()).isCloseTo(low, within(5e-5));
        assertThat(interval.high()).isCloseTo(high, within(5e-5));
    }

    @Test
    void wilsonEndsWhereItMust() {
        assertThat(new Proportion(0, 7).wilson().low()).isZero();
        assertThat(new Proportion(7, 7).wilson().high()).isEqualTo(1);
    }

    /** 3 of 5: a resample has 0 to 5 right with chances .01024, .0768, .2304, .3456, .2592, .07776. */
    @Test
    void bootstrapIsTheBinomialLaw() {
        Proportion.Interval interval = new Proportion(3, 5).bootstrap();
        assertThat(interval.low()).isEqualTo(0.2);
        assertThat(interval.high()).isEqualTo(1);
        assertThat(new Proportion(9, 9).bootstrap()).isEqualTo(new Proportion.Interval(1, 1));
        assertThat(new Proportion(0, 9).bootstrap()).isEqualTo(new Proportion.Interval(0, 0));
    }

    @Test
    void recordedAccuracyIsACountOfRows() {
        assertThat(Proportion.of(0.7161290322580646, 155).right()).isEqualTo(111);
        assertThatThrownBy(() -> new Proportion(3, 2)).hasMessageContaining("right of 2 rows");
    }
}
