package org.shiftbed.audit.spec;

import java.util.List;
import java.util.Map;
import org.shiftbed.base.file.Field;
import org.shiftbed.base.file.Scalars.Decimal;
import org.shiftbed.base.file.Shape;

/** Two numbers, the smaller first. */
record Interval() implements Shape {
    @Override
    public Object check(Field field) {
        if (new Many(new Decimal(-1e9, 1e9, false), 2).check(field) instanceof List<?> two
                && two.size() == 2
                && two.get(0) instanceof Double lower
                && two.get(1) instanceof Double upper) {
            if (lower <= upper) {
                return two;
            }
            throw field.error("must be " + rule() + ", found [" + text(lower) + ", " + text(upper)
                    + "], whose first number is the larger one; exchange them");
        }
        throw field.wrong(rule());
    }

    private static String text(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    @Override
    public String rule() {
        return "a list [smallest, largest]";
    }

    @Override
    public Map<String, Object> schema() {
        return Shape.json("type", "array", "items", Shape.json("type", "number"), "minItems", 2, "maxItems", 2);
    }
}
