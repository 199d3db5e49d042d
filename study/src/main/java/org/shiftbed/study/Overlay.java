package org.shiftbed.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.shiftbed.base.file.Source;

/** Fields of a study file that stand in for others of it: what a tier says, or a data set. */
final class Overlay {
    /** Of these fields each is replaced by itself; any other field as a whole. */
    private static final List<String> BY_FIELD = List.of("training", "conditions");

    private Overlay() {}

    /** The values of a file with those of a block in front. */
    static Map<String, Object> values(Map<String, Object> values, Map<String, Object> block) {
        Map<String, Object> all = new LinkedHashMap<>(values);
        if (block.containsKey("dataset") || block.containsKey("datasets")) {
            all.remove("dataset");
            all.remove("datasets");
        }
        block.forEach((name, value) -> {
            if (BY_FIELD.contains(name)
                    && all.get(name) instanceof Map<?, ?> before
                    && value instanceof Map<?, ?> after) {
                Map<Object, Object> merged = new LinkedHashMap<>(before);
                merged.putAll(after);
                all.put(name, merged);
            } else {
                all.put(name, value);
            }
        });
        return all;
    }

    /**
     * Where the fields stand that {@link #values} gives: a field of the block stands in the block.
     *
     * @param path of the block
     * @param written names of its fields
     */
    static Source source(Source source, String path, Set<String> written) {
        TreeMap<String, Integer> lines = new TreeMap<>(source.lines());
        if (written.contains("dataset") || written.contains("datasets")) {
            lines.keySet()
                    .removeIf(
                            name -> first(name).equals("dataset") || first(name).equals("datasets"));
        }
        lines.keySet().removeIf(name -> written.contains(first(name)) && !BY_FIELD.contains(first(name)));
        source.lines().forEach((name, line) -> {
            if (name.startsWith(path + ".")) {
                lines.put(name.substring(path.length() + 1), line);
            }
        });
        return new Source(source.file(), lines);
    }

    private static String first(String path) {
        return path.split("[.\\[]", 2)[0];
    }
}
