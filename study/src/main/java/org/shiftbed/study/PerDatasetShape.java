package org.shiftbed.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.file.Field;
import org.shiftbed.base.file.Groups.Fields;
import org.shiftbed.base.file.Shape;
import org.shiftbed.base.file.YamlNode;

/**
 * Names of data sets, each with fields.
 *
 * @param datasets names that are known
 * @param fields what each may hold
 */
record PerDatasetShape(List<String> datasets, Fields fields) implements Shape {
    PerDatasetShape {
        datasets = List.copyOf(datasets);
    }

    @Override
    public Object check(Field field) {
        if (!(field.node() instanceof YamlNode.Mapping mapping)) {
            throw field.wrong(rule());
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (YamlNode.Entry entry : mapping.entries()) {
            Field child = field.child(entry);
            if (!datasets.contains(entry.key())) {
                throw child.unknown("data set", entry.key(), datasets);
            }
            values.put(entry.key(), fields.check(child));
        }
        return values;
    }

    @Override
    public String rule() {
        return "a map from names of data sets to their fields";
    }

    @Override
    public Map<String, Object> schema() {
        // The fields stand once, and not again for every name.
        return Shape.json(
                "type", "object", "propertyNames", Map.of("enum", datasets), "additionalProperties", fields.schema());
    }
}
