package org.shiftbed.learn.augment;

import org.shiftbed.data.AntialiasedResize;
import org.shiftbed.data.ImageShape;

/** Bilinear resizing with antialiasing (domainbed-protocol 1.5). */
public final class Resize {
    private Resize() {}

    /**
     * To a size.
     *
     * @param height at least 1
     * @param width at least 1
     */
    public static PictureOperation to(int height, int width) {
        return picture -> new Picture(
                new ImageShape(picture.channels(), height, width),
                AntialiasedResize.resize(
                        picture.bytes(), picture.channels(), picture.height(), picture.width(), height, width));
    }
}
