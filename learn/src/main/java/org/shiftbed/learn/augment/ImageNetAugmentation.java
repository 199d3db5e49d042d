package org.shiftbed.learn.augment;

import java.util.List;
import java.util.SplittableRandom;

/**
 * The usual augmentation of ImageNet trainings (controlled-shifts 3.2): a random resized crop of 8% to 100% of the area back to the native size,
 * then brightness, contrast and saturation by factors of 0.6 to 1.4 in random order. Crop, jitter and a mirror image can each be switched.
 *
 * <p>Draws, in order: the crop; the order of the jitter; its three factors for brightness, contrast and saturation; whether to mirror.
 *
 * @param crop whether to crop
 * @param jitter whether to jitter colours
 * @param flip whether half of the pictures are mirrored
 */
public record ImageNetAugmentation(boolean crop, boolean jitter, boolean flip) implements Augmentation {
    static final RandomResizedCrop CROP = new RandomResizedCrop(0.08, 1);
    private static final double STRENGTH = 0.4;

    /** Crop and jitter, as the paper names them. */
    public static ImageNetAugmentation standard() {
        return new ImageNetAugmentation(true, true, false);
    }

    @Override
    public String name() {
        return "imagenet";
    }

    @Override
    public void apply(Picture picture, SplittableRandom random, float[] target, int at) {
        Picture coloured = picture.coloured();
        Picture changed = draw(coloured, random).apply(coloured);
        for (int i = 0; i < changed.bytes().length; i++) {
            target[at + i] = changed.at(i);
        }
    }

    private PictureOperation draw(Picture picture, SplittableRandom random) {
        PictureOperation chain = same -> same;
        if (crop) {
            RandomResizedCrop.Box box = CROP.draw(picture.height(), picture.width(), random);
            chain = chain.then(RandomResizedCrop.resized(box, picture.height(), picture.width()));
        }
        if (jitter) {
            chain = chain.then(jitter(random));
        }
        return flip && random.nextBoolean() ? chain.then(Cut.mirror()) : chain;
    }

    private static PictureOperation jitter(SplittableRandom random) {
        int[] order = {0, 1, 2};
        for (int last = order.length - 1; last > 0; last--) {
            int other = random.nextInt(last + 1);
            int kept = order[last];
            order[last] = order[other];
            order[other] = kept;
        }
        List<PictureOperation> operations = List.of(
                Enhance.brightness(factor(random)), Enhance.contrast(factor(random)), Enhance.color(factor(random)));
        return operations.get(order[0]).then(operations.get(order[1])).then(operations.get(order[2]));
    }

    /** Uniform on [0.6, 1.4). */
    static double factor(SplittableRandom random) {
        return 1 - STRENGTH + 2 * STRENGTH * random.nextDouble();
    }
}
