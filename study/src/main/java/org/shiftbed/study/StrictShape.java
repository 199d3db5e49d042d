package org.shiftbed.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shiftbed.base.file.Field;
import org.shiftbed.base.file.Groups.Fields;
import org.shiftbed.base.file.Groups.ListOf;
import org.shiftbed.base.file.Shape;
import org.shiftbed.base.file.YamlNode;

/** {@code strict: true}, {@code strict: [data]} or {@code strict: {data: false}}. */
record StrictShape(Fields layers, ListOf list) implements Shape {

    /** @return a map from every layer that is spoken of to true or false */
    @Override
    public Object check(Field field) {
        Map<String, Boolean> chosen = new TreeMap<>();
        if (field.node() instanceof YamlNode.Mapping) {
            ((Map<?, ?>) layers.check(field)).forEach((layer, on) -> chosen.put((String) layer, (Boolean) on));
            return chosen;
        }
        List<Object> on = new ArrayList<>();
        if (field.node() instanceof YamlNode.Scalar scalar && scalar.value() instanceof Boolean flag) {
            on.addAll(flag ? StudyFields.LAYERS : List.of());
        } else {
            on.addAll((List<?>) list.check(field));
        }
        StudyFields.LAYERS.forEach(layer -> chosen.put(layer, on.contains(layer)));
        return chosen;
    }

    @Override
    public String rule() {
        return "true, false, a list of layers or a map of them";
    }

    @Override
    public Map<String, Object> schema() {
        return Shape.json("anyOf", List.of(Shape.json("type", "boolean"), list.schema(), layers.schema()));
    }
}
