package org.shiftbed.audit.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a shift should lead, in plain terms: {@code P(O=1 | Y=1) = 0.52} or {@code mean(age | ward=A) = 60}.
 *
 * @param variable name of the shifting variable
 * @param level whose probability is meant; null where the mean is meant
 * @param given values of parents in their order, as texts; empty: whatever they are
 * @param value the probability or mean after the shift
 */
public record Target(String variable, @Nullable String level, Map<String, String> given, double value) {
    public Target {
        given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
    }

    /** P(variable = level) = probability, whatever the parents are. */
    public static Target probability(String variable, String level, double probability) {
        return new Target(variable, level, Map.of(), probability);
    }

    /** mean(variable) = value, whatever the parents are. */
    public static Target mean(String variable, double value) {
        return new Target(variable, null, Map.of(), value);
    }

    /** The same for one more value of a parent. */
    public Target given(String parent, String of) {
        Map<String, String> more = new LinkedHashMap<>(given);
        more.put(parent, of);
        return new Target(variable, level, more, value);
    }
}
