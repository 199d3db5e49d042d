package org.shiftbed.audit.spec;

import java.util.Locale;

/** Which way the loss gets worse. */
public enum Direction {
    /** Larger is worse, as for an error. */
    LARGER,
    /** Smaller is worse, as for accuracy. */
    SMALLER;

    /** +1 where larger is worse, -1 where smaller is. */
    public int sign() {
        return this == LARGER ? 1 : -1;
    }

    /** As written in {@code audit.yaml}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
