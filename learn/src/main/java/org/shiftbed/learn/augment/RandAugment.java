package org.shiftbed.learn.augment;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;

/**
 * RandAugment (Cubuk et al. 2020; controlled-shifts 3.2): a number of layers, each of which draws one operation uniformly and always applies it
 * with the same magnitude.
 *
 * <p>Draws of a layer, in order: the operation (in the ablation, whether it is left out); the sign; for Cutout the column and the row of the centre.
 */
public final class RandAugment extends Whole {
    /** Layers of the study. */
    public static final int LAYERS = 3;

    /** Magnitude of the study, of 0 to 10. */
    public static final double MAGNITUDE = 5;

    /** What a magnitude does to Color, Contrast, Brightness and Sharpness. */
    public enum Enhance {
        /** {@code 1 +- 0.9 M/10}, the sign drawn. */
        SIGNED,
        /** {@code 0.1 + 1.8 M/10}, as in the first release: at M = 5 it changes nothing. */
        SOURCE
    }

    private static final Warp WARP = new Warp(Interpolation.NEAREST, 128);
    private static final double FULL = 10;
    private static final Primitive[] ALL = Primitive.values();

    private final int layers;
    private final double magnitude;
    private final Enhance enhance;
    private final @Nullable Primitive only;

    /**
     * With all sixteen operations.
     *
     * @param layers at least 1
     * @param magnitude 0 to 10
     */
    public RandAugment(int layers, double magnitude, Enhance enhance) {
        this(layers, magnitude, enhance, null);
    }

    /**
     * The ablation (controlled-shifts 5, Figure 8): every layer applies this operation or none, each half of the time.
     *
     * @param layers at least 1
     * @param magnitude 0 to 10
     */
    public static RandAugment only(Primitive operation, int layers, double magnitude, Enhance enhance) {
        return new RandAugment(layers, magnitude, enhance, operation);
    }

    private RandAugment(int layers, double magnitude, Enhance enhance, @Nullable Primitive only) {
        if (layers < 1 || !(magnitude >= 0 && magnitude <= FULL)) {
            throw new IllegalArgumentException("RandAugment has at least one layer and a magnitude of 0 to 10, got "
                    + layers + " and " + magnitude);
        }
        this.layers = layers;
        this.magnitude = magnitude;
        this.enhance = enhance;
        this.only = only;
    }

    @Override
    public String name() {
        return "randaugment";
    }

    @Override
    PictureOperation draw(Picture picture, SplittableRandom random) {
        PictureOperation chain = layer(picture, random);
        for (int k = 1; k < layers; k++) {
            chain = chain.then(layer(picture, random));
        }
        return chain;
    }

    private PictureOperation layer(Picture picture, SplittableRandom random) {
        if (only != null && random.nextBoolean()) {
            return same -> same;
        }
        Primitive primitive = only == null ? ALL[random.nextInt(ALL.length)] : only;
        int sign = random.nextBoolean() ? 1 : -1;
        double value = value(primitive, magnitude, sign, picture.shape(), enhance);
        if (primitive == Primitive.CUTOUT) {
            int x = random.nextInt(picture.width());
            return Cut.out(x, random.nextInt(picture.height()), (int) value, 128);
        }
        return primitive.of(value, WARP);
    }

    /**
     * What a magnitude is for an operation.
     *
     * @param magnitude 0 to 10
     * @param sign 1 or -1; without meaning for operations that have no direction
     */
    static double value(Primitive primitive, double magnitude, int sign, ImageShape shape, Enhance enhance) {
        int side = Side.of(primitive, shape);
        return switch (primitive) {
            case AUTO_CONTRAST, EQUALIZE, INVERT -> 0;
            case ROTATE -> sign * (30 * magnitude / FULL);
            case POSTERIZE -> Math.floor(4 * magnitude / FULL);
            case SOLARIZE -> Math.floor(256 * magnitude / FULL);
            case SOLARIZE_ADD -> Math.floor(110 * magnitude / FULL);
            case COLOR, CONTRAST, BRIGHTNESS, SHARPNESS ->
                enhance == Enhance.SIGNED ? 1 + sign * (0.9 * magnitude / FULL) : 0.1 + 1.8 * magnitude / FULL;
            case SHEAR_X, SHEAR_Y -> sign * (0.3 * magnitude / FULL);
            case TRANSLATE_X, TRANSLATE_Y -> sign * (Side.translation(side) * magnitude / FULL);
            case CUTOUT -> Math.floor(Side.cut(side) * magnitude / FULL);
        };
    }
}
