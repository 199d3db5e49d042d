package org.shiftbed.data.images;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The parameters of a folder of pictures, typed.
 *
 * @param dir folder of the pictures; empty where none was given
 * @param attributes the table; empty where none was given
 * @param key column that names the pictures
 * @param label column that is predicted; empty: one of a usual name
 * @param columns columns that are attributes; empty: all but key and group
 * @param bins cut points (Double, or dates as text) or number of bins, by column
 * @param group column of rows that stay together; empty: none
 * @param domain column of the environments; empty: none
 * @param pixels what becomes of a picture
 * @param skip what is left out instead of refused
 */
record Request(
        Path dir,
        Path attributes,
        String key,
        String label,
        List<String> columns,
        Map<String, Object> bins,
        String group,
        String domain,
        Pixels pixels,
        Set<Skip> skip) {
    Request {
        columns = List.copyOf(columns);
        bins = Map.copyOf(bins);
        skip = Set.copyOf(skip);
    }

    static Request of(Map<String, Object> parameters) {
        Set<Skip> skip = EnumSet.noneOf(Skip.class);
        texts(parameters, "skip").forEach(written -> skip.add(Skip.of(written)));
        String background = text(parameters, "background");
        return new Request(
                Path.of(text(parameters, "dir")),
                Path.of(text(parameters, "attributes")),
                text(parameters, "key"),
                text(parameters, "label"),
                texts(parameters, "columns"),
                bins(parameters),
                text(parameters, "group"),
                text(parameters, "domain"),
                new Pixels(
                        Pixels.Fit.SQUARE,
                        whole(parameters, "side"),
                        whole(parameters, "channels"),
                        Boolean.TRUE.equals(parameters.get("antialias")),
                        background.equals("ignore") ? null : background.equals("white") ? 255 : 0,
                        true),
                skip);
    }

    /** The columns that were named for a purpose, by parameter. */
    Map<String, String> roles() {
        Map<String, String> roles = new LinkedHashMap<>();
        roles.put("key", key);
        roles.put("label", label);
        roles.put("group", group);
        roles.put("domain", domain);
        return roles;
    }

    /** Whether a column may be an attribute. */
    boolean wants(String column) {
        return columns.isEmpty() || columns.contains(column);
    }

    private static Map<String, Object> bins(Map<String, Object> parameters) {
        Map<String, Object> bins = new TreeMap<>();
        if (parameters.get("bins") instanceof Map<?, ?> given) {
            given.forEach((column, value) -> bins.put(String.valueOf(column), value));
        }
        return bins;
    }

    private static List<String> texts(Map<String, Object> parameters, String name) {
        return parameters.get(name) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static String text(Map<String, Object> parameters, String name) {
        return parameters.get(name) instanceof String text ? text : "";
    }

    private static int whole(Map<String, Object> parameters, String name) {
        if (parameters.get(name) instanceof Number number) {
            return number.intValue();
        }
        throw new IllegalArgumentException("parameters are not resolved: '" + name + "' is missing");
    }
}
