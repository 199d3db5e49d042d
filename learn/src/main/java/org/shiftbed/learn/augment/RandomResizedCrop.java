package org.shiftbed.learn.augment;

import java.util.SplittableRandom;

/**
 * A crop of random area and aspect, resized to a fixed size (Szegedy et al. 2015; domainbed-protocol 1.5). Up to ten tries: the area is uniform
 * between two shares, the logarithm of the aspect (width over height) uniform between two bounds; a try that does not fit is drawn again, and
 * after ten a centred crop with the nearest aspect is taken.
 *
 * <p>Draws of a try, in order: the area; the aspect; if it fits, the row and the column.
 *
 * @param least smallest share of the area, in (0, 1]
 * @param most largest share of the area
 */
record RandomResizedCrop(double least, double most) {
    private static final int TRIES = 10;
    private static final double NARROW = 3.0 / 4;
    private static final double WIDE = 4.0 / 3;

    /** A rectangle of a picture. */
    record Box(int top, int left, int height, int width) {}

    Box draw(int height, int width, SplittableRandom random) {
        double area = (double) height * width;
        double low = Math.log(NARROW);
        double high = Math.log(WIDE);
        for (int k = 0; k < TRIES; k++) {
            double share = least + (most - least) * random.nextDouble();
            double aspect = Math.exp(low + (high - low) * random.nextDouble());
            int w = (int) Math.rint(Math.sqrt(area * share * aspect));
            int h = (int) Math.rint(Math.sqrt(area * share / aspect));
            if (w > 0 && w <= width && h > 0 && h <= height) {
                int top = random.nextInt(height - h + 1);
                return new Box(top, random.nextInt(width - w + 1), h, w);
            }
        }
        return centred(height, width);
    }

    /** The largest crop from the middle whose aspect is within the bounds. */
    static Box centred(int height, int width) {
        double aspect = (double) width / height;
        int h = height;
        int w = width;
        if (aspect < NARROW) {
            h = (int) Math.rint(width / NARROW);
        } else if (aspect > WIDE) {
            w = (int) Math.rint(height * WIDE);
        }
        return new Box((height - h) / 2, (width - w) / 2, h, w);
    }

    /** The crop at another size. */
    static PictureOperation resized(Box box, int height, int width) {
        return Cut.to(box.top(), box.left(), box.height(), box.width()).then(Resize.to(height, width));
    }
}
