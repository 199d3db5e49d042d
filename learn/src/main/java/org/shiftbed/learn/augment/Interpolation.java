package org.shiftbed.learn.augment;

/** How a moved pixel reads the picture between its pixels. */
public enum Interpolation {
    /** The pixel in which the point lies. */
    NEAREST,
    /** The four around it, neighbours beyond the border taken from the border. */
    BILINEAR
}
