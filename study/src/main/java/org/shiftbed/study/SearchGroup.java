package org.shiftbed.study;

import java.util.List;

/**
 * The trials that one selection decides among: one seed of one cell of a table.
 *
 * @param dataset registered name
 * @param shift kind
 * @param setting as in {@link PlannedTrial}
 * @param algorithm registered name
 * @param form {@code domainbed} or {@code controlled}
 * @param strict layers, sorted
 * @param environment display label of the test environment under DomainBed's protocol; {@code all} otherwise
 * @param environmentIndex its index; -1 otherwise
 * @param seed run seed, or trial_seed
 * @param members in the order of the plan: hparams_seed ascends; under DomainBed's protocol every run that holds the environment out, so
 *     runs of pairs stand in two groups
 */
public record SearchGroup(
        String dataset,
        String shift,
        String setting,
        String algorithm,
        String form,
        List<String> strict,
        String environment,
        int environmentIndex,
        int seed,
        List<PlannedTrial> members) {
    public SearchGroup {
        strict = List.copyOf(strict);
        members = List.copyOf(members);
    }
}
