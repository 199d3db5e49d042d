package org.shiftbed.study;

import java.util.Locale;

/** Where a expected trial stands. */
public enum TrialState {
    /** A run is going on and has not come to it. */
    QUEUED,
    /** A worker is at it. */
    RUNNING,
    /** Its folder is published. */
    DONE,
    /** Its folder is published: the loss or a weight stopped being finite. A result, not a failure. */
    DIVERGED,
    /** It cannot be run, and the plan says why. */
    REFUSED,
    /** Its last attempt ended badly, and no other is going on. */
    FAILED,
    /** No run is going on, and there is nothing of it. */
    MISSING;

    /** The name in files and listings: {@code done}, {@code diverged}, … */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
