package org.shiftbed.audit.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BootstrapTest {
    @Test
    void theKthOfNReplicatesStandsForTheShareKOverNPlusOne() {
        double[] values =
                IntStream.rangeClosed(1, 199).mapToDouble(k -> 200 - k).toArray();
        assertThat(Bootstrap.quantile(values, 0.025)).isCloseTo(5, within(1e-12));
        assertThat(Bootstrap.quantile(values, 0.975)).isCloseTo(195, within(1e-12));
        assertThat(Bootstrap.quantile(values, 0.5025)).isCloseTo(100.5, within(1e-10));
        assertThat(Bootstrap.quantile(values, 0.001)).isEqualTo(1);
        assertThat(Bootstrap.quantile(values, 0.999)).isEqualTo(199);
    }

    /** The reason for that: a share of 19 in 20 holds one more draw of the same law in 19 of 20 cases, however few the replicates. */
    @Test
    void oneMoreDrawFallsBelowAQuantileAsOftenAsItsShareSays() {
        SplittableRandom random = new SplittableRandom(3);
        int below = 0;
        int trials = 20000;
        for (int t = 0; t < trials; t++) {
            double[] drawn = random.doubles(39).toArray();
            below += random.nextDouble() <= Bootstrap.quantile(drawn, 0.95) ? 1 : 0;
        }
        // Four standard deviations of the count; the more common definition has 0.935 here.
        assertThat((double) below / trials).isCloseTo(0.95, within(4 * Math.sqrt(0.95 * 0.05 / trials)));
    }
}
