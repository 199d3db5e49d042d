package org.shiftbed.shift;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A shift that can be composed with others ({@code controlled-shifts.md} 1.8): its kind and its own fields say all of it. */
interface Component extends Shift {

    /** What it has in common with all shifts. */
    Frame frame();

    /** The parameters that are not those of the frame. */
    Map<String, Object> own();

    /** The attribute along which it shifts; null where there is none. */
    @Nullable
    String along();
}
