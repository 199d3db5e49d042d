package org.shiftbed.data;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/** Reads one parameter of a data set: its type, its allowed values, its nearest names. */
final class ParameterReader {
    private ParameterReader() {}

    /** The value in the form that {@link Datasets#resolve} promises. */
    static Object read(DatasetFactory.Parameter parameter, Object found, String place) {
        Object value = switch (parameter.type()) {
            case WHOLE -> whole(found);
            case DECIMAL -> found instanceof Number number ? number.doubleValue() : null;
            case TEXT -> found instanceof String ? found : null;
            case FLAG -> found instanceof Boolean ? found : null;
            case COUNTS -> found instanceof Map<?, ?> map ? counts(parameter, map, place) : null;
            case TEXTS -> texts(parameter, found, place);
            case BINS -> found instanceof Map<?, ?> map ? BinsReader.read(parameter, map, place) : null;
            case PATH -> found instanceof String text && text.indexOf('\0') < 0 ? text : null;
        };
        if (value == null) {
            throw new UserError(place + ": '" + parameter.name() + "' must be " + wanted(parameter) + ", got "
                    + shown(found) + "; " + parameter.help());
        }
        boolean list = value instanceof List<?>;
        if (!list && !parameter.allowed().isEmpty() && !parameter.allowed().contains(value)) {
            List<String> allowed =
                    parameter.allowed().stream().map(String::valueOf).toList();
            String end = value instanceof String text ? Names.suggest(text, allowed) : "allowed: " + joined(allowed);
            throw new UserError(place + ": '" + parameter.name() + "' cannot be " + shown(value) + "; " + end);
        }
        return value;
    }

    private static @Nullable Integer whole(@Nullable Object found) {
        if (found instanceof Integer number) {
            return number;
        }
        return found instanceof Long number && number == number.intValue() ? (Integer) number.intValue() : null;
    }

    /** The declared keys with their standard, overwritten by those given; each at least 1. */
    private static Map<String, Object> counts(DatasetFactory.Parameter parameter, Map<?, ?> found, String place) {
        TreeMap<String, Object> counts = new TreeMap<>();
        Set<String> known = new LinkedHashSet<>();
        if (parameter.standard() instanceof Map<?, ?> standard) {
            standard.forEach((key, value) -> {
                known.add(String.valueOf(key));
                counts.put(String.valueOf(key), value);
            });
        }
        found.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (!known.contains(name)) {
                throw Names.unknown(place, "key of '" + parameter.name() + "'", name, known);
            }
            Integer count = whole(value);
            if (count == null || count < 1) {
                throw new UserError(place + ": '" + parameter.name() + "." + name
                        + "' must be a whole number of at least 1, got " + shown(value) + "; " + parameter.help());
            }
            counts.put(name, count);
        });
        return counts;
    }

    private static @Nullable List<String> texts(DatasetFactory.Parameter parameter, Object found, String place) {
        List<?> given = found instanceof List<?> list ? list : List.of(found);
        List<String> texts = new ArrayList<>();
        for (Object item : given) {
            if (!(item instanceof String text)) {
                return null;
            }
            if (!parameter.allowed().isEmpty() && !parameter.allowed().contains(text)) {
                throw Names.unknown(
                        place,
                        "entry of '" + parameter.name() + "'",
                        text,
                        parameter.allowed().stream().map(String::valueOf).toList());
            }
            if (texts.contains(text)) {
                throw new UserError(place + ": '" + parameter.name() + "' names '" + text + "' twice");
            }
            texts.add(text);
        }
        return List.copyOf(texts);
    }

    private static String wanted(DatasetFactory.Parameter parameter) {
        return switch (parameter.type()) {
            case WHOLE -> "a whole number";
            case DECIMAL -> "a number";
            case TEXT -> "text";
            case FLAG -> "true or false";
            case COUNTS -> "a map of whole numbers of at least 1";
            case TEXTS -> "a list of texts";
            case BINS -> "a map from columns to cut points or to a number of bins";
            case PATH -> "a path";
        };
    }

    static String shown(@Nullable Object value) {
        return value instanceof String text ? "'" + text + "'" : String.valueOf(value);
    }

    private static String joined(List<String> values) {
        return values.stream().collect(Collectors.joining(", "));
    }
}
