package org.shiftbed.learn.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.shiftbed.base.CanonicalJson;

/**
 * A recorded tensor in three numbers of nine digits.
 *
 * @param sum of the values
 * @param absSum of their magnitudes
 * @param l2 square root of the sum of squares
 */
public record Sums(double sum, double absSum, double l2) {

    /** Of these values. */
    public static Sums of(double[] values) {
        double sum = 0;
        double absolute = 0;
        double squares = 0;
        for (double value : values) {
            sum += value;
            absolute += Math.abs(value);
            squares += value * value;
        }
        return new Sums(sum, absolute, Math.sqrt(squares));
    }

    /** From a block {@code {"sum": ..., "abs_sum": ..., "l2": ...}}. */
    public static Sums read(Object block) {
        Map<?, ?> json = (Map<?, ?>) block;
        return new Sums(number(json, "sum"), number(json, "abs_sum"), number(json, "l2"));
    }

    /**
     * Fails where a norm is off by more than a share {@code relative} of itself; the plain sum, in which values cancel, may be off by that share
     * of the sum of magnitudes.
     */
    public static void assertClose(String what, Sums found, Sums expected, double relative) {
        assertClose(what, found, expected, relative, relative * Math.max(expected.absSum, expected.l2));
    }

    /**
     * As {@link #assertClose(String, Sums, Sums, double)}, with an allowance of its own for the plain sum.
     *
     * @param plain by how much the plain sum may be off
     */
    public static void assertClose(String what, Sums found, Sums expected, double relative, double plain) {
        assertThat(Math.abs(found.l2 - expected.l2))
                .as("%s l2: %s, recorded %s", what, found.l2, expected.l2)
                .isLessThanOrEqualTo(relative * expected.l2 + 1e-9);
        assertThat(Math.abs(found.absSum - expected.absSum))
                .as("%s abs_sum: %s, recorded %s", what, found.absSum, expected.absSum)
                .isLessThanOrEqualTo(relative * expected.absSum + 1e-9);
        assertThat(Math.abs(found.sum - expected.sum))
                .as("%s sum: %s, recorded %s (abs_sum %s)", what, found.sum, expected.sum, expected.absSum)
                .isLessThanOrEqualTo(plain + 1e-9);
    }

    private static double number(Map<?, ?> json, String key) {
        return CanonicalJson.number(Objects.requireNonNull(json.get(key), key));
    }
}
