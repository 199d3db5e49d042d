package org.shiftbed.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class NumpyRandomTest {
    private static int[] shuffled(int n, long seed) {
        int[] keys = new int[n];
        Arrays.setAll(keys, i -> i);
        new NumpyRandom(seed).shuffle(keys);
        return keys;
    }

    /** {@code domainbed-protocol.md} A.2. */
    @Test
    void shufflesAreThoseOfDomainBedsSplits() {
        assertThat(shuffled(10, SeedHash.of(0, 0))).containsExactly(2, 3, 8, 1, 4, 5, 0, 9, 6, 7);
        assertThat(shuffled(10, SeedHash.of(0, 1))).containsExactly(5, 0, 3, 7, 8, 6, 1, 2, 9, 4);
        int[] middle = shuffled(2048, SeedHash.of(0, 0));
        assertThat(middle).startsWith(548, 677, 1997, 977, 1553, 1123, 1936, 1520, 1084, 565);
        assertThat(Arrays.stream(middle, 0, 409).sum()).isEqualTo(403957);
        int[] large = shuffled(23_334, SeedHash.of(0, 0));
        assertThat(large).startsWith(15031, 12047, 6066, 5519, 1761, 5696, 1628, 13270, 12781, 21928);
        assertThat(Arrays.stream(large, 0, 4666).sum()).isEqualTo(55032808);
    }

    /** {@code numpy.random.RandomState(0)}: {@code random_sample(3)}, and 10 * U(0,1) - 5. */
    @Test
    void doublesHaveFiftyThreeBitsOfTwoWords() {
        NumpyRandom random = new NumpyRandom(0);
        assertThat(random.nextDouble()).isEqualTo(0.5488135039273248);
        assertThat(random.nextDouble()).isEqualTo(0.7151893663724195);
        assertThat(random.nextDouble()).isEqualTo(0.6027633760716439);
        assertThat(new NumpyRandom(0).uniform(-5, 5)).isEqualTo(-5 + 10 * 0.5488135039273248);
    }

    /** Hyperparameters of {@code domainbed-protocol.md} A.4 that are one draw of one generator. */
    @Test
    void choicesAndUniformsAreThoseOfDomainBedsHyperparameters() {
        long seed = SeedHash.of(1, 0);
        assertThat(new NumpyRandom(SeedHash.of(seed, "resnet_dropout")).choice(List.of(0.0, 0.1, 0.5)))
                .isEqualTo(0.5);
        assertThat(new NumpyRandom(SeedHash.of(seed, "eqrm_quantile")).uniform(0.5, 0.99))
                .isEqualTo(0.7335553271795177);
        assertThat(new NumpyRandom(SeedHash.of(seed, "n_meta_test")).choice(List.of(1, 2)))
                .isEqualTo(1);
    }

    @Test
    void aChoiceOfOneCostsNoDraw() {
        NumpyRandom random = new NumpyRandom(0);
        assertThat(random.choice(List.of("only"))).isEqualTo("only");
        assertThat(random.nextDouble()).isEqualTo(0.5488135039273248);
    }

    @Test
    void seedsOutsideThirtyTwoBitsAreRefused() {
        assertThatThrownBy(() -> new NumpyRandom(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new NumpyRandom(1L << 32)).isInstanceOf(IllegalArgumentException.class);
        assertThat(new NumpyRandom(0xffffffffL).nextDouble()).isBetween(0.0, 1.0);
    }
}
