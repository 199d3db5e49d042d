package org.shiftbed.study.rows;

/** A line needs the reader that knows all of JSON. */
final class NotPlain extends RuntimeException {
    /** The only one: nobody asks where it was thrown, and a trace costs more than the line. */
    static final NotPlain HERE = new NotPlain();

    private static final long serialVersionUID = 1;

    private NotPlain() {
        super(null, null, false, false);
    }
}
