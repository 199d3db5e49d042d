package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.shiftbed.data.Attribute;

class KeptRuleTest {
    @Test
    void byDefaultTwoValuesAreKeptAtLeast() {
        assertThat(KeptRule.rare("sprites", new Attribute("color", FactorGrid.COLOURS)))
                .containsExactly("blue");
        assertThat(KeptRule.rare("mine", new Attribute("hue", FactorGrid.numbers(10))))
                .containsExactly("2", "3", "4", "5", "6", "7", "8", "9");
        assertThat(KeptRule.rare("mine", new Attribute("three", FactorGrid.numbers(3))))
                .containsExactly("2");
        assertThat(KeptRule.rare("mine", new Attribute("two", FactorGrid.numbers(2))))
                .isEmpty();
    }
}
