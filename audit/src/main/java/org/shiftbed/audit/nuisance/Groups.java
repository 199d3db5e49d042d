package org.shiftbed.audit.nuisance;

import org.jspecify.annotations.Nullable;

/**
 * A division of the units into groups: parent patterns of one variable, or of two at once. A pair keeps the two codes it comes from instead
 * of a third array.
 */
public final class Groups {
    private final int[] first;
    private final int @Nullable [] second;
    private final int stride;
    private final int count;

    private Groups(int[] first, int @Nullable [] second, int stride, int count) {
        this.first = first;
        this.second = second;
        this.stride = stride;
        this.count = count;
    }

    /**
     * Groups by one number a unit.
     *
     * @param code from 0 to count - 1
     * @param count how many groups there may be; some may be empty
     */
    public static Groups of(int[] code, int count) {
        return new Groups(code, null, 1, count);
    }

    /** All units in one group. */
    public static Groups one(int units) {
        return of(new int[units], 1);
    }

    /** One group for each pair of a group here and a group there: {@code here * other.count() + there}. */
    public Groups with(Groups other) {
        if (second != null || other.second != null) {
            throw new IllegalArgumentException("a pair of pairs");
        }
        if (count == 1) {
            return other;
        }
        if (other.count == 1) {
            return this;
        }
        return new Groups(first, other.first, other.count, Math.multiplyExact(count, other.count));
    }

    /** The same division of some of the units. */
    public Groups select(int[] indices) {
        int[] code = new int[indices.length];
        for (int k = 0; k < code.length; k++) {
            code[k] = at(indices[k]);
        }
        return of(code, count);
    }

    /** The group of a unit. */
    public int at(int unit) {
        return second == null ? first[unit] : first[unit] * stride + second[unit];
    }

    /** How many groups there may be. */
    public int count() {
        return count;
    }

    /** The same division with values: unit u has {@code values[at(u)]}. */
    Fitted with(double[] values) {
        return second == null ? Fitted.perGroup(values, first) : Fitted.perPair(values, first, second, stride);
    }
}
