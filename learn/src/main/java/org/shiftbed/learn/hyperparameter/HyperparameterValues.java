package org.shiftbed.learn.hyperparameter;

import java.util.Map;

/**
 * Reads chosen hyperparameters by name and type. A missing one, or one of another type, is a fault of the program: what users give is checked
 * against the space before.
 *
 * @param values Boolean, Long, Double or String by name; an Integer is read as a Long
 */
public record HyperparameterValues(Map<String, Object> values) {
    public HyperparameterValues {
        values = Map.copyOf(values);
    }

    /** A number, whole or not. */
    public double number(String name) {
        if (get(name) instanceof Number number) {
            return number.doubleValue();
        }
        throw wrong(name, "a number");
    }

    /** A number, or this where the algorithm does not declare it. */
    public double number(String name, double absent) {
        return values.containsKey(name) ? number(name) : absent;
    }

    /** A whole number. */
    public long whole(String name) {
        double value = number(name);
        if (value != Math.rint(value) || Math.abs(value) > 1L << 53) {
            throw wrong(name, "a whole number");
        }
        return (long) value;
    }

    /** A whole number, or this where the algorithm does not declare it. */
    public long whole(String name, long absent) {
        return values.containsKey(name) ? whole(name) : absent;
    }

    /** A text. */
    public String text(String name) {
        if (get(name) instanceof String text) {
            return text;
        }
        throw wrong(name, "a text");
    }

    /** A text, or this where the algorithm does not declare it. */
    public String text(String name, String absent) {
        return values.containsKey(name) ? text(name) : absent;
    }

    /** A flag, or this where the algorithm does not declare it. */
    public boolean flag(String name, boolean absent) {
        if (!values.containsKey(name)) {
            return absent;
        }
        if (get(name) instanceof Boolean flag) {
            return flag;
        }
        throw wrong(name, "true or false");
    }

    private Object get(String name) {
        Object value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("hyperparameter '" + name + "' is missing; given: " + values.keySet());
        }
        return value;
    }

    private IllegalArgumentException wrong(String name, String wanted) {
        return new IllegalArgumentException(
                "hyperparameter '" + name + "' must be " + wanted + ", got " + values.get(name));
    }
}
