package org.shiftbed.learn.augment;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.shiftbed.data.ImageShape;

/**
 * AugMix (Hendrycks et al. 2020; controlled-shifts 3.2) without the Jensen-Shannon term: {@code (1 - m) x + m sum_i w_i chain_i(x)} with three chains
 * of one to three operations, w of Dirichlet(1, 1, 1) and m uniform. The mixture stays real.
 *
 * <p>Draws, in order: for each chain its depth, then for each operation the operation, its level and its sign; three exponentials for w; m.
 */
public final class AugMix implements Augmentation {
    /** Severity of the study. */
    public static final double SEVERITY = 3;

    /** The thirteen operations. */
    static final List<Primitive> OPERATIONS = List.of(
            Primitive.AUTO_CONTRAST,
            Primitive.EQUALIZE,
            Primitive.POSTERIZE,
            Primitive.ROTATE,
            Primitive.SOLARIZE,
            Primitive.SHEAR_X,
            Primitive.SHEAR_Y,
            Primitive.TRANSLATE_X,
            Primitive.TRANSLATE_Y,
            Primitive.COLOR,
            Primitive.CONTRAST,
            Primitive.BRIGHTNESS,
            Primitive.SHARPNESS);

    private static final int CHAINS = 3;
    private static final int DEEPEST = 3;
    private static final double LEAST = 0.1;
    private static final double FULL = 10;
    private static final Warp WARP = new Warp(Interpolation.BILINEAR, 0);

    private final double severity;

    /** @param severity largest level, 0.1 to 10 */
    public AugMix(double severity) {
        if (!(severity >= LEAST && severity <= FULL)) {
            throw new IllegalArgumentException("AugMix has a severity of 0.1 to 10, got " + severity);
        }
        this.severity = severity;
    }

    @Override
    public String name() {
        return "augmix";
    }

    @Override
    public void apply(Picture picture, SplittableRandom random, float[] target, int at) {
        Picture coloured = picture.coloured();
        List<Picture> chains = new ArrayList<>();
        for (int k = 0; k < CHAINS; k++) {
            chains.add(chain(coloured, random));
        }
        double[] weights = new double[CHAINS];
        double sum = 0;
        for (int k = 0; k < CHAINS; k++) {
            // 1 - u lies in (0, 1], so that the logarithm is finite.
            weights[k] = -Math.log(1 - random.nextDouble());
            sum += weights[k];
        }
        for (int k = 0; k < CHAINS; k++) {
            weights[k] /= sum;
        }
        double[] mixed = mix(coloured, chains, weights, random.nextDouble());
        for (int i = 0; i < mixed.length; i++) {
            target[at + i] = (float) mixed[i];
        }
    }

    private Picture chain(Picture picture, SplittableRandom random) {
        Picture changed = picture;
        int depth = depth(random);
        for (int k = 0; k < depth; k++) {
            Primitive primitive = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
            double level = level(severity, random.nextDouble());
            int sign = random.nextBoolean() ? 1 : -1;
            changed = operation(primitive, level, sign, picture.shape()).apply(changed);
        }
        return changed;
    }

    /** Operations of a chain: 1, 2 or 3, each as likely. */
    static int depth(SplittableRandom random) {
        return 1 + random.nextInt(DEEPEST);
    }

    /** Uniform on [0.1, severity): the level for a number that is uniform on [0, 1). */
    static double level(double severity, double uniform) {
        return LEAST + (severity - LEAST) * uniform;
    }

    static PictureOperation operation(Primitive primitive, double level, int sign, ImageShape shape) {
        return primitive.of(value(primitive, level, sign, shape), WARP);
    }

    /** What a level is for an operation. */
    static double value(Primitive primitive, double level, int sign, ImageShape shape) {
        int side = Side.of(primitive, shape);
        return switch (primitive) {
            case AUTO_CONTRAST, EQUALIZE, INVERT, SOLARIZE_ADD, CUTOUT -> 0;
            case ROTATE -> sign * Math.floor(level * 30 / FULL);
            case POSTERIZE -> 4 - Math.floor(level * 4 / FULL);
            case SOLARIZE -> 256 - Math.floor(level * 256 / FULL);
            case COLOR, CONTRAST, BRIGHTNESS, SHARPNESS -> 0.1 + level * 1.8 / FULL;
            case SHEAR_X, SHEAR_Y -> sign * (level * 0.3 / FULL);
            case TRANSLATE_X, TRANSLATE_Y -> sign * Math.floor(level * (side / 3.0) / FULL);
        };
    }

    /** The mixture, in units of 0..255. */
    static double[] mix(Picture picture, List<Picture> chains, double[] weights, double share) {
        double[] mixed = new double[picture.bytes().length];
        for (int i = 0; i < mixed.length; i++) {
            double sum = 0;
            for (int k = 0; k < weights.length; k++) {
                sum += weights[k] * chains.get(k).at(i);
            }
            mixed[i] = (1 - share) * picture.at(i) + share * sum;
        }
        return mixed;
    }
}
