package org.shiftbed.learn.augment;

import java.util.List;
import java.util.SplittableRandom;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.Transforms;

/**
 * What DomainBed does to training pictures (domainbed-protocol 1.5): a random crop of 70% to 100% of the area resized to the shape of the examples, unless
 * the family is never cropped; half of them mirrored; brightness, contrast and saturation by factors of 0.7 to 1.3 and a turn of the hue by up to 0.3, in
 * random order; one in ten made grey.
 *
 * <p>Draws, in order: the crop; whether to mirror; the order of the jitter; its factors for brightness, contrast, saturation and hue; whether to make it grey.
 *
 * @param family of the data set, not {@link Transforms#NONE}
 */
public record DomainBedAugmentation(Transforms family) implements Augmentation {
    private static final RandomResizedCrop CROP = new RandomResizedCrop(0.7, 1);
    private static final double STRENGTH = 0.3;
    private static final double GREY = 0.1;

    public DomainBedAugmentation {
        if (family == Transforms.NONE) {
            throw new IllegalArgumentException("DomainBed does not augment pictures of family " + family);
        }
    }

    @Override
    public String name() {
        return "domainbed";
    }

    @Override
    public boolean ofOriginals() {
        return family == Transforms.FOLDERS;
    }

    /** @throws IllegalArgumentException where a picture that is not cropped has another size than {@code to} */
    @Override
    public void apply(Picture picture, ImageShape to, SplittableRandom random, float[] target, int at) {
        Picture coloured = picture.coloured();
        Picture changed = draw(coloured, to, random).apply(coloured);
        if (changed.height() != to.height() || changed.width() != to.width()) {
            throw new IllegalArgumentException("a " + picture + " is not cropped, and must be of " + to);
        }
        byte[] bytes = changed.bytes();
        for (int i = 0; i < bytes.length; i++) {
            target[at + i] = bytes[i] & 0xFF;
        }
    }

    @Override
    public void apply(Picture picture, SplittableRandom random, float[] target, int at) {
        apply(picture, picture.shape(), random, target, at);
    }

    private PictureOperation draw(Picture picture, ImageShape to, SplittableRandom random) {
        PictureOperation chain = same -> same;
        if (family != Transforms.SPAWRIOUS) {
            RandomResizedCrop.Box box = CROP.draw(picture.height(), picture.width(), random);
            chain = RandomResizedCrop.resized(box, to.height(), to.width());
        }
        if (random.nextDouble() < 0.5) {
            chain = chain.then(Cut.mirror());
        }
        chain = chain.then(jitter(random));
        return random.nextDouble() < GREY ? chain.then(Enhance.greyInThree()) : chain;
    }

    private static PictureOperation jitter(SplittableRandom random) {
        int[] order = {0, 1, 2, 3};
        for (int last = order.length - 1; last > 0; last--) {
            int other = random.nextInt(last + 1);
            int kept = order[last];
            order[last] = order[other];
            order[other] = kept;
        }
        List<PictureOperation> operations = List.of(
                Enhance.brightness(1 + strength(random)),
                Enhance.contrast(1 + strength(random)),
                Enhance.color(1 + strength(random)),
                Hue.turn(strength(random)));
        PictureOperation chain = operations.get(order[0]);
        for (int i = 1; i < order.length; i++) {
            chain = chain.then(operations.get(order[i]));
        }
        return chain;
    }

    private static double strength(SplittableRandom random) {
        return STRENGTH * (2 * random.nextDouble() - 1);
    }
}
