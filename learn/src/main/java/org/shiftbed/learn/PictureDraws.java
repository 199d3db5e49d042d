package org.shiftbed.learn;

import java.nio.ByteBuffer;
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

    /**
     * @param dataset opens the pictures at their own sizes if the augmentation is made of those
     * @param augmented whether the picture of a row is augmented; the others stay as they are
     */
    PictureDraws(Dataset dataset, Augmentation augmentation, IntPredicate augmented) {
        this.dataset = dataset;
        this.augmentation = augmentation;
        this.augmented = augmented;
        this.shape = augmentation.shape(dataset.shape());
        this.originals = augmentation.ofOriginals() ? dataset.originals() : null;
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
     * @param target receives {@link #shape} values of 0..255 (CHW)
     * @param at index of the first of them
     */
    void draw(int row, Seed seed, float[] target, int at) {
        if (!augmented.test(row)) {
            byte[] bytes = example(row).coloured().bytes();
            for (int i = 0; i < bytes.length; i++) {
                target[at + i] = bytes[i] & 0xFF;
            }
            return;
        }
        augmentation.apply(
                originals == null ? example(row) : original(originals, row), shape, seed.random(), target, at);
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
