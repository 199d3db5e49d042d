package org.shiftbed.study.rows;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The fields that rows of one form have, in the order of their lines: a name, and where its value stands. */
final class RowLayout {
    /** A decimal, not finite ones included. */
    static final byte DECIMAL = 0;
    /** A whole number within an int. */
    static final byte WHOLE = 1;
    /** Anything else. */
    static final byte VALUE = 2;

    private final List<String> names;
    private final byte[] kinds;
    private final int[] slots;
    private final int numbers;
    private final int values;
    private final Map<String, Integer> places;
    private final byte[][] quoted;
    /** What a reader derived from the names. Two threads that derive it at once derive the same. */
    private volatile @Nullable Object derived;

    /**
     * @param names of the fields, each once
     * @param kinds of their values
     * @throws IllegalArgumentException where a name stands twice
     */
    RowLayout(List<String> names, byte[] kinds) {
        if (new HashSet<>(names).size() < names.size()) {
            throw new IllegalArgumentException("a field stands twice: " + names);
        }
        // Readers ask by constants: equal texts are then the same object, which is told at once.
        this.names = names.stream().map(String::intern).toList();
        this.kinds = kinds.clone();
        this.slots = new int[kinds.length];
        this.places = new HashMap<>(2 * kinds.length);
        this.quoted = new byte[kinds.length][];
        int inNumbers = 0;
        int inValues = 0;
        for (int i = 0; i < kinds.length; i++) {
            if (kinds[i] < DECIMAL || kinds[i] > VALUE) {
                throw new IllegalArgumentException("no kind of field: " + kinds[i]);
            }
            slots[i] = kinds[i] == VALUE ? inValues++ : inNumbers++;
            places.put(this.names.get(i), i);
            quoted[i] = ('"' + this.names.get(i) + '"').getBytes(StandardCharsets.UTF_8);
        }
        numbers = inNumbers;
        values = inValues;
    }

    /** What follows from the names alone: worked out once. */
    <T> T derived(Class<T> type, Function<List<String>, T> of) {
        Object known = derived;
        if (type.isInstance(known)) {
            return type.cast(known);
        }
        T made = of.apply(names);
        derived = made;
        return made;
    }

    int size() {
        return kinds.length;
    }

    /** Fields that stand among numbers. */
    int numbers() {
        return numbers;
    }

    /** Fields that stand among other values. */
    int values() {
        return values;
    }

    String name(int field) {
        return names.get(field);
    }

    byte kind(int field) {
        return kinds[field];
    }

    /** Where a field's value stands among numbers or among values, as its kind says. */
    int slot(int field) {
        return slots[field];
    }

    /** Index of a field; -1 where there is none. */
    int place(@Nullable Object name) {
        Integer place = places.get(name);
        return place == null ? -1 : place;
    }

    /** A field's name in quotation marks, in UTF-8. */
    byte[] quoted(int field) {
        return quoted[field];
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RowLayout layout && names.equals(layout.names) && Arrays.equals(kinds, layout.kinds);
    }

    @Override
    public int hashCode() {
        return Objects.hash(names, Arrays.hashCode(kinds));
    }
}
