package org.shiftbed.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;

/**
 * Typed reads from one JSON object of a stored file. A field that is absent or of a wrong type is an error that names the place and the field.
 *
 * @param place what the object is, for error lines: {@code runs/a/plan.json: trials[3]}
 * @param values as parsed
 */
public record JsonFields(String place, Map<String, Object> values) {

    /** Text that must be there. */
    public String text(String field) {
        if (values.get(field) instanceof String text) {
            return text;
        }
        throw wrong(field, "text");
    }

    /** Text, or null where the field is absent or null. */
    public @Nullable String textOrNull(String field) {
        return values.get(field) == null ? null : text(field);
    }

    /** A whole number within an int. */
    public int whole(String field) {
        if ((values.get(field) instanceof Integer number)) {
            return number;
        }
        throw wrong(field, "a whole number");
    }

    /** A whole number within a long. */
    public long large(String field) {
        if (values.get(field) instanceof Integer || values.get(field) instanceof Long) {
            return ((Number) values.get(field)).longValue();
        }
        throw wrong(field, "a whole number");
    }

    /** A list of texts. */
    public List<String> texts(String field) {
        List<String> texts = new ArrayList<>();
        for (Object item : list(field)) {
            if (!(item instanceof String text)) {
                throw wrong(field, "a list of texts");
            }
            texts.add(text);
        }
        return texts;
    }

    /** A list of whole numbers. */
    public List<Integer> wholes(String field) {
        List<Integer> numbers = new ArrayList<>();
        for (Object item : list(field)) {
            if (!(item instanceof Integer number)) {
                throw wrong(field, "a list of whole numbers");
            }
            numbers.add(number);
        }
        return numbers;
    }

    /** An object. */
    @SuppressWarnings("unchecked")
    public Map<String, Object> map(String field) {
        if (values.get(field) instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw wrong(field, "an object");
    }

    /** A list of objects, each with its place. */
    @SuppressWarnings("unchecked")
    public List<JsonFields> objects(String field) {
        List<JsonFields> objects = new ArrayList<>();
        for (Object item : list(field)) {
            if (!(item instanceof Map<?, ?> map)) {
                throw wrong(field, "a list of objects");
            }
            objects.add(new JsonFields(place + ": " + field + "[" + objects.size() + "]", (Map<String, Object>) map));
        }
        return objects;
    }

    private List<?> list(String field) {
        if (values.get(field) instanceof List<?> list) {
            return list;
        }
        throw wrong(field, "a list");
    }

    private UserError wrong(String field, String what) {
        return new UserError(place + ": '" + field + "' must be " + what + ", found " + values.get(field));
    }
}
