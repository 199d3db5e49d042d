package org.shiftbed.shift;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.CanonicalJson;

/** Reads golden files. */
final class Golden {
    private Golden() {}

    static Map<String, Object> read(String name) {
        try (InputStream in = Golden.class.getResourceAsStream("/golden/" + name + ".json")) {
            if (in == null) {
                throw new IllegalStateException("no golden file " + name);
            }
            return CanonicalJson.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

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
