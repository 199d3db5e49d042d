package org.shiftbed.study;

import java.util.Map;

/**
 * One setting of one shift: the axes of the study file ({@code samples: [1, 10]}) are expanded, one value each.
 *
 * @param kind registered kind
 * @param fields as written, without {@code environments} and {@code label}
 * @param environments attribute whose values are the environments; empty: the kind's default
 * @param label attribute to predict; empty: the study's
 * @param setting what tells it apart from other settings of its kind, in words: {@code color, N=10}; empty where nothing does
 * @param path field of the study file it stands in
 */
public record ShiftSpec(
        String kind, Map<String, Object> fields, String environments, String label, String setting, String path) {
    public ShiftSpec {
        fields = Values.sorted(fields);
    }
}
