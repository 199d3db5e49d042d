package org.shiftbed.base.file;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Shapes of single values. */
public final class Scalars {
    private Scalars() {}

    private static @Nullable Object scalar(Field field) {
        return field.node() instanceof YamlNode.Scalar scalar ? scalar.value() : null;
    }

    /** true or false. */
    public record Flag() implements Shape {
        @Override
        public Object check(Field field) {
            if (scalar(field) instanceof Boolean flag) {
                return flag;
            }
            throw field.wrong(rule());
        }

        @Override
        public String rule() {
            return "true or false";
        }

        @Override
        public Map<String, Object> schema() {
            return Shape.json("type", "boolean");
        }
    }

    /**
     * A whole number; {@code 10.0} is one too.
     *
     * @param least smallest
     * @param most largest
     */
    public record Whole(long least, long most) implements Shape {
        /** At least so much. */
        public static Whole atLeast(long least) {
            return new Whole(least, Integer.MAX_VALUE);
        }

        @Override
        public Object check(Field field) {
            Object value = scalar(field);
            if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15) {
                value = number.longValue();
            }
            if (value instanceof Long number && number >= least && number <= most) {
                return number;
            }
            throw field.wrong(rule());
        }

        @Override
        public String rule() {
            return most == Integer.MAX_VALUE
                    ? "a whole number of at least " + least
                    : "a whole number from " + least + " to " + most;
        }

        @Override
        public Map<String, Object> schema() {
            return Shape.json("type", "integer", "minimum", least, "maximum", most);
        }
    }

    /**
     * A number.
     *
     * @param least smallest
     * @param most largest
     * @param open whether the two ends themselves are wrong
     */
    public record Decimal(double least, double most, boolean open) implements Shape {
        @Override
        public Object check(Field field) {
            if (scalar(field) instanceof Number number) {
                double value = number.doubleValue();
                if (open ? value > least && value < most : value >= least && value <= most) {
                    return value;
                }
            }
            throw field.wrong(rule());
        }

        @Override
        public String rule() {
            return "a number " + (open ? "between " + figure(least) + " and " : "from " + figure(least) + " to ")
                    + figure(most) + (open ? ", both excluded" : "");
        }

        @Override
        public Map<String, Object> schema() {
            return open
                    ? Shape.json("type", "number", "exclusiveMinimum", least, "exclusiveMaximum", most)
                    : Shape.json("type", "number", "minimum", least, "maximum", most);
        }

        private static String figure(double value) {
            return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
        }
    }

    /**
     * A text of one line.
     *
     * @param pattern it must match as a whole
     * @param rule in words
     */
    public record Text(String pattern, String rule) implements Shape {
        @Override
        public Object check(Field field) {
            Object value = scalar(field);
            if (value instanceof Long || value instanceof Double || value instanceof Boolean) {
                throw field.error("must be text, found " + value + "; put it in quotes: \"" + value + "\"");
            }
            if (value instanceof String text && text.matches(pattern)) {
                return text;
            }
            throw field.wrong(rule);
        }

        @Override
        public Map<String, Object> schema() {
            // Python and ECMAScript without flags know no classes of Unicode; whatever is no ASCII sign passes there,
            // and is read strictly here.
            String plain = pattern.replace("\\p{L}\\p{N}", "0-9A-Za-z\u00aa-\uffff");
            return Shape.json("type", "string", "pattern", "^" + plain + "$");
        }
    }

    /**
     * One of some names.
     *
     * @param kind of name, for errors
     * @param known names that are right
     * @param elsewhere names that are known, but not usable here, with the reason
     */
    public record Name(String kind, List<String> known, Map<String, String> elsewhere) implements Shape {
        public Name {
            known = List.copyOf(known);
            elsewhere = Map.copyOf(elsewhere);
        }

        /** Without names that are known elsewhere. */
        public Name(String kind, List<String> known) {
            this(kind, known, Map.of());
        }

        @Override
        public Object check(Field field) {
            Object value = scalar(field);
            if (value == null || value instanceof Boolean) {
                throw field.wrong(rule());
            }
            String text = String.valueOf(value);
            if (known.contains(text)) {
                return text;
            }
            String reason = elsewhere.get(text);
            if (reason != null) {
                throw field.error(kind + " '" + text + "' " + reason);
            }
            throw field.unknown(kind, text, known);
        }

        @Override
        public String rule() {
            return "the name of " + Shape.one(kind);
        }

        @Override
        public Map<String, Object> schema() {
            return Shape.json("type", "string", "enum", known);
        }
    }

    /** Any value: scalars, lists and maps of them; whoever takes it checks it. Nothing is refused but an empty place. */
    public record Anything() implements Shape {
        @Override
        public Object check(Field field) {
            if (field.node() instanceof YamlNode.Scalar scalar) {
                if (scalar.value() == null) {
                    throw field.wrong(rule());
                }
                return scalar.value();
            }
            if (field.node() instanceof YamlNode.Sequence sequence) {
                List<YamlNode> items = sequence.items();
                java.util.ArrayList<Object> all = new java.util.ArrayList<>();
                for (int i = 0; i < items.size(); i++) {
                    all.add(check(field.item(i, items.get(i))));
                }
                return all;
            }
            TreeMap<String, Object> all = new TreeMap<>();
            for (YamlNode.Entry entry : ((YamlNode.Mapping) field.node()).entries()) {
                all.put(entry.key(), check(field.child(entry)));
            }
            return all;
        }

        @Override
        public String rule() {
            return "a value";
        }

        @Override
        public Map<String, Object> schema() {
            return Shape.json();
        }
    }
}
