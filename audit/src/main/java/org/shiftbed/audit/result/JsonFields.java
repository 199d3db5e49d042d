package org.shiftbed.audit.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/** One object of {@code audit.json} as it is read: every field is asked for once, and what nobody asked for is an error. */
final class JsonFields {
    private final String place;
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    private final List<String> asked = new ArrayList<>();

    /** @param place where the object stands, for example {@code audit.json: radii[2]} */
    JsonFields(String place, @Nullable Object value) {
        this.place = place;
        if (!(value instanceof Map<?, ?> map)) {
            throw wrong(place, "an object", value);
        }
        map.forEach((name, field) -> fields.put(String.valueOf(name), field));
    }

    /** Reads one object to its end. */
    static <T> T read(String place, @Nullable Object value, Function<JsonFields, T> reader) {
        JsonFields fields = new JsonFields(place, value);
        T result = reader.apply(fields);
        for (String name : fields.fields.keySet()) {
            if (!fields.asked.contains(name)) {
                throw Names.unknown(place, "field", name, fields.asked);
            }
        }
        return result;
    }

    private static UserError wrong(String place, String rule, @Nullable Object value) {
        String found = value == null ? "nothing" : CanonicalJson.text(value);
        return new UserError(place + ": must be " + rule + ", found "
                + (found.length() > 60 ? found.substring(0, 60) + "…" : found)
                + "; take the file as shiftbed audit wrote it");
    }

    private String at(String name) {
        return place + (place.endsWith(":") ? " " : ".") + name;
    }

    private @Nullable Object optional(String name) {
        asked.add(name);
        return fields.get(name);
    }

    boolean has(String name) {
        return optional(name) != null;
    }

    String text(String name) {
        if (optional(name) instanceof String text) {
            return text;
        }
        throw wrong(at(name), "a text", fields.get(name));
    }

    boolean flag(String name) {
        if (optional(name) instanceof Boolean flag) {
            return flag;
        }
        throw wrong(at(name), "true or false", fields.get(name));
    }

    long whole(String name) {
        return whole(at(name), optional(name));
    }

    private static long whole(String place, @Nullable Object value) {
        if (value instanceof Long || value instanceof Integer) {
            return ((Number) value).longValue();
        }
        throw wrong(place, "a whole number", value);
    }

    double number(String name) {
        return number(at(name), optional(name));
    }

    private static double number(String place, @Nullable Object value) {
        try {
            return CanonicalJson.number(value);
        } catch (IllegalArgumentException e) {
            throw wrong(place, "a number, \"NaN\", \"Infinity\" or \"-Infinity\"", value);
        }
    }

    private List<?> array(String name) {
        if (optional(name) instanceof List<?> list) {
            return list;
        }
        throw wrong(at(name), "a list", fields.get(name));
    }

    double[] numbers(String name) {
        List<?> list = array(name);
        double[] numbers = new double[list.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = number(at(name) + "[" + i + "]", list.get(i));
        }
        return numbers;
    }

    /** Numbers of which there must be as many. */
    double[] numbers(String name, int count) {
        double[] numbers = numbers(name);
        if (numbers.length != count) {
            throw wrong(at(name), "a list of " + count + " numbers", fields.get(name));
        }
        return numbers;
    }

    /** A square matrix, row by row in one list. */
    double[][] matrix(String name, int size) {
        double[] flat = numbers(name, size * size);
        double[][] rows = new double[size][size];
        for (int row = 0; row < size; row++) {
            System.arraycopy(flat, row * size, rows[row], 0, size);
        }
        return rows;
    }

    /** A list of lists of as many numbers each. */
    List<double[]> points(String name, int count) {
        return list(name, (place, value) -> {
            if (!(value instanceof List<?> list) || list.size() != count) {
                throw wrong(place, "a list of " + count + " numbers", value);
            }
            return list.stream().mapToDouble(entry -> number(place, entry)).toArray();
        });
    }

    List<String> texts(String name) {
        return list(name, (place, value) -> {
            if (value instanceof String text) {
                return text;
            }
            throw wrong(place, "a text", value);
        });
    }

    Map<String, Long> counts(String name) {
        if (!(optional(name) instanceof Map<?, ?> map)) {
            throw wrong(at(name), "an object of whole numbers", fields.get(name));
        }
        Map<String, Long> counts = new LinkedHashMap<>();
        map.forEach((key, value) -> counts.put(String.valueOf(key), whole(at(name) + "." + key, value)));
        return counts;
    }

    <T extends Enum<T>> T choice(String name, T[] values, Function<T, String> words) {
        String found = text(name);
        List<String> known = new ArrayList<>();
        for (T value : values) {
            if (words.apply(value).equals(found)) {
                return value;
            }
            known.add(words.apply(value));
        }
        throw Names.unknown(at(name), "value", found, known);
    }

    <T> T object(String name, Function<JsonFields, T> reader) {
        return read(at(name), optional(name), reader);
    }

    <T> List<T> objects(String name, Function<JsonFields, T> reader) {
        return list(name, (place, value) -> read(place, value, reader));
    }

    /** Reads one item of a list. */
    private interface Item<T> {
        T read(String place, @Nullable Object value);
    }

    private <T> List<T> list(String name, Item<T> reader) {
        List<T> items = new ArrayList<>();
        List<?> list = array(name);
        for (int i = 0; i < list.size(); i++) {
            items.add(reader.read(at(name) + "[" + i + "]", list.get(i)));
        }
        return List.copyOf(items);
    }

    /** A square matrix as it is written. */
    static List<Double> flat(double[][] rows) {
        List<Double> entries = new ArrayList<>();
        for (double[] row : rows) {
            for (double entry : row) {
                entries.add(entry);
            }
        }
        return entries;
    }
}
