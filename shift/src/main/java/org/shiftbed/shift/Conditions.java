package org.shiftbed.shift;

/**
 * Conditions applied after a shift, size first, then noise ({@code controlled-shifts.md} 1.8).
 *
 * @param size training rows in all; 0 = all of them
 * @param noise on training labels
 */
public record Conditions(int size, LabelNoise noise) {
    /** Every row, clean labels. */
    public static final Conditions NONE = new Conditions(0, LabelNoise.NONE);

    public Conditions {
        if (size < 0) {
            throw new IllegalArgumentException("size must be at least 1 row, or 0 for all, got " + size);
        }
    }
}
