package org.shiftbed.shift;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.AttributeTable;

/** A shift that is a list of parts ({@code controlled-shifts.md} 1.3). */
interface PartsShift extends Component {

    /**
     * What training is made of.
     *
     * @throws org.shiftbed.base.UserError where an attribute or value is unknown, or the shift cannot be
     */
    List<PartRequest> requests(AttributeTable table);

    /** The filter of the values that are rare or missing in training; null where the shift knows none. */
    default @Nullable String rare(AttributeTable table) {
        return null;
    }
}
