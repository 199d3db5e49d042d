package org.shiftbed.audit.nuisance;

import org.jspecify.annotations.Nullable;

/**
 * A fitted conditional mean, one value a unit. Regressions on groups keep one value a group and how units point to it, so that a table of a
 * million rows with 32 groups costs 32 numbers and not a million.
 */
public final class Fitted {
    private final double[] values;
    private final int @Nullable [] code;
    private final int @Nullable [] second;
    private final int stride;

    private Fitted(double[] values, int @Nullable [] code, int @Nullable [] second, int stride) {
        this.values = values;
        this.code = code;
        this.second = second;
        this.stride = stride;
    }

    /** One value a unit. */
    public static Fitted perUnit(double[] values) {
        return new Fitted(values, null, null, 1);
    }

    /** The value of unit u is {@code values[code[u]]}. */
    public static Fitted perGroup(double[] values, int[] code) {
        return new Fitted(values, code, null, 1);
    }

    /** The value of unit u is {@code values[first[u] * stride + second[u]]}. */
    public static Fitted perPair(double[] values, int[] first, int[] second, int stride) {
        return new Fitted(values, first, second, stride);
    }

    /** The fitted value of a unit. */
    public double at(int unit) {
        if (code == null) {
            return values[unit];
        }
        return values[second == null ? code[unit] : code[unit] * stride + second[unit]];
    }
}
