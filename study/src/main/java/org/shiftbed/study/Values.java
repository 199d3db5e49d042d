package org.shiftbed.study;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Plain values in the one form that survives a trip through canonical JSON: whole numbers as Long (a decimal without a fraction too),
 * other numbers as Double, lists and maps immutable, maps sorted.
 */
final class Values {
    private Values() {}

    static Map<String, Object> sorted(Map<String, ?> values) {
        TreeMap<String, Object> all = new TreeMap<>();
        values.forEach((name, value) -> all.put(name, plain(value)));
        return Collections.unmodifiableMap(all);
    }

    static Map<String, List<Object>> sortedLists(Map<String, List<Object>> values) {
        TreeMap<String, List<Object>> all = new TreeMap<>();
        values.forEach(
                (name, value) -> all.put(name, value.stream().map(Values::plain).toList()));
        return Collections.unmodifiableMap(all);
    }

    static Object plain(Object value) {
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof Float || value instanceof Double) {
            double number =
                    value instanceof Float ? Double.parseDouble(value.toString()) : ((Number) value).doubleValue();
            return number == Math.rint(number) && Math.abs(number) < 1e15 ? (Object) (long) number : (Object) number;
        }
        if (value instanceof List<?> list) {
            List<Object> all = new ArrayList<>();
            for (Object item : list) {
                all.add(plain(item));
            }
            return List.copyOf(all);
        }
        if (value instanceof Map<?, ?> map) {
            LinkedHashMap<String, Object> all = new LinkedHashMap<>();
            map.forEach((name, item) -> all.put(String.valueOf(name), plain(item)));
            return sorted(all);
        }
        if (value instanceof String || value instanceof Boolean || value instanceof Long) {
            return value;
        }
        throw new IllegalArgumentException(
                "a stored value is text, a number, true or false, a list or a map, got " + value);
    }
}
