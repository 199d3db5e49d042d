package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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
