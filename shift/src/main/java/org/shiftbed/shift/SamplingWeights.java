package org.shiftbed.shift;

/** How likely a training row is drawn ({@code controlled-shifts.md} 1.7). */
public enum SamplingWeights {
    /** A part is drawn by its weight, then the next row of its shuffled stream. */
    PARTS,
    /** p_reweight of the paper: cells of (label, environment) alike, rows alike inside a cell. */
    IMPORTANCE,
    /** Every training row alike. */
    NONE
}
