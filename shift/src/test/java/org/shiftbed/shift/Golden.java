package org.shiftbed.shift;

import java.util.List;
import java.util.Map;

/** Reads values of golden files. */
final class Golden {
    private Golden() {}

    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> objects(Map<String, Object> of, String key) {
        return (List<Map<String, Object>>) list(of, key);
    }

    static List<?> list(Map<String, Object> of, String key) {
        if (of.get(key) instanceof List<?> list) {
            return list;
        }
        throw new IllegalStateException("no list " + key);
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Map<String, Object> of, String key) {
        if (of.get(key) instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new IllegalStateException("no object " + key);
    }

    static int[] whole(Map<String, Object> of, String key) {
        return list(of, key).stream()
                .mapToInt(value -> ((Number) value).intValue())
                .toArray();
    }

    static double[] numbers(List<?> list) {
        return list.stream()
                .mapToDouble(value -> ((Number) value).doubleValue())
                .toArray();
    }

    static double number(Map<String, Object> of, String key) {
        if (of.get(key) instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalStateException("no number " + key);
    }
}
