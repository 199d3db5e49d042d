package org.shiftbed.learn.augment;

import java.util.List;
import java.util.SplittableRandom;
import org.shiftbed.data.ImageShape;

/**
 * AutoAugment (Cubuk et al. 2019; controlled-shifts 3.2): one of the twenty-five sub-policies of a table is drawn uniformly, and its two operations
 * run in order, each with its own probability. The table of CIFAR-10 serves sides below 128, that of ImageNet the others.
 *
 * <p>Draws, in order: the sub-policy; for each of its operations whether it is applied, and its sign.
 */
public final class AutoAugment extends Whole {
    private static final Warp WARP = new Warp(Interpolation.NEAREST, 128);
    private static final int[] BITS = {8, 8, 7, 7, 6, 6, 5, 5, 4, 4};
    private static final int LAST = 9;

    @Override
    public String name() {
        return "autoaugment";
    }

    @Override
    PictureOperation draw(Picture picture, SplittableRandom random) {
        List<List<AutoAugmentPolicy.Step>> table = AutoAugmentPolicy.of(Math.min(picture.width(), picture.height()))
                .subPolicies();
        PictureOperation chain = same -> same;
        for (AutoAugmentPolicy.Step step : table.get(random.nextInt(table.size()))) {
            boolean applied = random.nextDouble() < step.probability();
            int sign = random.nextBoolean() ? 1 : -1;
            if (applied) {
                chain = chain.then(operation(step, sign, picture.shape()));
            }
        }
        return chain;
    }

    static PictureOperation operation(AutoAugmentPolicy.Step step, int sign, ImageShape shape) {
        return step.primitive().of(value(step.primitive(), step.magnitude(), sign, shape), WARP);
    }

    /**
     * What a magnitude is for an operation: a straight line over the indices.
     *
     * @param magnitude 0 to 9
     * @param sign 1 or -1; without meaning for operations that have no direction
     */
    static double value(Primitive primitive, int magnitude, int sign, ImageShape shape) {
        int side = Side.of(primitive, shape);
        return switch (primitive) {
            case AUTO_CONTRAST, EQUALIZE, INVERT, SOLARIZE_ADD, CUTOUT -> 0;
            case ROTATE -> sign * (30.0 * magnitude / LAST);
            case POSTERIZE -> BITS[magnitude];
            case SOLARIZE -> 255 - 255.0 * magnitude / LAST;
            case COLOR, CONTRAST, BRIGHTNESS, SHARPNESS -> 1 + sign * (0.9 * magnitude / LAST);
            case SHEAR_X, SHEAR_Y -> sign * (0.3 * magnitude / LAST);
            case TRANSLATE_X, TRANSLATE_Y -> sign * (Side.translation(side) * magnitude / LAST);
        };
    }
}
