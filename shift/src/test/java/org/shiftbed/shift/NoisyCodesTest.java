package org.shiftbed.shift;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.shiftbed.base.Seed;

/** Which of the two streams says whether a label is replaced, and which by what: another way round, studies of before would have other labels. */
class NoisyCodesTest {
    private static final double P = 0.4;
    private static final Seed SEED = Seed.of("run", 3);

    private static Split split(LabelNoise noise) {
        return new Split(
                "shape",
                "colour",
                List.of(new Environment(0, "all")),
                new int[6],
                new int[] {0, 1, 2, 0, 1, 2},
                3,
                List.of(new Part("train", Role.TRAIN, -1, "true", 0, new int[] {0, 1, 2, 3, 4, 5}, 1)),
                List.of(),
                noise,
                SamplingWeights.PARTS,
                List.of(),
                Map.of());
    }

    private static int expected(int clean, SplittableRandom mask, SplittableRandom replacement) {
        return mask.nextDouble() < P ? replacement.nextInt(3) : clean;
    }

    @Test
    void theMaskSaysWhetherAndTheReplacementByWhat() {
        NoisyCodes codes = NoisyCodes.labels(split(new LabelNoise(P, false)), SEED);
        SplittableRandom mask = SEED.child("noise", "mask").random();
        SplittableRandom replacement = SEED.child("noise", "replacement").random();
        for (int visit = 0; visit < 200; visit++) {
            int row = visit % 6;
            assertThat(codes.of(row)).as("visit %d", visit).isEqualTo(expected(row % 3, mask, replacement));
        }
    }

    @Test
    void frozenNoiseHasTheTwoStreamsOfItsRow() {
        NoisyCodes codes = NoisyCodes.labels(split(new LabelNoise(P, true)), SEED);
        for (int row = 5; row >= 0; row--) {
            SplittableRandom mask = SEED.child("noise", "mask").child(row).random();
            SplittableRandom replacement =
                    SEED.child("noise", "replacement").child(row).random();
            assertThat(codes.of(row))
                    .isEqualTo(expected(row % 3, mask, replacement))
                    .isEqualTo(codes.of(row));
        }
    }
}
