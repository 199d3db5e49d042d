package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/** Reads the fields of one shift strictly: every error names the kind, the field, the rule and the value found. */
final class Fields {
    private final String kind;
    private final Map<String, Object> values;

    /**
     * @param known names that are right
     * @throws UserError where a field has another name
     */
    Fields(String kind, Map<String, Object> values, Collection<String> known) {
        this.kind = kind;
        this.values = values;
        for (String name : new TreeSet<>(values.keySet())) {
            if (!known.contains(name)) {
                throw Names.unknown(kind, "field", name, known);
            }
        }
    }

    boolean has(String name) {
        return values.get(name) != null;
    }

    UserError wrong(String name, String rule) {
        Object found = values.get(name);
        return new UserError(kind + ": " + name + " must be " + rule
                + (found == null ? "; it is missing" : ", got '" + found + "'"));
    }

    String text(String name, String rule) {
        if (values.get(name) instanceof String text && !text.isBlank()) {
            return text;
        }
        throw wrong(name, rule);
    }

    @Nullable
    String textOrNull(String name, String rule) {
        return has(name) ? text(name, rule) : null;
    }

    boolean flag(String name, boolean standard) {
        if (!has(name)) {
            return standard;
        }
        if (values.get(name) instanceof Boolean flag) {
            return flag;
        }
        throw wrong(name, "true or false");
    }

    /** A whole number of at least {@code least}; null = it must be given. */
    int whole(String name, int least, @Nullable Integer standard) {
        if (!has(name) && standard != null) {
            return standard;
        }
        String rule = "a whole number of at least " + least;
        if (values.get(name) instanceof Number number) {
            double value = number.doubleValue();
            if (value == Math.rint(value) && value >= least && value <= Integer.MAX_VALUE) {
                return (int) value;
            }
        }
        throw wrong(name, rule);
    }

    double decimal(String name, double standard, double above, double below) {
        if (!has(name)) {
            return standard;
        }
        if (values.get(name) instanceof Number number && number.doubleValue() > above && number.doubleValue() < below) {
            return number.doubleValue();
        }
        throw wrong(name, "a number between " + above + " and " + below);
    }

    /** Whether a field holds this word. */
    boolean is(String name, String word) {
        return word.equals(values.get(name));
    }

    /** Whether a field holds a list. */
    boolean list(String name) {
        return values.get(name) instanceof List<?>;
    }

    /** One of some words. */
    String oneOf(String name, String what, List<String> words, String standard) {
        if (!has(name)) {
            return standard;
        }
        String found = text(name, "one of " + words);
        if (!words.contains(found)) {
            throw Names.unknown(kind + ": " + name, what, found, words);
        }
        return found;
    }

    /** A number from 0 to 1, both allowed; it must be given. */
    double fraction(String name) {
        if (values.get(name) instanceof Number number && number.doubleValue() >= 0 && number.doubleValue() <= 1) {
            return number.doubleValue();
        }
        throw wrong(name, "a number from 0 to 1");
    }

    /** The lines of a target joint: a list of cells, each the values of some attributes and a share at the end. */
    List<CellShare> shares(String name, int attributes) {
        if (!(values.get(name) instanceof List<?> lines) || lines.isEmpty()) {
            throw wrong(name, "a list of cells, each " + cell(attributes));
        }
        List<CellShare> read = new ArrayList<>();
        Map<List<String>, Integer> seen = new HashMap<>();
        double total = 0;
        for (int i = 0; i < lines.size(); i++) {
            String place = kind + ": " + name + "[" + i + "]";
            if (!(lines.get(i) instanceof List<?> line) || line.size() != attributes + 1) {
                throw new UserError(place + " must be " + cell(attributes) + ", got '" + lines.get(i) + "'");
            }
            List<String> cell = names(name, line.subList(0, attributes));
            double share = Share.read(line.get(attributes), place);
            Integer same = seen.put(cell, i);
            if (same != null) {
                throw new UserError(place + " is the same cell as " + name + "[" + same + "]; keep one of them");
            }
            read.add(new CellShare(cell, share));
            total += share;
        }
        if (!(Math.abs(total - 1) <= Share.TOLERANCE)) {
            throw new UserError(kind + ": " + name + " must have shares that add up to 1, got " + Share.text(total)
                    + "; correct them, or write fractions such as 1/3");
        }
        return List.copyOf(read);
    }

    /** Names with fields: a list of maps from a name to its fields, or of names alone. */
    List<Map.Entry<String, Map<String, Object>>> named(String name, String rule) {
        if (!(values.get(name) instanceof List<?> list)) {
            throw wrong(name, rule);
        }
        List<Map.Entry<String, Map<String, Object>>> read = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            Object entry = list.get(i);
            if (entry instanceof String alone) {
                read.add(Map.entry(alone, Map.of()));
            } else if (entry instanceof Map<?, ?> map
                    && map.size() == 1
                    && map.values().iterator().next() instanceof Map<?, ?> fields) {
                Map<String, Object> inner = new TreeMap<>();
                fields.forEach((key, value) -> inner.put(String.valueOf(key), value));
                read.add(Map.entry(String.valueOf(map.keySet().iterator().next()), inner));
            } else {
                throw new UserError(kind + ": " + name + "[" + i
                        + "] must be the name of a shift with its fields, got '" + entry + "'");
            }
        }
        return read;
    }

    private static String cell(int attributes) {
        return attributes == 1
                ? "[value, share]"
                : "[" + attributes + " values, share], values in the order of the attributes";
    }

    /** Different names: a list, or one alone; they must be given. */
    List<String> different(String name, String rule) {
        List<String> read = has(name) ? names(name, values.get(name)) : List.of();
        if (read.isEmpty() || read.stream().anyMatch(String::isBlank)) {
            throw wrong(name, rule);
        }
        for (int i = 0; i < read.size(); i++) {
            if (read.indexOf(read.get(i)) < i) {
                throw new UserError(kind + ": " + name + " must be different, '" + read.get(i)
                        + "' stands there twice; keep one of them");
            }
        }
        return read;
    }

    /** Values of an attribute: a list, or one alone; numbers are read as their text. Empty where the field holds {@code standard} or nothing. */
    List<String> values(String name, String standard) {
        if (!has(name) || standard.equals(values.get(name))) {
            return List.of();
        }
        List<String> read = names(name, values.get(name));
        if (read.isEmpty() || read.stream().distinct().count() != read.size()) {
            throw wrong(name, "a list of different values");
        }
        return read;
    }

    /** Pairs (label value, attribute value). Empty where the field holds {@code standard} or nothing. */
    List<List<String>> pairs(String name, String standard) {
        if (!has(name) || standard.equals(values.get(name))) {
            return List.of();
        }
        if (Pairs.MOST_FREQUENT.equals(values.get(name))) {
            return Pairs.BY_COUNT;
        }
        String rule = "a list of different pairs [label value, attribute value]";
        List<List<String>> pairs = new ArrayList<>();
        if (values.get(name) instanceof List<?> list) {
            for (Object pair : list) {
                if (!(pair instanceof List<?> two) || two.size() != 2) {
                    throw wrong(name, rule);
                }
                pairs.add(names(name, two));
            }
        }
        if (pairs.isEmpty() || pairs.stream().distinct().count() != pairs.size()) {
            throw wrong(name, rule);
        }
        return List.copyOf(pairs);
    }

    /** Whole numbers (indices, from 0) or texts (names): a list, or one alone. */
    List<Object> places(String name) {
        Object given = values.get(name);
        List<?> list = given instanceof List<?> many ? many : given == null ? List.of() : List.of(given);
        String rule = "a list of different environments, by index from 0 or by name";
        List<Object> read = new ArrayList<>();
        for (Object entry : list) {
            if (entry instanceof Number number && number.doubleValue() == number.intValue() && number.intValue() >= 0) {
                read.add(number.intValue());
            } else if (entry instanceof String text) {
                read.add(text);
            } else {
                throw wrong(name, rule);
            }
        }
        if (read.isEmpty() || read.stream().distinct().count() != read.size()) {
            throw wrong(name, rule);
        }
        return List.copyOf(read);
    }

    private List<String> names(String name, @Nullable Object given) {
        List<?> list = given instanceof List<?> many ? many : given == null ? List.of() : List.of(given);
        List<String> read = new ArrayList<>();
        for (Object entry : list) {
            if (!(entry instanceof String || entry instanceof Number || entry instanceof Boolean)) {
                throw wrong(name, "made of values of the attribute");
            }
            read.add(String.valueOf(entry));
        }
        return List.copyOf(read);
    }
}
