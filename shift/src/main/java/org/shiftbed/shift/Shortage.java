package org.shiftbed.shift;

import java.util.Locale;

/** What happens where a cell of a target joint has fewer rows than its share asks for ({@code controlled-shifts.md} 1.8). */
enum Shortage {
    /** Fewer rows in all, so that the shares are kept. */
    SHRINK,
    /** The short cell gives what it has, the shares change. */
    CLIP,
    /** Rows of the short cell are drawn with replacement, the shares are kept. */
    OVERSAMPLE,
    /** The request is refused. */
    ERROR;

    /** As study files write it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
