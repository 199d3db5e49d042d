package org.shiftbed.audit.spec;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@link Target}: {@code P(VARIABLE=LEVEL | PARENT=VALUE, ...) = PROBABILITY} or {@code mean(VARIABLE | PARENT=VALUE, ...) = NUMBER}; the
 * part from the bar on may be left out. Names and values are those of {@link Tokens}.
 */
public final class TargetText {
    private TargetText() {}

    /**
     * @param place in messages: the option, or file and field
     * @throws org.shiftbed.base.UserError where it is not of that form, or the probability is not strictly between 0 and 1
     */
    public static Target parse(String place, String text) {
        Tokens tokens = new Tokens(place, text);
        boolean probability = tokens.takeWord("P");
        if (!probability && !tokens.takeWord("mean")) {
            throw tokens.wrong(
                    "P(variable=level | parent=value) = probability, or mean(variable | parent=value) = number");
        }
        tokens.expect("(");
        String variable = tokens.name("the name of the variable");
        @Nullable String level = null;
        if (probability) {
            tokens.expect("=");
            level = tokens.name("a level of " + variable);
        }
        Map<String, String> given = new LinkedHashMap<>();
        if (tokens.take("|")) {
            do {
                String parent = tokens.name("the name of a parent");
                tokens.expect("=");
                if (given.put(parent, tokens.name("a value of " + parent)) != null) {
                    throw tokens.error("the parent '" + parent + "' stands twice");
                }
            } while (tokens.take(","));
        }
        tokens.expect(")");
        tokens.expect("=");
        double value = tokens.number(probability ? "a probability" : "a number");
        if (!tokens.atEnd()) {
            throw tokens.wrong("nothing more");
        }
        if (probability && !(value > 0 && value < 1)) {
            throw tokens.error("a shift reaches probabilities between 0 and 1, both excluded; found " + value);
        }
        return new Target(variable, level, given, value);
    }
}
