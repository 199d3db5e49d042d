package org.shiftbed.audit.result;

/**
 * What a shift does to one variable at one pattern of its parents.
 *
 * @param variable its name
 * @param pattern such as {@code Y=1}; empty where there are no parents or the effect is an average
 * @param quantity such as {@code P(O=1 | Y=1)}
 * @param before without the shift
 * @param after under it
 * @param rows rows of the pattern
 * @param totalVariation distance between the two laws, or NaN where it is not told
 * @param sentence in words
 */
public record Effect(
        String variable,
        String pattern,
        String quantity,
        double before,
        double after,
        long rows,
        double totalVariation,
        String sentence) {}
