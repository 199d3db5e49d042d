package org.shiftbed.study;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One trial of a plan.
 *
 * @param id {@link Trial#id()}
 * @param trial what runs
 * @param setting what tells its shift apart from others of its kind, in words; empty where nothing does
 * @param environments display labels of all environments of its split, in index order
 * @param trainingRows rows of its training parts
 * @param evaluatedRows rows of its validation and test parts
 * @param refusal why it is not run; null where it is
 */
public record PlannedTrial(
        String id,
        Trial trial,
        String setting,
        List<String> environments,
        long trainingRows,
        long evaluatedRows,
        @Nullable String refusal) {
    public PlannedTrial {
        environments = List.copyOf(environments);
    }
}
