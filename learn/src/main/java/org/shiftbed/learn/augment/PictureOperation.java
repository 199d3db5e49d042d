package org.shiftbed.learn.augment;

/** One operation on a picture, its magnitude fixed. Safe for use from several threads. */
@FunctionalInterface
public interface PictureOperation {
    /**
     * The picture after the operation; the one given stays as it is.
     *
     * @param picture of any number of channels
     */
    Picture apply(Picture picture);

    /** This one first, then another. */
    default PictureOperation then(PictureOperation next) {
        return picture -> next.apply(apply(picture));
    }
}
