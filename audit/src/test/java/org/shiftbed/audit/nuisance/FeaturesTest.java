package org.shiftbed.audit.nuisance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FeaturesTest {
    @Test
    void whatIsMissingIsZeroAndSaidBesideIt() {
        Features features =
                new Features().number("a", new double[] {2, Double.NaN, 3}).number("b", new double[] {1, 4, 5});
        assertThat(features.filled().polynomial(1)).isDeepEqualTo(new double[][] {{2, 0, 3}, {0, 1, 0}, {1, 4, 5}});
    }
}
