package org.shiftbed.study;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a data set has otherwise than the study it stands in; null: as the study says.
 *
 * @param label attribute to predict
 * @param shifts settings, axes expanded
 * @param network registered name
 * @param weights file that networks start from
 * @param baseline title of the method that figures compare with
 * @param training every field resolved
 * @param written names of the fields that were written
 */
public record DatasetFields(
        @Nullable String label,
        @Nullable List<ShiftSpec> shifts,
        @Nullable String network,
        @Nullable Path weights,
        @Nullable String baseline,
        @Nullable TrainingSpec training,
        Set<String> written) {
    public DatasetFields {
        shifts = shifts == null ? null : List.copyOf(shifts);
        written = Set.copyOf(written);
    }
}
