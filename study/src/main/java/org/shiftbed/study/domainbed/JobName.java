package org.shiftbed.study.domainbed;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.SeedHash;

/** DomainBed's name of a job's folder: the MD5 of its run arguments as Python writes them in JSON ({@code domainbed-protocol.md} 6.3). */
public final class JobName {
    private JobName() {}

    /**
     * The folder name.
     *
     * @param arguments run arguments by name: text, whole numbers, decimals, lists, maps, booleans, null
     * @return 32 hex digits
     */
    public static String of(Map<String, ?> arguments) {
        return HexFormat.of().formatHex(SeedHash.md5(json(arguments)));
    }

    /** Python's {@code json.dumps(arguments, sort_keys=True)}. */
    static String json(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof String text) {
            return quoted(text);
        }
        if (value instanceof Double number) {
            return PythonFloat.text(number);
        }
        if (value instanceof Integer || value instanceof Long || value instanceof Boolean) {
            return value.toString();
        }
        if (value instanceof List<?> list) {
            return "[" + String.join(", ", list.stream().map(JobName::json).toList()) + "]";
        }
        if (value instanceof Map<?, ?> map) {
            TreeMap<String, String> sorted = new TreeMap<>();
            map.forEach((key, item) -> sorted.put(String.valueOf(key), json(item)));
            return "{"
                    + String.join(
                            ", ",
                            sorted.entrySet().stream()
                                    .map(entry -> quoted(entry.getKey()) + ": " + entry.getValue())
                                    .toList())
                    + "}";
        }
        throw new IllegalArgumentException("run arguments are text, numbers, lists and maps, got "
                + value.getClass().getName());
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                default -> {
                    if (c < 0x20 || c > 0x7e) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"').toString();
    }
}
