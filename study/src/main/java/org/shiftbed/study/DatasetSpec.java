package org.shiftbed.study;

import java.util.Map;

/**
 * A data set of a study.
 *
 * @param name registered name
 * @param parameters resolved, defaults written out, sorted by name
 * @param path field of the study file it stands in
 */
public record DatasetSpec(String name, Map<String, Object> parameters, String path) {
    public DatasetSpec {
        parameters = Values.sorted(parameters);
    }
}
