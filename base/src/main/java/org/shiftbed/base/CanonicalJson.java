package org.shiftbed.base;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.io.NumberOutput;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON in the one form that ids are made of: keys sorted by code unit, no white space, UTF-8, whole numbers plain, decimals in shortest
 * round-trip form. Values are plain Java: Map with text keys, List, String, Boolean, Integer, Long, Double, null.
 *
 * <p>A value that is not finite is written as the text "NaN", "Infinity" or "-Infinity", which is valid JSON; reading takes the bare words
 * of Python's writer too, and {@link #number} turns both back into a double.
 */
public final class CanonicalJson {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .disable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private CanonicalJson() {}

    /** The canonical bytes of a value. */
    public static byte[] bytes(Object value) {
        return text(value).getBytes(StandardCharsets.UTF_8);
    }

    /** The canonical text of a value: one line. */
    public static String text(Object value) {
        return MAPPER.writeValueAsString(plain(value));
    }

    /** The same values, indented for people. */
    public static String pretty(Object value) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(plain(value)) + "\n";
    }

    /** First 16 hex digits of the SHA-256 of the canonical bytes: the id of a trial. */
    public static String id(Object value) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes(value));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * Reads one JSON value into plain Java (LinkedHashMap, ArrayList, String, Boolean, Integer, Long, Double, null).
     *
     * @throws IllegalArgumentException where the text is not one whole JSON value; the message says what and where
     */
    public static Object parse(String text) {
        try {
            return MAPPER.readValue(text, Object.class);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** {@link #parse} of an object. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> parseObject(String text) {
        if (parse(text) instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new IllegalArgumentException("not a JSON object: " + text.substring(0, Math.min(40, text.length())));
    }

    /**
     * A number as it was read, with the three texts for values that are not finite.
     *
     * @throws IllegalArgumentException where the value is neither
     */
    public static double number(@Nullable Object value) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        if (value instanceof String text
                && Set.of("NaN", "Infinity", "-Infinity").contains(text)) {
            return Double.parseDouble(text);
        }
        throw new IllegalArgumentException("not a number: " + value);
    }

    /** The double of a float's shortest decimal, so that 0.1f is written 0.1; not by Float.toString, which JDK 17 writes too long. */
    private static double shortest(float number) {
        return Double.parseDouble(NumberOutput.toString(number, true));
    }

    private static @Nullable Object plain(@Nullable Object value) {
        if (value == null || value instanceof String || value instanceof Boolean) {
            return value;
        }
        if (value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof BigInteger || value instanceof BigDecimal) {
            return value;
        }
        if (value instanceof Float || value instanceof Double) {
            double number = value instanceof Float single ? shortest(single) : ((Number) value).doubleValue();
            if (!Double.isFinite(number)) {
                return Double.toString(number);
            }
            // A whole number is written plainly, so that 1 and 1.0 name the same trial.
            return number == Math.rint(number) && Math.abs(number) < 1e15 ? (Object) (long) number : (Object) number;
        }
        if (value instanceof Map<?, ?> map) {
            TreeMap<String, @Nullable Object> sorted = new TreeMap<>();
            map.forEach((k, v) -> sorted.put(String.valueOf(k), plain(v)));
            return sorted;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(CanonicalJson::plain).toList();
        }
        if (value instanceof int[] array) {
            return Arrays.stream(array).boxed().toList();
        }
        if (value instanceof double[] array) {
            return Arrays.stream(array).mapToObj(CanonicalJson::plain).toList();
        }
        throw new IllegalArgumentException("canonical JSON holds maps, lists, text, numbers and booleans, got "
                + value.getClass().getName());
    }
}
