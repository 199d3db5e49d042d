package org.shiftbed.audit.family;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;

/**
 * Reads targets: {@code P(O=1|Y=1) = 0.52}, {@code E[age|ward=B] = 70}, {@code mean(visit) = 2024-06-01}, {@code sd[age] = 12},
 * {@code rate(W|Z=1, Y=0) = 2.4}. Either kind of bracket may be used; names and values with blanks or signs stand in quotes (", ' or `).
 */
public final class Targets {
    private final String place;
    private final String text;
    private int at;

    private Targets(String place, String text) {
        this.place = place;
        this.text = text;
    }

    /**
     * Reads one target.
     *
     * @param place where it stands, for the error
     * @throws UserError if it cannot be read, or a probability is outside [0, 1], or a rate or sd is not &gt; 0
     */
    public static Target parse(String place, String text) {
        return new Targets(place, text).target();
    }

    /**
     * Reads assignments such as {@code young=0, male=1}.
     *
     * @return name to value in the order they were written
     */
    public static Map<String, String> assignments(String place, String text) {
        Targets reader = new Targets(place, text);
        Map<String, String> given = reader.given();
        if (reader.at < text.length()) {
            throw reader.expected("',' or the end");
        }
        return given;
    }

    private Target target() {
        String kind = word().toLowerCase(Locale.ROOT);
        Target.Quantity quantity = switch (kind) {
            case "p" -> Target.Quantity.PROBABILITY;
            case "e", "mean" -> Target.Quantity.MEAN;
            case "sd" -> Target.Quantity.DEVIATION;
            case "rate" -> Target.Quantity.RATE;
            default ->
                throw new UserError(
                        place + " '" + text + "': a target begins with P(...), mean(...), sd(...) or rate(...)");
        };
        boolean round = take('(');
        if (!round && !take('[')) {
            throw expected("'(' or '['");
        }
        String variable = word();
        String level = "";
        if (quantity == Target.Quantity.PROBABILITY) {
            if (!take('=')) {
                throw expected("'=' and a level");
            }
            level = word();
        }
        Map<String, String> given = take('|') ? given() : Map.of();
        if (!take(round ? ')' : ']')) {
            throw expected(round ? "')'" : "']'");
        }
        if (!take('=')) {
            throw expected("'=' and a number");
        }
        Target target = wanted(quantity, variable, level, given);
        if (quantity == Target.Quantity.PROBABILITY) {
            Categorical.probability(place, target);
        } else if (quantity != Target.Quantity.MEAN && !(target.value() > 0)) {
            throw new UserError(place + ": " + target + ": must be > 0");
        }
        return target;
    }

    private Map<String, String> given() {
        Map<String, String> given = new LinkedHashMap<>();
        do {
            String parent = word();
            if (!take('=')) {
                throw expected("'=' and a value of " + parent);
            }
            if (given.put(parent, word()) != null) {
                throw new UserError(place + " '" + text + "': " + parent + " is given twice");
            }
        } while (take(','));
        return given;
    }

    private Target wanted(Target.Quantity quantity, String variable, String level, Map<String, String> given) {
        blanks();
        String rest = text.substring(at).strip();
        boolean mean = quantity == Target.Quantity.MEAN;
        Double value = toNumber(rest);
        Double seconds = mean && value == null ? Axis.read(rest) : null;
        if (seconds != null) {
            return new Target(quantity, variable, level, given, seconds, Axis.TIME);
        }
        if (value == null) {
            throw expected(mean ? "a number, or a date such as 2024-06-01" : "a number");
        }
        return new Target(quantity, variable, level, given, value, Axis.NUMBER);
    }

    private static @Nullable Double toNumber(String written) {
        try {
            boolean percent = written.endsWith("%");
            double value = Double.parseDouble(percent ? written.substring(0, written.length() - 1) : written);
            return Double.isFinite(value) ? (Double) (percent ? value / 100 : value) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean take(char symbol) {
        blanks();
        if (at < text.length() && text.charAt(at) == symbol) {
            at++;
            blanks();
            return true;
        }
        return false;
    }

    /** A name or value: quoted, or everything up to a sign of the language, without blanks at its ends. */
    private String word() {
        blanks();
        int start = at;
        if (at < text.length() && "\"'`".indexOf(text.charAt(at)) >= 0) {
            return quoted(text.charAt(at));
        }
        while (at < text.length() && "()[]=|,\"'`".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at).strip();
        if (word.isEmpty()) {
            throw expected("a name or value");
        }
        return word;
    }

    /** Up to the same quote; a doubled one inside means one. */
    private String quoted(char quote) {
        StringBuilder word = new StringBuilder();
        for (int i = at + 1; i < text.length(); i++) {
            if (text.charAt(i) != quote) {
                word.append(text.charAt(i));
            } else if (i + 1 < text.length() && text.charAt(i + 1) == quote) {
                word.append(quote);
                i++;
            } else {
                at = i + 1;
                return word.toString();
            }
        }
        throw new UserError(place + " '" + text + "': at character " + (at + 1) + ": the quote is not closed");
    }

    private UserError expected(String what) {
        String found = at < text.length() ? "'" + text.substring(at).strip() + "'" : "the end";
        return new UserError(
                place + " '" + text + "': at character " + (at + 1) + ": expected " + what + ", found " + found);
    }
}
