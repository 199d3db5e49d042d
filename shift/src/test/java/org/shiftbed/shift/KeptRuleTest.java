package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.shiftbed.data.Attribute;

class KeptRuleTest {
    @Test
    void byDefaultTwoValuesAreKeptAtLeast() {
        assertThat(KeptRule.rare("sprites", new Attribute("color", FactorGrid.COLOURS)))
                .containsExactly("blue");
        // h = 1 + floor(5 * 0.7) = 4 of six scales, also of the data set by its own name; 0.2 would keep two.
        for (String dataset : new String[] {"sprites", "dSprites"}) {
            assertThat(KeptRule.rare(dataset, new Attribute("scale", FactorGrid.numbers(6))))
                    .as(dataset)
                    .containsExactly("4", "5");
        }
        assertThat(KeptRule.rare("MPI3D", new Attribute("object_color", FactorGrid.numbers(6))))
                .containsExactly("2", "3", "4", "5");
        assertThat(KeptRule.rare("mine", new Attribute("hue", FactorGrid.numbers(10))))
                .containsExactly("2", "3", "4", "5", "6", "7", "8", "9");
        assertThat(KeptRule.rare("mine", new Attribute("three", FactorGrid.numbers(3))))
                .containsExactly("2");
        assertThat(KeptRule.rare("mine", new Attribute("two", FactorGrid.numbers(2))))
                .isEmpty();
    }
}
