package org.shiftbed.data.images;

/** A file that is no picture, is damaged, or is of a kind that is not read; the message says which, in a few words. */
final class UnreadableImage extends Exception {
    private static final long serialVersionUID = 1;

    UnreadableImage(String message) {
        super(message);
    }

    UnreadableImage(String message, Throwable cause) {
        super(message, cause);
    }
}
