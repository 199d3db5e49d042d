package org.shiftbed.learn.augment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ranges between the sides that they were published for. */
class SideTest {
    @ParameterizedTest(name = "side {0}")
    @CsvSource({"32, 10, 10", "64, 25, 15", "96, 40, 20", "224, 100, 40", "256, 115, 45"})
    void a13TranslationAndCutAreInterpolatedBySide(int side, double translation, double cut) {
        assertThat(Side.translation(side)).isCloseTo(translation, within(1e-12));
        assertThat(Side.cut(side)).isCloseTo(cut, within(1e-12));
    }
}
