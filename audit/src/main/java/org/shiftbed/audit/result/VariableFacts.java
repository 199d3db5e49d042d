package org.shiftbed.audit.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A shifting variable.
 *
 * @param name as declared
 * @param family its name
 * @param unit of the shift: {@code sd}, {@code raw}, {@code whiten}, {@code log-odds}, … or empty
 * @param parents names, in order
 * @param form such as {@code per-value} or the expression
 * @param sentence what moves and what stays, in words
 * @param inferred whether the family was inferred from the column
 * @param nuisance which regression gave the conditional means
 * @param ruling few rows that make up much of its variance; null where there are none, or where it may not move
 * @param one what a parameter of 1 does, as a clause; empty where it is not told
 */
public record VariableFacts(
        String name,
        String family,
        String unit,
        List<String> parents,
        String form,
        String sentence,
        boolean inferred,
        String nuisance,
        String one,
        @Nullable RulingRows ruling) {
    /** Without what a parameter of 1 does, and with no row that rules it. */
    public VariableFacts(
            String name,
            String family,
            String unit,
            List<String> parents,
            String form,
            String sentence,
            boolean inferred,
            String nuisance) {
        this(name, family, unit, parents, form, sentence, inferred, nuisance, "", null);
    }
}
