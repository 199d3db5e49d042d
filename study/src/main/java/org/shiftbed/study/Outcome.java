package org.shiftbed.study;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one search came to under one selection rule: the value that fills one place of a table (one seed of one cell).
 *
 * @param dataset registered name
 * @param shift kind, for example {@code spurious-correlation}; {@code leave-domains-out} under DomainBed's protocol
 * @param setting what tells settings of one kind apart, in words: {@code color, N=10}; empty where there is one only
 * @param algorithm what tables call the method: the registered name, unless the study calls it otherwise
 * @param form {@code domainbed} or {@code controlled}
 * @param strict layers, sorted
 * @param selection rule
 * @param environment test environment of DomainBed's protocol (its display label, for example {@code +90%}); {@code all} otherwise
 * @param environmentIndex its index; -1 otherwise
 * @param seed run seed, or DomainBed's trial_seed
 * @param state DONE where there is a number
 * @param test accuracy in [0, 1] of the chosen (trial, step); null unless DONE
 * @param validation score by which it was chosen; null unless DONE
 * @param trial id of the chosen trial; null unless DONE
 * @param step chosen checkpoint; -1 unless DONE
 * @param expected trials of this search
 * @param finished of them with a usable record
 * @param diverged of them
 * @param failed of them: their last attempt ended badly
 * @param refused of them: the plan says why they cannot be run
 * @param testQueries how often the rule looked at test-domain labels to choose (0 for honest rules)
 * @param reason why there is no number; empty where there is one
 */
public record Outcome(
        String dataset,
        String shift,
        String setting,
        String algorithm,
        String form,
        List<String> strict,
        String selection,
        String environment,
        int environmentIndex,
        int seed,
        State state,
        @Nullable Double test,
        @Nullable Double validation,
        @Nullable String trial,
        int step,
        int planned,
        int finished,
        int diverged,
        int failed,
        int refused,
        int testQueries,
        String reason) {

    /** Why a place of a table is filled or not. */
    public enum State {
        DONE,
        /** Trials of the search have not run, or not finished. */
        MISSING,
        /** Diverged trials are why there is no number, perhaps with refused ones beside them. */
        DIVERGED,
        /** Failed trials are why there is no number, perhaps with diverged or refused ones beside them. */
        FAILED,
        /** Every trial that the number needs was refused. */
        REFUSED,
        /** The rule cannot be applied: the records lack what it reads. */
        NOT_EVALUATED
    }
}
