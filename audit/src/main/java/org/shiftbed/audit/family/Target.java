package org.shiftbed.audit.family;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.shiftbed.base.UserError;

/**
 * A wanted value of a law under given parents, such as {@code P(O=1|Y=1) = 0.52} (parametric-robustness 6).
 *
 * @param level the level a probability is about as it was written, empty for the other quantities
 * @param given the parents' values as they were written, in that order; empty where the variable has none
 * @param value what is wanted; of a mean on the axis, that is days or seconds where somebody wrote a date
 * @param axis of the value; {@link Axis#NUMBER} until the column is known, unless a date was written
 */
public record Target(
        Quantity quantity, String variable, String level, Map<String, String> given, double value, Axis axis) {
    /** What is wanted. */
    public enum Quantity {
        /** {@code P(variable=level|...)}. */
        PROBABILITY,
        /** {@code mean(variable|...)}. */
        MEAN,
        /** {@code sd[variable|...]}. */
        DEVIATION,
        /** {@code rate(variable|...)}. */
        RATE
    }

    /** Keeps a copy of the map. */
    public Target {
        given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
    }

    /** P(variable = level) = probability, whatever the parents are. */
    public static Target probability(String variable, String level, double probability) {
        return new Target(Quantity.PROBABILITY, variable, level, Map.of(), probability, Axis.NUMBER);
    }

    /** E[variable] = value, whatever the parents are. */
    public static Target mean(String variable, double value) {
        return new Target(Quantity.MEAN, variable, "", Map.of(), value, Axis.NUMBER);
    }

    /** The same for one more value of a parent. */
    public Target given(String parent, String written) {
        Map<String, String> more = new LinkedHashMap<>(given);
        more.put(parent, written);
        return new Target(quantity, variable, level, more, value, axis);
    }

    /**
     * The same where the column is known.
     *
     * @param place where it stands, for the error
     * @param column the axis of the column that it is about
     * @throws UserError if a date is wanted of numbers
     */
    public Target on(String place, Axis column) {
        if (axis == Axis.NUMBER || axis == column) {
            return new Target(quantity, variable, level, given, value, column);
        }
        if (column == Axis.NUMBER) {
            throw new UserError(place + ": " + this + ": '" + variable + "' holds no dates; give a number");
        }
        return new Target(quantity, variable, level, given, axis.on(column, value), column);
    }

    /** The target as it is written. */
    @Override
    public String toString() {
        String parents = given.entrySet().stream()
                .map(e -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(", ", given.isEmpty() ? "" : "|", ""));
        String left = switch (quantity) {
            case PROBABILITY -> "P(" + variable + "=" + level + parents + ")";
            case MEAN -> "mean(" + variable + parents + ")";
            case DEVIATION -> "sd(" + variable + parents + ")";
            case RATE -> "rate(" + variable + parents + ")";
        };
        return left + " = "
                + switch (quantity) {
                    case MEAN -> axis.at(value);
                    case DEVIATION -> axis.length(value);
                    case PROBABILITY, RATE -> Words.number(value);
                };
    }
}
