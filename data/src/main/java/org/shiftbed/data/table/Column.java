package org.shiftbed.data.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One named column of a table. The arrays are not copied and must not be changed while a table holds them. */
public sealed interface Column {

    /** Unique within a table. */
    String name();

    /** How many values there are. */
    int length();

    /** Whole numbers of 32 bits. */
    record Ints(String name, int[] values) implements Column {
        @Override
        public int length() {
            return values.length;
        }
    }

    /** Whole numbers of 64 bits. */
    record Longs(String name, long[] values) implements Column {
        @Override
        public int length() {
            return values.length;
        }
    }

    /** Decimals of 32 bits; NaN also stands for a missing value. */
    record Floats(String name, float[] values) implements Column {
        @Override
        public int length() {
            return values.length;
        }
    }

    /** Decimals of 64 bits; NaN also stands for a missing value. */
    record Doubles(String name, double[] values) implements Column {
        @Override
        public int length() {
            return values.length;
        }
    }

    /** Texts; null is a missing value. */
    record Texts(String name, @Nullable String[] values) implements Column {
        /** Texts without a missing value. */
        public static Texts of(String name, List<String> values) {
            return new Texts(name, values.toArray(String[]::new));
        }

        @Override
        public int length() {
            return values.length;
        }
    }

    /** Whether two columns have the same name and type, so that the rows of one can follow those of the other. */
    default boolean fits(Column other) {
        return name().equals(other.name()) && getClass() == other.getClass();
    }
}
