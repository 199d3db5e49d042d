package org.shiftbed.study.rows;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object as a map that cannot be changed: fields in the order of the line, values as {@link org.shiftbed.base.CanonicalJson#parse} gives
 * them. Rows of one file share their arrays.
 */
public final class Row extends AbstractMap<String, Object> {
    private final RowLayout layout;
    private final double[] numbers;
    private final @Nullable Object[] values;
    private final int firstNumber;
    private final int firstValue;

    Row(RowLayout layout, double[] numbers, @Nullable Object[] values, int firstNumber, int firstValue) {
        this.layout = layout;
        this.numbers = numbers;
        this.values = values;
        this.firstNumber = firstNumber;
        this.firstValue = firstValue;
    }

    RowLayout layout() {
        return layout;
    }

    /** Whether the field at a place of the names holds a number that stands as one. */
    public boolean isNumber(int field) {
        return layout.kind(field) != RowLayout.VALUE;
    }

    /** A number that stands as one ({@link #isNumber}), without a box; the text "NaN" is none. */
    public double number(int field) {
        return numbers[firstNumber + layout.slot(field)];
    }

    @Nullable
    Object held(int field) {
        return values[firstValue + layout.slot(field)];
    }

    /** The value of the field at a place of the names. */
    public @Nullable Object value(int field) {
        return switch (layout.kind(field)) {
            case RowLayout.DECIMAL -> (Object) number(field);
            case RowLayout.WHOLE -> (Object) (int) number(field);
            default -> held(field);
        };
    }

    /**
     * What follows from the names of the fields alone, worked out once for all rows that share them.
     *
     * @param of what it is, from the names in their order
     */
    public <T> T derived(Class<T> type, Function<List<String>, T> of) {
        return layout.derived(type, of);
    }

    /** While it is made. */
    void put(int field, @Nullable Object value) {
        if (layout.kind(field) == RowLayout.VALUE) {
            values[firstValue + layout.slot(field)] = value;
        } else if (value instanceof Number number) {
            numbers[firstNumber + layout.slot(field)] = number.doubleValue();
        } else {
            throw new IllegalArgumentException(layout.name(field) + " is no number: " + value);
        }
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        int place = layout.place(key);
        return place < 0 ? null : value(place);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return layout.place(key) >= 0;
    }

    @Override
    public int size() {
        return layout.size();
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return layout.size();
            }

            @Override
            public Iterator<Map.Entry<String, Object>> iterator() {
                return new Entries();
            }
        };
    }

    private final class Entries implements Iterator<Map.Entry<String, Object>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < layout.size();
        }

        @Override
        @SuppressWarnings("NullAway") // A field may hold null, as in the maps of a JSON reader.
        public Map.Entry<String, Object> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int field = next++;
            return new SimpleImmutableEntry<>(layout.name(field), value(field));
        }
    }
}
