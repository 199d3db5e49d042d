package org.shiftbed.audit.result;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.audit.family.Axis;

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
 * @param terms for a probability at one pattern, how its natural parameter (log-odds, for a level against the reference level) moves:
 *     the sum of coefficient times parameter; empty where it stays, null where it is not linear in delta or the effect is an average
 * @param axis on which {@code before} and {@code after} lie
 * @param weighted under it, of the weighted rows instead of the family's law; NaN where the two are one, or it is not told
 */
public record Effect(
        String variable,
        String pattern,
        String quantity,
        double before,
        double after,
        long rows,
        double totalVariation,
        String sentence,
        @Nullable List<Term> terms,
        Axis axis,
        double weighted) {

    /**
     * One parameter's part in a natural parameter.
     *
     * @param parameter its position, from 0
     * @param coefficient what it is multiplied by
     */
    public record Term(int parameter, double coefficient) {}

    /** An effect on a number. */
    public Effect(
            String variable,
            String pattern,
            String quantity,
            double before,
            double after,
            long rows,
            double totalVariation,
            String sentence,
            @Nullable List<Term> terms) {
        this(
                variable,
                pattern,
                quantity,
                before,
                after,
                rows,
                totalVariation,
                sentence,
                terms,
                Axis.NUMBER,
                Double.NaN);
    }

    /** An effect on a number that says nothing of its natural parameter. */
    public Effect(
            String variable,
            String pattern,
            String quantity,
            double before,
            double after,
            long rows,
            double totalVariation,
            String sentence) {
        this(variable, pattern, quantity, before, after, rows, totalVariation, sentence, null, Axis.NUMBER, Double.NaN);
    }
}
