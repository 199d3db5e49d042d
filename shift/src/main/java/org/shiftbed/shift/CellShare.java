package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.List;

/**
 * One line of a target joint as a study file writes it: {@code [square, red, 0.3]}.
 *
 * @param values one for each attribute of the table
 * @param share of all rows, in [0, 1]
 */
record CellShare(List<String> values, double share) {
    CellShare {
        values = List.copyOf(values);
    }

    /** As it is stored. */
    List<Object> plain() {
        List<Object> plain = new ArrayList<>(values);
        plain.add(share);
        return List.copyOf(plain);
    }
}
