package org.shiftbed.learn;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Seed;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.Originals;
import org.shiftbed.learn.augment.Augmentation;
import org.shiftbed.learn.augment.Picture;

/** The pictures of rows as an augmentation draws them. Safe for use from several threads. */
final class PictureDraws {
    private final Dataset dataset;
    private final Augmentation augmentation;
    private final IntPredicate augmented;
    private final ImageShape shape;
    private final @Nullable Originals originals;
    private final @Nullable PixelTable scale;

    /**
     * @param dataset opens the pictures at their own sizes if the augmentation is made of those
     * @param augmented whether the picture of a row is augmented; the others stay as they are
     * @param scale of the values that are drawn; null: they stay in 0..255
     */
    PictureDraws(Dataset dataset, Augmentation augmentation, IntPredicate augmented, @Nullable PixelTable scale) {
        this.dataset = dataset;
        this.augmentation = augmentation;
        this.augmented = augmented;
        this.shape = augmentation.shape(dataset.shape());
        this.originals = augmentation.ofOriginals() ? dataset.originals() : null;
        this.scale = scale;
    }

    /** Shape of what is drawn: three channels, the size of the examples. */
    ImageShape shape() {
        return shape;
    }

    /** Whether the picture of a row is augmented. */
    boolean augments(int row) {
        return augmented.test(row);
    }

    /**
     * Draws the picture of a row.
     *
     * @param seed of its own stream
     * @param target receives {@link #shape} values (CHW), of 0..255 or scaled
     * @param at index of the first of them
     */
    void draw(int row, Seed seed, float[] target, int at) {
        if (augmented.test(row)) {
            Picture picture = originals == null ? example(row) : original(originals, row);
            augmentation.apply(picture, shape, seed.random(), target, at);
        } else {
            byte[] bytes = example(row).coloured().bytes();
            for (int i = 0; i < bytes.length; i++) {
                target[at + i] = bytes[i] & 0xFF;
            }
        }
        scale(target, at);
    }

    /** A black picture in place of a row's. */
    void black(float[] target, int at) {
        Arrays.fill(target, at, at + shape.bytes(), 0);
        scale(target, at);
    }

    private void scale(float[] target, int at) {
        if (scale != null) {
            scale.scale(target, at, shape.height() * shape.width());
        }
    }

    private Picture example(int row) {
        ImageShape own = dataset.shape();
        ByteBuffer buffer = ByteBuffer.allocate(own.bytes());
        dataset.read(new int[] {row}, 0, 1, buffer);
        return new Picture(own, buffer.array());
    }

    private static Picture original(Originals originals, int row) {
        ImageShape own = originals.shape(row);
        byte[] bytes = new byte[own.bytes()];
        originals.read(row, bytes);
        return new Picture(own, bytes);
    }
}
