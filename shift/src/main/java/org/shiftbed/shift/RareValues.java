package org.shiftbed.shift;

import java.util.List;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;

/** The set of rare or unseen values that low data and unseen data share (A_c of {@code controlled-shifts.md} 1.2). */
final class RareValues {
    /** Stands for the default in stored parameters. */
    static final String KEPT_RULE = "kept-rule";

    private RareValues() {}

    static Object stored(List<String> values) {
        return values.isEmpty() ? KEPT_RULE : values;
    }

    static String words(String attribute, List<String> values) {
        return values.isEmpty() ? attribute : attribute + " " + String.join(" ", values);
    }

    /**
     * At least one value with rows stays outside the set.
     *
     * @return the values, in the order of the attribute
     */
    static List<String> resolve(AttributeTable table, Frame frame, String kind, String attribute, List<String> values) {
        Attribute shifted = Frame.shifted(table, kind, attribute);
        values.forEach(value -> Frame.value(shifted, kind, "values", value));
        List<String> rare = values.isEmpty()
                ? standard(table, frame, shifted)
                : shifted.values().stream().filter(values::contains).toList();
        if (rare.isEmpty()) {
            throw new UserError(kind + ": values must be given for attribute '" + attribute
                    + "': the kept rule keeps all its values " + shifted.values());
        }
        boolean[] present = new boolean[shifted.cardinality()];
        for (int code : table.column(attribute)) {
            present[code] = true;
        }
        List<String> left = shifted.values().stream()
                .filter(value -> present[shifted.code(value)] && !rare.contains(value))
                .toList();
        if (left.isEmpty()) {
            throw new UserError(kind + ": values must leave at least one of the values of '" + attribute
                    + "' that have rows in training, got " + rare + ", which leaves " + left);
        }
        if (rare.stream().noneMatch(value -> present[shifted.code(value)])) {
            throw new UserError(kind + ": values must name a value of '" + attribute + "' that has rows, got " + rare
                    + "; these have: " + String.join(", ", left));
        }
        return rare;
    }

    /** The values that the data set's own parts keep out of training, where it has such; else by the kept rule. */
    private static List<String> standard(AttributeTable table, Frame frame, Attribute shifted) {
        List<String> official = Pools.officiallyUnseen(table, shifted);
        return official.isEmpty() ? KeptRule.rare(frame.dataset(), shifted) : official;
    }
}
