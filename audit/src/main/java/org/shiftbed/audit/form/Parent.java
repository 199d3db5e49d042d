package org.shiftbed.audit.form;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.expression.Column;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/**
 * A parent of a shifting variable, and which levels its values fall into: the names of a category, the distinct values of a number, or
 * bins. Immutable.
 */
public final class Parent {
    private enum Kind {
        CATEGORY,
        VALUES,
        BINS,
        CONTINUOUS
    }

    private final String name;
    private final Kind kind;
    private final List<String> levels;
    private final double[] numbers;

    private Parent(String name, Kind kind, List<String> levels, double[] numbers) {
        this.name = name;
        this.kind = kind;
        this.levels = List.copyOf(levels);
        this.numbers = numbers;
    }

    /** A category; values are indices of its levels. */
    public static Parent category(String name, List<String> levels) {
        return new Parent(name, Kind.CATEGORY, levels, new double[0]);
    }

    /** A number that takes few values; its levels are these values in ascending order. */
    public static Parent values(String name, double... seen) {
        double[] sorted =
                Arrays.stream(seen).map(v -> v + 0.0).sorted().distinct().toArray();
        return new Parent(name, Kind.VALUES, List.of(), sorted);
    }

    /**
     * A number cut into bins; the level of a value is how many cuts are at most the value.
     *
     * @param cuts strictly ascending, at least one
     */
    public static Parent bins(String place, String name, double... cuts) {
        for (int i = 0; i < cuts.length; i++) {
            if (!Double.isFinite(cuts[i]) || i > 0 && cuts[i] <= cuts[i - 1]) {
                throw new UserError(place + ".bins." + name + ": cut points must be finite and ascending, found "
                        + Arrays.toString(cuts));
            }
        }
        if (cuts.length == 0) {
            throw new UserError(place + ".bins." + name + ": must hold at least one cut point");
        }
        return new Parent(name, Kind.BINS, List.of(), cuts.clone());
    }

    /** A number that has no levels. */
    public static Parent continuous(String name) {
        return new Parent(name, Kind.CONTINUOUS, List.of(), new double[0]);
    }

    /** Its column. */
    public String name() {
        return name;
    }

    /** Whether its values are names. */
    public boolean category() {
        return kind == Kind.CATEGORY;
    }

    /** How many levels there are; 0 for a continuous one. */
    public int levels() {
        return switch (kind) {
            case CATEGORY -> levels.size();
            case VALUES -> numbers.length;
            case BINS -> numbers.length + 1;
            case CONTINUOUS -> 0;
        };
    }

    /** The level a value falls into; -1 for a value that is none of them. */
    public int level(double value) {
        return switch (kind) {
            case CATEGORY -> value >= 0 && value < levels.size() && value == Math.rint(value) ? (int) value : -1;
            case VALUES -> Math.max(-1, Arrays.binarySearch(numbers, value + 0.0));
            case BINS -> bin(value);
            case CONTINUOUS -> -1;
        };
    }

    private int bin(double value) {
        if (Double.isNaN(value)) {
            return -1;
        }
        int level = 0;
        while (level < numbers.length && numbers[level] <= value) {
            level++;
        }
        return level;
    }

    /** A level in words: {@code Y=1}, {@code age < 40}, {@code 40 <= age < 65}. */
    public String label(int level) {
        return switch (kind) {
            case CATEGORY -> name + "=" + levels.get(level);
            case VALUES -> name + "=" + text(numbers[level]);
            case BINS -> {
                if (level == 0) {
                    yield name + " < " + text(numbers[0]);
                }
                String from = text(numbers[level - 1]);
                yield level == numbers.length
                        ? name + " >= " + from
                        : from + " <= " + name + " < " + text(numbers[level]);
            }
            case CONTINUOUS -> throw new IllegalStateException(name + " has no levels");
        };
    }

    private static String text(double value) {
        double size = Math.abs(value);
        return size == 0 || size >= 1e-4 && size < 1e15
                ? new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString()
                : Double.toString(value);
    }

    /**
     * The value that a user wrote.
     *
     * @param place where, for the error
     * @return as in {@code z}: the index of a category's level, or the number
     */
    public double value(String place, String written) {
        if (kind == Kind.CATEGORY) {
            int level = levels.indexOf(written);
            if (level < 0) {
                throw Names.unknown(place, "level of " + name, written, levels);
            }
            return level;
        }
        Double number = number(written);
        if (number == null) {
            throw new UserError(place + ": " + name + " is a number, found '" + written + "'");
        }
        if (kind == Kind.VALUES && level(number) < 0) {
            List<String> known = new ArrayList<>();
            for (double value : numbers) {
                known.add(text(value));
            }
            throw Names.unknown(place, "value of " + name, written, known);
        }
        return number;
    }

    private static @Nullable Double number(String written) {
        try {
            double value = Double.parseDouble(written);
            return Double.isFinite(value) ? (Double) value : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** As an expression sees it. */
    Column column() {
        return new Column(name, levels);
    }
}
