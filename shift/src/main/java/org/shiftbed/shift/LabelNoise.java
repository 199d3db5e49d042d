package org.shiftbed.shift;

/**
 * Uniform label noise on training batches ({@code controlled-shifts.md} 1.8): with probability {@code p} a label is replaced by a uniform
 * draw over all classes, which may be the true one, so that the flip rate is p (1 - 1/K).
 *
 * @param p in [0, 1]; 0 = clean
 * @param frozen false: a fresh draw at every visit of a row; true: one draw per row for the whole run
 */
public record LabelNoise(double p, boolean frozen) {
    /** No noise. */
    public static final LabelNoise NONE = new LabelNoise(0, false);

    public LabelNoise {
        if (!(p >= 0 && p <= 1)) {
            throw new IllegalArgumentException("label noise p must be in [0, 1], got " + p);
        }
    }
}
