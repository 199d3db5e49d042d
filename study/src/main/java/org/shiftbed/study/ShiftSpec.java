package org.shiftbed.study;

import java.util.Map;

/**
 * One setting of one shift: the axes of the study file ({@code samples: [1, 10]}) are expanded, one value each.
 *
 * @param kind registered kind
 * @param fields as written, one value for each axis
 * @param path field of the study file it stands in
 */
public record ShiftSpec(String kind, Map<String, Object> fields, String path) {
    public ShiftSpec {
        fields = Values.sorted(fields);
    }
}
