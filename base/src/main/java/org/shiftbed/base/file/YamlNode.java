package org.shiftbed.base.file;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A value of a YAML file with the line it starts at, from 1. */
public sealed interface YamlNode {

    /** Line in the file, from 1. */
    int line();

    /** In words, for errors: {@code a list}, {@code 'abc'}, {@code 3}. */
    String found();

    /**
     * @param value Boolean, Long, Double, String, or null where nothing is written
     * @param line in the file
     */
    record Scalar(@Nullable Object value, int line) implements YamlNode {
        @Override
        public String found() {
            if (value == null) {
                return "nothing";
            }
            // Blanks at the ends stay: they may be what is wrong.
            return value instanceof String text ? "'" + cut(flat(text)) + "'" : String.valueOf(value);
        }
    }

    /** A list. */
    record Sequence(List<YamlNode> items, int line) implements YamlNode {
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String found() {
            return items.isEmpty() ? "an empty list" : "a list";
        }
    }

    /** Named values in the order written; names unique. */
    record Mapping(List<Entry> entries, int line) implements YamlNode {
        public Mapping {
            entries = List.copyOf(entries);
        }

        @Override
        public String found() {
            return entries.isEmpty()
                    ? "an empty map"
                    : "a map with '" + oneLine(entries.get(0).key()) + ":'";
        }
    }

    /** One entry of a map, with the line of its name. */
    record Entry(String key, int line, YamlNode value) {}

    /** A text cut to 60 characters, without line feeds, so that an error stays one line. */
    static String oneLine(String text) {
        return cut(flat(text).strip());
    }

    private static String flat(String text) {
        return text.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]+", " ");
    }

    private static String cut(String text) {
        return text.length() > 60 ? text.substring(0, 57) + "..." : text;
    }
}
