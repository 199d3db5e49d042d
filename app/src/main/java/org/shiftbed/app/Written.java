package org.shiftbed.app;

import java.util.LinkedHashMap;
import java.util.Map;

/** Reads a value that was written on the command line as a study file would read it. */
final class Written {
    private Written() {}

    /**
     * A flag, a whole number, a decimal, a map of them ({@code a:1,b:2}), else text.
     *
     * @return Boolean, Integer, Long, Double, Map or String
     */
    static Object value(String text) {
        if (text.matches("[A-Za-z_][\\w-]*:[^,]+(,[A-Za-z_][\\w-]*:[^,]+)*")) {
            Map<String, Object> map = new LinkedHashMap<>();
            for (String entry : text.split(",")) {
                int colon = entry.indexOf(':');
                map.put(entry.substring(0, colon), scalar(entry.substring(colon + 1)));
            }
            return map;
        }
        return scalar(text);
    }

    private static Object scalar(String text) {
        if (text.equals("true") || text.equals("false")) {
            return Boolean.valueOf(text);
        }
        if (text.matches("[+-]?\\d{1,18}")) {
            long whole = Long.parseLong(text);
            if (whole == (int) whole) {
                return (int) whole;
            }
            return whole;
        }
        if (text.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?")) {
            return Double.valueOf(text);
        }
        return text;
    }
}
