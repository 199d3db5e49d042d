package org.shiftbed.learn.augment;

import java.util.SplittableRandom;

/** An augmentation that is a chain of drawn operations, so that its values are whole. */
abstract class Whole implements Augmentation {
    /** Draws the operations for a picture of three channels. */
    abstract PictureOperation draw(Picture picture, SplittableRandom random);

    @Override
    public final void apply(Picture picture, SplittableRandom random, float[] target, int at) {
        Picture coloured = picture.coloured();
        Picture changed = draw(coloured, random).apply(coloured);
        for (int i = 0; i < changed.bytes().length; i++) {
            target[at + i] = changed.at(i);
        }
    }
}
