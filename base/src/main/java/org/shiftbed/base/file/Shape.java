package org.shiftbed.base.file;

import java.util.Map;
import java.util.TreeMap;

/** What a field may hold. Every kind checks a value, says its rule in words, and gives its JSON Schema. */
public interface Shape {

    /**
     * The value, checked.
     *
     * @return Long, Double, Boolean, String, List, or Map in the order written
     * @throws org.shiftbed.base.UserError where it is not what it must be; the message names file, line and field
     */
    Object check(Field field);

    /** The rule in words: {@code a whole number of at least 1}. */
    String rule();

    /** The JSON Schema of the value. */
    Map<String, Object> schema();

    /** A kind of thing with its article: {@code a data set}, {@code an algorithm}. */
    static String one(String kind) {
        return ("aeiou".indexOf(kind.charAt(0)) >= 0 ? "an " : "a ") + kind;
    }

    /** A schema of pairs of name and value. */
    static Map<String, Object> json(Object... pairs) {
        TreeMap<String, Object> map = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
