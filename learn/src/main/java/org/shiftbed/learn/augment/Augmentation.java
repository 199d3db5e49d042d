package org.shiftbed.learn.augment;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;
import org.shiftbed.data.ImageShape;

/**
 * A way to draw a changed picture for training (controlled-shifts 3.2). It works on integers of 0..255, before any scaling, and gives three
 * channels. Safe for use from several threads.
 */
public interface Augmentation {
    /** As written in a study file. */
    String name();

    /** Why pictures of this shape cannot be augmented, one line; null where they can. */
    default @Nullable String refuses(ImageShape shape) {
        if (shape.isVector()) {
            return "augmentation " + name()
                    + " changes pictures, and the data set is a table; use another method for it";
        }
        return shape.channels() == 2
                ? "augmentation " + name() + " changes grey pictures or colours, and these have 2 channels (" + shape
                        + "); use another method for them"
                : null;
    }

    /**
     * Shape of what comes out for pictures of a shape: three channels of the same size.
     *
     * @throws UserError where it {@link #refuses} them
     */
    default ImageShape shape(ImageShape shape) {
        String reason = refuses(shape);
        if (reason != null) {
            throw new UserError(reason);
        }
        return new ImageShape(3, shape.height(), shape.width());
    }

    /** Whether it is made of pictures at sizes of their own ({@link org.shiftbed.data.Originals}), not of those in the shape of the examples. */
    default boolean ofOriginals() {
        return false;
    }

    /**
     * Draws a picture of a given size out of one of any size. A method that is not {@link #ofOriginals} is given pictures of that size.
     *
     * @param to three channels, and the size of what comes out
     * @param random the picture's own stream
     * @param target receives as many values of 0..255 (CHW) as {@code to} has
     * @param at index of the first of them
     */
    default void apply(Picture picture, ImageShape to, SplittableRandom random, float[] target, int at) {
        apply(picture, random, target, at);
    }

    /**
     * Draws a picture.
     *
     * @param picture of any number of channels
     * @param random the picture's own stream
     * @param target receives {@link #shape} values of 0..255 (CHW); they are whole unless the method mixes pictures
     * @param at index of the first of them
     */
    void apply(Picture picture, SplittableRandom random, float[] target, int at);
}
