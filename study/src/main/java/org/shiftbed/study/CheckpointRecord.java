package org.shiftbed.study;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;

/**
 * One line of {@code results.jsonl}, of ours or of DomainBed.
 *
 * @param fields as read; what Shiftbed adds stands under {@code shiftbed}
 */
public record CheckpointRecord(Map<String, Object> fields) {
    /** Field that holds what Shiftbed adds to DomainBed's names. */
    public static final String EXTRAS = "shiftbed";

    /** What the names of accuracies on whole environments begin with: those of the second stage of a trial of form {@code auto-lr}. */
    public static final String FULL_DATA = "fd_";

    public CheckpointRecord {
        if (!(fields.get("step") instanceof Number)) {
            throw new IllegalArgumentException("a record needs a whole number 'step', found " + fields.get("step"));
        }
    }

    /** Index of the last update, from 0. */
    public int step() {
        return ((Number) java.util.Objects.requireNonNull(fields.get("step"))).intValue();
    }

    /** A number of the record, NaN and infinities included; null where it was not evaluated. */
    public @Nullable Double number(String field) {
        return number(fields.get(field));
    }

    /** A number among what Shiftbed adds ({@code val_id}, {@code test}, …); null where it was not evaluated. */
    public @Nullable Double extra(String field) {
        return number(extras().get(field));
    }

    /** Everything that Shiftbed adds; empty for a record of DomainBed. */
    @SuppressWarnings("unchecked")
    public Map<String, Object> extras() {
        return fields.get(EXTRAS) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    /** DomainBed's {@code args}; empty where the record has none. */
    @SuppressWarnings("unchecked")
    public Map<String, Object> args() {
        return fields.get("args") instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    /** Whether it is of a second stage, which holds out no rows. */
    public boolean fullData() {
        return fields.keySet().stream().anyMatch(field -> field.startsWith(FULL_DATA + "env"));
    }

    /** How many environments it names: env0_out_acc, env1_out_acc, … until one is absent. */
    public int environments() {
        int count = 0;
        while (fields.containsKey("env" + count + "_out_acc")) {
            count++;
        }
        return count;
    }

    private static @Nullable Double number(@Nullable Object value) {
        if (value == null || value instanceof Map || value instanceof java.util.List || value instanceof Boolean) {
            return null;
        }
        try {
            return CanonicalJson.number(value);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
