package org.shiftbed.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SeedHashTest {
    /** {@code domainbed-protocol.md} A.1. */
    @Test
    void knownHashesOfDomainBedComeOut() {
        long[][] pairs = {
            {0, 0, 894182419},
            {0, 1, 1514274641},
            {0, 2, 1325548499},
            {0, 3, 1796103049},
            {1, 0, 785910682},
            {2, 0, 472130416},
            {19, 0, 457921920},
            {1, 1, 1442673865},
            {2, 1, 181139023},
            {19, 1, 1410049475},
            {1, 2, 1981683110},
            {2, 2, 248334461},
            {19, 2, 1968482367},
            {2, 5, 941488192}
        };
        for (long[] pair : pairs) {
            assertThat(SeedHash.of((int) pair[0], (int) pair[1])).isEqualTo(pair[2]);
            assertThat(SeedHash.of(pair[0], pair[1])).isEqualTo(pair[2]);
        }
        assertThat(SeedHash.of(0, "lr")).isEqualTo(1017368932);
        assertThat(SeedHash.of(0, "batch_size")).isEqualTo(1818854505);
        assertThat(SeedHash.of("VLCS", "ERM", List.of(1, 2), 1, 0)).isEqualTo(360234358);
        assertThat(SeedHash.of("RotatedMNIST", "ERM", List.of(0), 0, 0)).isEqualTo(8951917);
        assertThat(SeedHash.of("PACS", "CORAL", List.of(0, 3), 7, 2)).isEqualTo(1085244452);
    }

    /** Made with Python's {@code repr} and {@code hashlib.md5}. */
    @Test
    void textsAreQuotedAsPythonQuotesThem() {
        assertThat(SeedHash.of("it's", 1)).isEqualTo(2068203464);
        assertThat(SeedHash.of("say \"it's\"", 1)).isEqualTo(1781737736);
        assertThat(SeedHash.of("a\\b\n\t\r", 2)).isEqualTo(165023350);
        assertThat(SeedHash.of("\u0007\u007f\u0085", 3)).isEqualTo(1037559367);
        assertThat(SeedHash.of("é\u200b😀\u00a0\u2028", 4)).isEqualTo(830503568);
        assertThat(SeedHash.of(-5, "x")).isEqualTo(2071860486);
        assertThat(SeedHash.of(List.of(1, 2), List.of())).isEqualTo(1588112851);
        assertThat(SeedHash.of(1L << 40, 0)).isEqualTo(1632023621);
    }

    @Test
    void whatHasNoPythonFormIsRefused() {
        assertThatThrownBy(() -> SeedHash.of(1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SeedHash.of(1, 0.5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Double");
    }
}
