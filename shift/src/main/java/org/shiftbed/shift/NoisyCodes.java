package org.shiftbed.shift;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.shiftbed.base.Seed;

/**
 * Gives the values that batches are trained with ({@code controlled-shifts.md} 1.8): whether a value is replaced and by what come from two
 * independent streams. Clean values are never changed.
 */
final class NoisyCodes {
    private static final int NOT_DRAWN = -1;

    private final LabelNoise noise;
    private final int[] clean;
    private final int[] replacements;
    private final double[][] confusion;
    private final Seed maskSeed;
    private final Seed replacementSeed;
    private final SplittableRandom mask;
    private final SplittableRandom replacement;
    private final int[] frozen;

    private NoisyCodes(LabelNoise noise, int[] clean, int[] replacements, Seed seed) {
        this.noise = noise;
        this.clean = clean;
        this.replacements = replacements;
        this.confusion = noise.confusion().stream()
                .map(row -> row.stream().mapToDouble(value -> value).toArray())
                .toArray(double[][]::new);
        this.maskSeed = seed.child("noise", "mask");
        this.replacementSeed = seed.child("noise", "replacement");
        this.mask = maskSeed.random();
        this.replacement = replacementSeed.random();
        this.frozen = new int[noise.frozen() && !noise.clean() ? clean.length : 0];
        Arrays.fill(frozen, NOT_DRAWN);
    }

    /**
     * The labels of a split.
     *
     * @param seed names the run
     */
    static NoisyCodes labels(Split split, Seed seed) {
        LabelNoise noise = split.noise().attribute() == null ? split.noise() : LabelNoise.NONE;
        int[] classes = IntStream.range(0, split.classes()).toArray();
        return new NoisyCodes(noise, split.labels(), classes, seed);
    }

    /**
     * The environments of a split; uniform noise draws among those of training.
     *
     * @param seed names the run
     */
    static NoisyCodes environments(Split split, Seed seed) {
        LabelNoise noise = split.noise().attribute() == null ? LabelNoise.NONE : split.noise();
        int[] training = split.trainingEnvironments().stream().mapToInt(i -> i).toArray();
        return new NoisyCodes(noise, split.environmentOf(), training, seed);
    }

    /** The value of one visit of a row. */
    int of(int row) {
        if (noise.clean()) {
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
        if (confusion.length == 0) {
            return mask.nextDouble() < noise.p() ? replacements[replacement.nextInt(replacements.length)] : clean[row];
        }
        double[] probability = confusion[clean[row]];
        double u = replacement.nextDouble();
        int last = clean[row];
        for (int value = 0; value < probability.length; value++) {
            if (probability[value] > 0) {
                if (u < probability[value]) {
                    return value;
                }
                u -= probability[value];
                last = value;
            }
        }
        // Rows sum to 1 but for rounding: what is left belongs to the last value that can be.
        return last;
    }
}
