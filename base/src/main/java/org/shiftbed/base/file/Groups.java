package org.shiftbed.base.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Shapes of lists and maps. */
public final class Groups {
    private Groups() {}

    /**
     * A list.
     *
     * @param item what each holds
     * @param least fewest items
     * @param alone whether one item may be written without the list
     */
    public record ListOf(Shape item, int least, boolean alone) implements Shape {
        @Override
        public Object check(Field field) {
            if (!(field.node() instanceof YamlNode.Sequence sequence)) {
                boolean nothing = field.node() instanceof YamlNode.Scalar scalar && scalar.value() == null;
                if (alone && !nothing) {
                    return List.of(item.check(field));
                }
                throw field.wrong(rule());
            }
            if (sequence.items().size() < least) {
                throw field.wrong(rule());
            }
            List<Object> all = new ArrayList<>();
            for (int i = 0; i < sequence.items().size(); i++) {
                Object value = item.check(field.item(i, sequence.items().get(i)));
                int first = all.indexOf(value);
                if (first >= 0) {
                    throw field.item(i, sequence.items().get(i))
                            .error("is the same as " + field.path() + "[" + first + "]; keep one of them");
                }
                all.add(value);
            }
            return all;
        }

        @Override
        public String rule() {
            String many = "a list" + (least > 1 ? " of at least " + least : least == 1 ? " of at least one" : "");
            return many + ", each " + item.rule();
        }

        @Override
        public Map<String, Object> schema() {
            Map<String, Object> list =
                    Shape.json("type", "array", "items", item.schema(), "minItems", least, "uniqueItems", true);
            return alone ? Shape.json("anyOf", List.of(item.schema(), list)) : list;
        }
    }

    /**
     * A map of declared fields.
     *
     * @param what the whole is, in words
     * @param fields in the order of the documentation
     */
    public record Fields(String what, List<FieldSpec> fields) implements Shape {
        public Fields {
            fields = List.copyOf(fields);
        }

        @Override
        public Object check(Field field) {
            if (field.node() instanceof YamlNode.Scalar scalar && scalar.value() == null) {
                return missing(field, new LinkedHashMap<>());
            }
            if (!(field.node() instanceof YamlNode.Mapping mapping)) {
                throw field.wrong(rule());
            }
            Map<String, FieldSpec> known = new LinkedHashMap<>();
            fields.forEach(spec -> known.put(spec.name(), spec));
            Map<String, Object> values = new LinkedHashMap<>();
            for (YamlNode.Entry entry : mapping.entries()) {
                FieldSpec spec = known.get(entry.key());
                if (spec == null) {
                    throw field.child(entry).unknown("field", entry.key(), known.keySet());
                }
                values.put(entry.key(), spec.shape().check(field.child(entry)));
            }
            return missing(field, values);
        }

        private Map<String, Object> missing(Field field, Map<String, Object> values) {
            for (FieldSpec spec : fields) {
                if (spec.required() && !values.containsKey(spec.name())) {
                    throw field.error("field '" + spec.name() + "' is missing: " + spec.help());
                }
            }
            return values;
        }

        @Override
        public String rule() {
            return what + " (a map of fields)";
        }

        @Override
        public Map<String, Object> schema() {
            TreeMap<String, Object> properties = new TreeMap<>();
            List<String> required = new ArrayList<>();
            for (FieldSpec spec : fields) {
                Map<String, Object> property = new TreeMap<>(spec.shape().schema());
                String standard = spec.required() ? "" : " Default: " + spec.standard() + ".";
                String protocol = spec.protocol().isEmpty() ? "" : " Protocol " + spec.protocol() + " only.";
                property.put("description", spec.help() + "." + standard + protocol);
                properties.put(spec.name(), property);
                if (spec.required()) {
                    required.add(spec.name());
                }
            }
            Map<String, Object> schema =
                    Shape.json("type", "object", "properties", properties, "additionalProperties", false);
            if (!required.isEmpty()) {
                schema.put("required", required);
            }
            return schema;
        }
    }

    /**
     * A name, or one name with its fields: {@code ERM}, {@code DANN: {lambda: 1}}.
     *
     * @param kind of name, for errors
     * @param entries what each name may hold
     * @param elsewhere names that are known, but not usable here, with the reason
     */
    public record Named(String kind, Map<String, Shape> entries, Map<String, String> elsewhere) implements Shape {
        public Named {
            entries = new TreeMap<>(entries);
            elsewhere = Map.copyOf(elsewhere);
        }

        /** @return a map of one entry, from the name to its checked value; an empty map where only the name is written */
        @Override
        public Object check(Field field) {
            if (field.node() instanceof YamlNode.Scalar) {
                String name = (String) new Scalars.Name(kind, List.copyOf(entries.keySet()), elsewhere).check(field);
                return Map.of(name, entry(name).check(empty(field, name)));
            }
            if (!(field.node() instanceof YamlNode.Mapping mapping)) {
                throw field.wrong(rule());
            }
            if (mapping.entries().size() != 1) {
                String names = String.join(
                        ", ",
                        new TreeSet<>(mapping.entries().stream()
                                .map(entry -> YamlNode.oneLine(entry.key()))
                                .toList()));
                throw field.error("must name one " + kind + ", found " + (names.isEmpty() ? "none" : names)
                        + "; give the fields of " + Shape.one(kind) + " in braces or indented below its name");
            }
            YamlNode.Entry entry = mapping.entries().get(0);
            String reason = elsewhere.get(entry.key());
            if (reason != null) {
                throw field.child(entry).error(kind + " '" + entry.key() + "' " + reason);
            }
            if (!entries.containsKey(entry.key())) {
                throw field.child(entry).unknown(kind, entry.key(), entries.keySet());
            }
            return Map.of(entry.key(), entry(entry.key()).check(field.child(entry)));
        }

        private Shape entry(String name) {
            Shape shape = entries.get(name);
            if (shape == null) {
                throw new IllegalStateException("checked before: " + name);
            }
            return shape;
        }

        private static Field empty(Field field, String name) {
            return field.child(new YamlNode.Entry(
                    name, field.line(), new YamlNode.Scalar(null, field.node().line())));
        }

        @Override
        public String rule() {
            return "the name of " + Shape.one(kind) + ", alone or with its fields";
        }

        /** A reference to {@link #definition}, which stands in the whole schema once. */
        @Override
        public Map<String, Object> schema() {
            return Shape.json("$ref", "#/$defs/" + key());
        }

        /** Name of the definition below {@code $defs}. */
        public String key() {
            return kind.replace(' ', '-');
        }

        /** The JSON Schema itself. */
        public Map<String, Object> definition() {
            TreeMap<String, Object> properties = new TreeMap<>();
            entries.forEach((name, shape) ->
                    properties.put(name, Shape.json("anyOf", List.of(shape.schema(), Shape.json("type", "null")))));
            Map<String, Object> names = Shape.json("type", "string", "enum", List.copyOf(entries.keySet()));
            Map<String, Object> one = Shape.json("type", "object", "minProperties", 1, "maxProperties", 1);
            one.put("properties", properties);
            one.put("additionalProperties", false);
            return Shape.json("anyOf", List.of(names, one));
        }
    }

    /**
     * A word, or something else.
     *
     * @param words that stand for themselves
     * @param other what else may stand there
     */
    public record WordOr(List<String> words, Shape other) implements Shape {
        public WordOr {
            words = List.copyOf(words);
        }

        @Override
        public Object check(Field field) {
            if (field.node() instanceof YamlNode.Scalar scalar && scalar.value() instanceof String text) {
                if (words.contains(text)) {
                    return text;
                }
                throw field.wrong(rule());
            }
            return other.check(field);
        }

        @Override
        public String rule() {
            return "'" + String.join("', '", words) + "' or " + other.rule();
        }

        @Override
        public Map<String, Object> schema() {
            return Shape.json("anyOf", List.of(Shape.json("enum", words), other.schema()));
        }
    }
}
