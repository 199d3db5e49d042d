package org.shiftbed.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.learn.torch.Natives;
import org.shiftbed.learn.torch.Tensors;

/** How many of n values lie below a percentile: those of rank under (1 - factor) (n - 1), worked out by hand. */
class RscTest {
    @BeforeAll
    static void natives() {
        Natives.load(1);
    }

    /** A third of 16, 256 or 1024 features, the default, puts the percentile on a value, which is muted with those above it. */
    @ParameterizedTest
    @CsvSource({
        "16, 0.3333333333333333, 10",
        "256, 0.3333333333333333, 170",
        "1024, 0.3333333333333333, 682",
        "512, 0.3333333333333333, 341",
        "24, 0.35, 15",
        "5, 0.5, 2",
        "5, 0.25, 3",
        "16, 0, 15",
        "16, 1, 0",
        "1, 0.5, 0",
    })
    void valuesBelowThePercentileAreKeptInBothPrecisions(int n, double factor, int kept) {
        double[] values = new Random(n).doubles(2L * n, -3, 3).toArray();
        try (PointerScope scope = new PointerScope()) {
            for (ScalarType type : new ScalarType[] {ScalarType.Float, ScalarType.Double}) {
                Tensor below = Rsc.below(Tensors.of(values, 2, n).to(type), factor, 1);
                long[] counts = Tensors.toLongs(below.sum(1));
                assertThat(counts).as("%s", type).containsExactly(kept, kept);
                Tensor ofAll = Rsc.below(Tensors.of(values, 2 * n).to(type).narrow(0, 0, n), factor, 0);
                assertThat(Tensors.toLongs(ofAll.sum())).as("%s", type).containsExactly(kept);
            }
        }
    }
}
