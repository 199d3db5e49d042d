package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Expands fields that may hold a list of values into one map a combination. */
final class Axes {
    private Axes() {}

    /**
     * Row-major over the axes in their declared order, values in the order written; one map where no axis holds a list. An empty list stays, for
     * the kind to refuse.
     */
    static List<Map<String, Object>> expand(Map<String, Object> fields, List<String> axes) {
        List<Map<String, Object>> all = List.of(new TreeMap<>(fields));
        for (String axis : axes) {
            if (fields.get(axis) instanceof List<?> list && !list.isEmpty()) {
                List<Map<String, Object>> next = new ArrayList<>();
                for (Map<String, Object> one : all) {
                    for (Object value : list) {
                        Map<String, Object> copy = new TreeMap<>(one);
                        copy.put(axis, value);
                        next.add(copy);
                    }
                }
                all = next;
            }
        }
        return all;
    }
}
