package org.shiftbed.audit.spec;

import java.util.List;
import java.util.Map;
import org.shiftbed.base.file.Field;
import org.shiftbed.base.file.Shape;
import org.shiftbed.base.file.YamlNode;

/** A value of a column: text, a number, true or false. */
record ScalarValue() implements Shape {
    @Override
    public Object check(Field field) {
        if (field.node() instanceof YamlNode.Scalar scalar && scalar.value() != null) {
            return scalar.value();
        }
        throw field.wrong(rule());
    }

    @Override
    public String rule() {
        return "a value of the column";
    }

    @Override
    public Map<String, Object> schema() {
        return Shape.json("type", List.of("string", "number", "boolean"));
    }
}
