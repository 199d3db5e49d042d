package org.shiftbed.study;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.study.rows.Row;

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
        check(fields);
    }

    static void check(Map<String, Object> fields) {
        if (fields instanceof Row row && isPlain(row, shape(fields).step())) {
            return;
        }
        if (!(fields.get("step") instanceof Number)) {
            throw new IllegalArgumentException("a record needs a whole number 'step', found " + fields.get("step"));
        }
    }

    /** Index of the last update, from 0. */
    public int step() {
        if (fields instanceof Row row && isPlain(row, shape().step())) {
            return (int) row.number(shape().step());
        }
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
        return shape().fullData();
    }

    /** How many environments it names: env0_out_acc, env1_out_acc, … until one is absent. */
    public int environments() {
        return shape().environments();
    }

    /** {@code env<i>_in_acc}; null where it was not evaluated. */
    public @Nullable Double inAccuracy(int environment) {
        return accuracy(shape().in(), environment, "_in_acc");
    }

    /** {@code env<i>_out_acc}; null where it was not evaluated. */
    public @Nullable Double outAccuracy(int environment) {
        return accuracy(shape().out(), environment, "_out_acc");
    }

    private @Nullable Double accuracy(int[] places, int environment, String ending) {
        if (fields instanceof Row row && environment >= 0 && environment < places.length) {
            int place = places[environment];
            if (isPlain(row, place)) {
                return row.number(place);
            }
            return place < 0 ? null : number(row.value(place));
        }
        return number("env" + environment + ending);
    }

    /** Millions of records are read for one table: most of their numbers need no box. */
    private static boolean isPlain(Row row, int place) {
        return place >= 0 && row.isNumber(place);
    }

    private Shape shape() {
        return shape(fields);
    }

    private static Shape shape(Map<String, Object> fields) {
        return fields instanceof Row row ? row.derived(Shape.class, Shape::of) : Shape.of(List.copyOf(fields.keySet()));
    }

    /**
     * What the names of its fields say.
     *
     * @param fullData whether it is of a second stage
     * @param environments named one after the other from 0
     * @param in places of their accuracies; -1 where there is none
     * @param out places of their accuracies
     * @param step its place; -1 where there is none
     */
    private record Shape(boolean fullData, int environments, int[] in, int[] out, int step) {
        static Shape of(List<String> names) {
            int environments = 0;
            while (names.contains("env" + environments + "_out_acc")) {
                environments++;
            }
            int[] in = new int[environments];
            int[] out = new int[environments];
            for (int i = 0; i < environments; i++) {
                in[i] = names.indexOf("env" + i + "_in_acc");
                out[i] = names.indexOf("env" + i + "_out_acc");
            }
            boolean fullData = names.stream().anyMatch(name -> name.startsWith(FULL_DATA + "env"));
            return new Shape(fullData, environments, in, out, names.indexOf("step"));
        }
    }

    private static @Nullable Double number(@Nullable Object value) {
        if (value instanceof Double decimal) {
            return decimal;
        }
        if (value == null || value instanceof Map || value instanceof List || value instanceof Boolean) {
            return null;
        }
        try {
            return CanonicalJson.number(value);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
