package org.shiftbed.learn.augment;

import java.util.List;

/**
 * The two published tables of AutoAugment (Cubuk et al. 2019; controlled-shifts 3.2): twenty-five sub-policies of two operations each.
 */
enum AutoAugmentPolicy {
    /** Learned on CIFAR-10; for pictures whose side is below 128. */
    CIFAR10(List.of(
            List.of(step(Primitive.INVERT, 0.1, 0), step(Primitive.CONTRAST, 0.2, 6)),
            List.of(step(Primitive.ROTATE, 0.7, 2), step(Primitive.TRANSLATE_X, 0.3, 9)),
            List.of(step(Primitive.SHARPNESS, 0.8, 1), step(Primitive.SHARPNESS, 0.9, 3)),
            List.of(step(Primitive.SHEAR_Y, 0.5, 8), step(Primitive.TRANSLATE_Y, 0.7, 9)),
            List.of(step(Primitive.AUTO_CONTRAST, 0.5, 0), step(Primitive.EQUALIZE, 0.9, 0)),
            List.of(step(Primitive.SHEAR_Y, 0.2, 7), step(Primitive.POSTERIZE, 0.3, 7)),
            List.of(step(Primitive.COLOR, 0.4, 3), step(Primitive.BRIGHTNESS, 0.6, 7)),
            List.of(step(Primitive.SHARPNESS, 0.3, 9), step(Primitive.BRIGHTNESS, 0.7, 9)),
            List.of(step(Primitive.EQUALIZE, 0.6, 0), step(Primitive.EQUALIZE, 0.5, 0)),
            List.of(step(Primitive.CONTRAST, 0.6, 7), step(Primitive.SHARPNESS, 0.6, 5)),
            List.of(step(Primitive.COLOR, 0.7, 7), step(Primitive.TRANSLATE_X, 0.5, 8)),
            List.of(step(Primitive.EQUALIZE, 0.3, 0), step(Primitive.AUTO_CONTRAST, 0.4, 0)),
            List.of(step(Primitive.TRANSLATE_Y, 0.4, 3), step(Primitive.SHARPNESS, 0.2, 6)),
            List.of(step(Primitive.BRIGHTNESS, 0.9, 6), step(Primitive.COLOR, 0.2, 8)),
            List.of(step(Primitive.SOLARIZE, 0.5, 2), step(Primitive.INVERT, 0, 0)),
            List.of(step(Primitive.EQUALIZE, 0.2, 0), step(Primitive.AUTO_CONTRAST, 0.6, 0)),
            List.of(step(Primitive.EQUALIZE, 0.2, 0), step(Primitive.EQUALIZE, 0.6, 0)),
            List.of(step(Primitive.COLOR, 0.9, 9), step(Primitive.EQUALIZE, 0.6, 0)),
            List.of(step(Primitive.AUTO_CONTRAST, 0.8, 0), step(Primitive.SOLARIZE, 0.2, 8)),
            List.of(step(Primitive.BRIGHTNESS, 0.1, 3), step(Primitive.COLOR, 0.7, 0)),
            List.of(step(Primitive.SOLARIZE, 0.4, 5), step(Primitive.AUTO_CONTRAST, 0.9, 0)),
            List.of(step(Primitive.TRANSLATE_Y, 0.9, 9), step(Primitive.TRANSLATE_Y, 0.7, 9)),
            List.of(step(Primitive.AUTO_CONTRAST, 0.9, 0), step(Primitive.SOLARIZE, 0.8, 3)),
            List.of(step(Primitive.EQUALIZE, 0.8, 0), step(Primitive.INVERT, 0.1, 0)),
            List.of(step(Primitive.TRANSLATE_Y, 0.7, 9), step(Primitive.AUTO_CONTRAST, 0.9, 0)))),
    /** Learned on ImageNet; its last five rows repeat earlier ones, as published. */
    IMAGENET(List.of(
            List.of(step(Primitive.POSTERIZE, 0.4, 8), step(Primitive.ROTATE, 0.6, 9)),
            List.of(step(Primitive.SOLARIZE, 0.6, 5), step(Primitive.AUTO_CONTRAST, 0.6, 0)),
            List.of(step(Primitive.EQUALIZE, 0.8, 0), step(Primitive.EQUALIZE, 0.6, 0)),
            List.of(step(Primitive.POSTERIZE, 0.6, 7), step(Primitive.POSTERIZE, 0.6, 6)),
            List.of(step(Primitive.EQUALIZE, 0.4, 0), step(Primitive.SOLARIZE, 0.2, 4)),
            List.of(step(Primitive.EQUALIZE, 0.4, 0), step(Primitive.ROTATE, 0.8, 8)),
            List.of(step(Primitive.SOLARIZE, 0.6, 3), step(Primitive.EQUALIZE, 0.6, 0)),
            List.of(step(Primitive.POSTERIZE, 0.8, 5), step(Primitive.EQUALIZE, 1, 0)),
            List.of(step(Primitive.ROTATE, 0.2, 3), step(Primitive.SOLARIZE, 0.6, 8)),
            List.of(step(Primitive.EQUALIZE, 0.6, 0), step(Primitive.POSTERIZE, 0.4, 6)),
            List.of(step(Primitive.ROTATE, 0.8, 8), step(Primitive.COLOR, 0.4, 0)),
            List.of(step(Primitive.ROTATE, 0.4, 9), step(Primitive.EQUALIZE, 0.6, 0)),
            List.of(step(Primitive.EQUALIZE, 0, 0), step(Primitive.EQUALIZE, 0.8, 0)),
            List.of(step(Primitive.INVERT, 0.6, 0), step(Primitive.EQUALIZE, 1, 0)),
            List.of(step(Primitive.COLOR, 0.6, 4), step(Primitive.CONTRAST, 1, 8)),
            List.of(step(Primitive.ROTATE, 0.8, 8), step(Primitive.COLOR, 1, 2)),
            List.of(step(Primitive.COLOR, 0.8, 8), step(Primitive.SOLARIZE, 0.8, 7)),
            List.of(step(Primitive.SHARPNESS, 0.4, 7), step(Primitive.INVERT, 0.6, 0)),
            List.of(step(Primitive.SHEAR_X, 0.6, 5), step(Primitive.EQUALIZE, 1, 0)),
            List.of(step(Primitive.COLOR, 0.4, 0), step(Primitive.EQUALIZE, 0.6, 0)),
            List.of(step(Primitive.EQUALIZE, 0.4, 0), step(Primitive.SOLARIZE, 0.2, 4)),
            List.of(step(Primitive.SOLARIZE, 0.6, 5), step(Primitive.AUTO_CONTRAST, 0.6, 0)),
            List.of(step(Primitive.INVERT, 0.6, 0), step(Primitive.EQUALIZE, 1, 0)),
            List.of(step(Primitive.COLOR, 0.6, 4), step(Primitive.CONTRAST, 1, 8)),
            List.of(step(Primitive.EQUALIZE, 0.8, 0), step(Primitive.EQUALIZE, 0.6, 0))));

    /** From this side on the table of ImageNet is used. */
    private static final int LARGE = 128;

    private final List<List<Step>> subPolicies;

    AutoAugmentPolicy(List<List<Step>> subPolicies) {
        this.subPolicies = subPolicies;
    }

    /**
     * An operation of a sub-policy.
     *
     * @param probability with which it is applied
     * @param magnitude index of 0 to 9; without meaning for operations that have none
     */
    record Step(Primitive primitive, double probability, int magnitude) {}

    private static Step step(Primitive primitive, double probability, int magnitude) {
        return new Step(primitive, probability, magnitude);
    }

    /** The table for pictures whose shorter side is this. */
    static AutoAugmentPolicy of(int side) {
        return side < LARGE ? CIFAR10 : IMAGENET;
    }

    List<List<Step>> subPolicies() {
        return subPolicies;
    }
}
