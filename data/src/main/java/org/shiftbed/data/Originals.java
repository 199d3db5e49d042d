package org.shiftbed.data;

/** Pictures at sizes of their own, before they are resized to the shape that all examples share. Reads may come from several threads. */
public interface Originals {
    /** Shape of the picture of a row. */
    ImageShape shape(int row);

    /**
     * Copies the picture of a row, channel by channel and row by row, into an array from its start on.
     *
     * @param target of at least {@code shape(row).bytes()}
     */
    void read(int row, byte[] target);
}
