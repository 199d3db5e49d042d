package org.shiftbed.learn.hyperparameter;

import java.util.List;

/**
 * A hyperparameter with its default and its distribution side by side.
 *
 * @param name the reference's name
 * @param standard its default: Boolean, Long, Double or String
 * @param distribution how a random search draws it
 * @param minimum smallest value a user may give; -infinity for text and flags
 * @param maximum largest value a user may give
 * @param help one line with unit and meaning
 */
public record Hyperparameter(
        String name, Object standard, Distribution distribution, double minimum, double maximum, String help) {

    /** What a user may give, in words: {@code a number above 0}, {@code true or false}. */
    public String rule() {
        if (standard instanceof Boolean) {
            return "true or false";
        }
        if (standard instanceof String) {
            return allowed().size() > 1 ? "one of " + allowed() : "the text " + standard;
        }
        String range = Overrides.range(this);
        return (standard instanceof Long ? "a whole number" : "a number") + range;
    }

    /** What a user may give for text. */
    List<Object> allowed() {
        if (distribution instanceof Distribution.Choice choice) {
            return choice.values();
        }
        return distribution instanceof Distribution.Fixed fixed ? fixed.allowed() : List.of(standard);
    }
}
