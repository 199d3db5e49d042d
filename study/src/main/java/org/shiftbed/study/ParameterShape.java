package org.shiftbed.study;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shiftbed.base.file.Field;
import org.shiftbed.base.file.Scalars.Anything;
import org.shiftbed.base.file.Shape;
import org.shiftbed.data.DatasetFactory;

/** A parameter of a data set; the data room checks its type, its values and whether parameters fit together. */
record ParameterShape(DatasetFactory.Parameter parameter) implements Shape {

    @Override
    public Object check(Field field) {
        return new Anything().check(field);
    }

    @Override
    public String rule() {
        return "a parameter";
    }

    @Override
    public Map<String, Object> schema() {
        Map<String, Object> schema = new TreeMap<>();
        switch (parameter.type()) {
            case WHOLE -> schema.put("type", "integer");
            case DECIMAL -> schema.put("type", "number");
            case TEXT, PATH -> schema.put("type", "string");
            case TEXTS -> {
                TreeMap<String, Object> item = new TreeMap<>(Map.of("type", "string"));
                if (!parameter.allowed().isEmpty()) {
                    item.put("enum", parameter.allowed());
                }
                schema.put("anyOf", List.of(item, Shape.json("type", "array", "items", item, "uniqueItems", true)));
            }
            case BINS -> {
                Map<String, Object> cut = Map.of("type", List.of("number", "string"));
                schema.put("type", "object");
                schema.put(
                        "additionalProperties",
                        Map.of(
                                "anyOf",
                                List.of(
                                        Shape.json("type", "integer", "minimum", 2L),
                                        Shape.json("type", "array", "items", cut, "minItems", 1L))));
            }
            case FLAG -> schema.put("type", "boolean");
            case COUNTS -> {
                Map<String, Object> keys = new TreeMap<>();
                if (parameter.standard() instanceof Map<?, ?> standard) {
                    standard.keySet()
                            .forEach(
                                    key -> keys.put(String.valueOf(key), Shape.json("type", "integer", "minimum", 1L)));
                }
                schema.put("type", "object");
                schema.put("properties", keys);
                schema.put("additionalProperties", false);
            }
        }
        if (!parameter.allowed().isEmpty() && parameter.type() != DatasetFactory.Type.TEXTS) {
            schema.put("enum", parameter.allowed());
        }
        return schema;
    }
}
