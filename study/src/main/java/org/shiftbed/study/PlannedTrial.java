package org.shiftbed.study;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One trial of a plan.
 *
 * @param id {@link Trial#id()}
 * @param trial what runs
 * @param method what tables call its method: the algorithm's name, or what the study calls it
 * @param setting what tells its shift apart from others of its kind, in words; empty where nothing does
 * @param environments display labels of all environments of its split, in index order
 * @param rows how many rows its split has
 * @param refusal why it is not run, one line; null where it is
 */
public record PlannedTrial(
        String id,
        Trial trial,
        String method,
        String setting,
        List<String> environments,
        Rows rows,
        @Nullable String refusal) {
    public PlannedTrial {
        environments = List.copyOf(environments);
    }

    /**
     * Rows of a split by what they are for.
     *
     * @param training of parts that batches are drawn from; a row of two parts counts twice
     * @param validation of all validation parts but the oracle's
     * @param oracle of the pool that only an oracle has
     * @param test of the test parts
     * @param environments training environments
     */
    public record Rows(long training, long validation, long oracle, long test, int environments) {}
}
