package org.shiftbed.audit.spec;

import java.util.List;
import java.util.Map;
import org.shiftbed.base.file.Field;
import org.shiftbed.base.file.Groups.Fields;
import org.shiftbed.base.file.Shape;
import org.shiftbed.base.file.YamlNode;

/**
 * A shift as a map of fields, or as the text that the command line takes.
 *
 * @param fields of the map
 */
record ShiftOrText(Fields fields) implements Shape {
    @Override
    public Object check(Field field) {
        if (field.node() instanceof YamlNode.Scalar scalar && scalar.value() instanceof String text) {
            return ShiftText.parse(field.place(), text);
        }
        return fields.check(field);
    }

    @Override
    public String rule() {
        return fields.rule() + ", or a text such as 'O given Y'";
    }

    @Override
    public Map<String, Object> schema() {
        return Shape.json("anyOf", List.of(Shape.json("type", "string"), fields.schema()));
    }
}
