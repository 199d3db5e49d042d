package org.shiftbed.study;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shiftbed.base.file.Field;
import org.shiftbed.base.file.Groups.ListOf;
import org.shiftbed.base.file.Scalars.Anything;
import org.shiftbed.base.file.Shape;
import org.shiftbed.base.file.YamlNode;
import org.shiftbed.learn.hyperparameter.Hyperparameter;

/** A value of a hyperparameter, or a list of them. Type and range are checked where the data set is known. */
record HyperparameterShape(Hyperparameter entry) implements Shape {

    @Override
    public Object check(Field field) {
        if (field.node() instanceof YamlNode.Mapping) {
            throw field.wrong(rule());
        }
        return field.node() instanceof YamlNode.Sequence
                ? new ListOf(new Anything(), 1, false).check(field)
                : new Anything().check(field);
    }

    @Override
    public String rule() {
        return "a value or a list of values";
    }

    @Override
    public Map<String, Object> schema() {
        Map<String, Object> value = new TreeMap<>();
        Object standard = entry.standard();
        if (standard instanceof Boolean) {
            value.put("type", "boolean");
        } else if (standard instanceof String) {
            value.put("type", "string");
        } else {
            value.put("type", standard instanceof Long ? "integer" : "number");
            if (entry.minimum() == Double.MIN_VALUE) {
                value.put("exclusiveMinimum", 0L);
            } else if (Double.isFinite(entry.minimum())) {
                value.put("minimum", entry.minimum());
            }
            if (Double.isFinite(entry.maximum())) {
                value.put("maximum", entry.maximum());
            }
        }
        return Shape.json("anyOf", List.of(value, Shape.json("type", "array", "items", value, "minItems", 1)));
    }
}
