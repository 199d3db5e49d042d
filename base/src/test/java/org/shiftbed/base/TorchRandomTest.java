package org.shiftbed.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Golden values of {@code domainbed-protocol.md} A.2, checked there against torch itself. */
class TorchRandomTest {
    @Test
    void uniformsOfSeedZeroAreTorchs() {
        TorchRandom random = new TorchRandom(0);
        for (double wanted : new double[] {0.496256590, 0.768221796, 0.088477433, 0.132030487, 0.307422817}) {
            assertThat((double) random.nextFloat()).isCloseTo(wanted, within(6e-10));
        }
    }

    @Test
    void permutationsOfSeedZeroAreTorchs() {
        assertThat(new TorchRandom(0).permutation(10)).containsExactly(4, 1, 7, 5, 3, 9, 0, 8, 6, 2);
        int[] large = new TorchRandom(0).permutation(70_000);
        assertThat(large).startsWith(26044, 34615, 62699, 39172, 46907, 31604).endsWith(66771, 6969, 21524, 4589);
        long checksum = 0;
        for (int i = 0; i < large.length; i++) {
            checksum = (checksum + (long) i * large[i]) % 1_000_000_007L;
        }
        assertThat(checksum).isEqualTo(87888004);
        Arrays.sort(large);
        for (int i = 0; i < large.length; i++) {
            assertThat(large[i]).isEqualTo(i);
        }
    }

    @Test
    void wholeNumbersAreWordsModuloTheBound() {
        TorchRandom words = new TorchRandom(7);
        TorchRandom bounded = new TorchRandom(7);
        for (int i = 0; i < 1000; i++) {
            long word = words.nextInt(0xffffffffL);
            assertThat(bounded.nextInt(10)).isEqualTo(word % 10);
        }
        assertThatThrownBy(() -> bounded.nextInt(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bounded.nextInt(1L << 32)).isInstanceOf(IllegalArgumentException.class);
    }
}
