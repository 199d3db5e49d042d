package org.shiftbed.shift;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.shiftbed.base.Seed;

/**
 * Gives the labels that batches are trained with ({@code controlled-shifts.md} 1.8): whether a label is replaced and by what come from two
 * independent streams. Clean labels are never changed.
 */
final class NoisyLabels {
    private static final int NOT_DRAWN = -1;

    private final LabelNoise noise;
    private final int[] clean;
    private final int classes;
    private final Seed maskSeed;
    private final Seed replacementSeed;
    private final SplittableRandom mask;
    private final SplittableRandom replacement;
    private final int[] frozen;

    /**
     * @param clean labels of all rows of the table
     * @param classes labels lie in [0, classes)
     * @param seed names the run
     */
    NoisyLabels(LabelNoise noise, int[] clean, int classes, Seed seed) {
        this.noise = noise;
        this.clean = clean;
        this.classes = classes;
        this.maskSeed = seed.child("noise", "mask");
        this.replacementSeed = seed.child("noise", "replacement");
        this.mask = maskSeed.random();
        this.replacement = replacementSeed.random();
        this.frozen = new int[noise.frozen() && noise.p() > 0 ? clean.length : 0];
        Arrays.fill(frozen, NOT_DRAWN);
    }

    /** The label of one visit of a row. */
    int of(int row) {
        if (noise.p() == 0) {
            return clean[row];
        }
        if (!noise.frozen()) {
            return drawn(row, mask, replacement);
        }
        if (frozen[row] == NOT_DRAWN) {
            frozen[row] = drawn(
                    row,
                    maskSeed.child(row).random(),
                    replacementSeed.child(row).random());
        }
        return frozen[row];
    }

    private int drawn(int row, SplittableRandom mask, SplittableRandom replacement) {
        return mask.nextDouble() < noise.p() ? replacement.nextInt(classes) : clean[row];
    }
}
