package org.shiftbed.data;

import java.util.HashSet;
import java.util.List;

/**
 * A named attribute with a finite set of values.
 *
 * @param name unique within a table
 * @param values value k is coded k; at least one, all different, in an order that means something (declared, numeric or sorted)
 */
public record Attribute(String name, List<String> values) {
    public Attribute {
        values = List.copyOf(values);
        if (name.isBlank() || values.isEmpty() || new HashSet<>(values).size() != values.size()) {
            throw new IllegalArgumentException("an attribute needs a name and at least one value, all different; got '"
                    + name + "' with " + values);
        }
    }

    /** The code of a value, or -1 where the attribute has no such value. */
    public int code(String value) {
        return values.indexOf(value);
    }

    /** How many values there are. */
    public int cardinality() {
        return values.size();
    }
}
