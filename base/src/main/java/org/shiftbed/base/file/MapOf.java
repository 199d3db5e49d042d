package org.shiftbed.base.file;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map whose names are free.
 *
 * @param names what the names are, in words: {@code columns}
 * @param value what each holds
 */
public record MapOf(String names, Shape value) implements Shape {
    @Override
    public Object check(Field field) {
        if (!(field.node() instanceof YamlNode.Mapping mapping)
                || mapping.entries().isEmpty()) {
            throw field.wrong(rule());
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (YamlNode.Entry entry : mapping.entries()) {
            values.put(entry.key(), value.check(field.child(entry)));
        }
        return values;
    }

    @Override
    public String rule() {
        return "a map from " + names + ", each to " + value.rule();
    }

    @Override
    public Map<String, Object> schema() {
        return Shape.json("type", "object", "additionalProperties", value.schema(), "minProperties", 1);
    }
}
