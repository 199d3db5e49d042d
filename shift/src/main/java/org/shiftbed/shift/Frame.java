package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;

/**
 * What every kind of shift has in common.
 *
 * @param dataset the data set's name: it names the random streams
 * @param label attribute to predict
 * @param environments attribute whose values are the environments; null: one environment holds all
 * @param sampler how training rows are weighted
 * @param maxWeight most that a weight of the sampler {@code importance} may be before normalising; infinite: no cap
 * @param clip whether a request larger than the pool takes the pool instead of being refused
 * @param conditions size and noise
 */
record Frame(
        String dataset,
        String label,
        @Nullable String environments,
        SamplingWeights sampler,
        double maxWeight,
        boolean clip,
        Conditions conditions) {

    /** Adds the common parameters to a kind's own; nothing is null, so that the map can be copied and stored. */
    Map<String, Object> parameters(Map<String, Object> own) {
        LinkedHashMap<String, Object> all = new LinkedHashMap<>();
        all.put("dataset", dataset);
        all.put("label", label);
        if (environments != null) {
            all.put("environments", environments);
        }
        all.put("sampler", samplerWord());
        if (maxWeight < Double.POSITIVE_INFINITY) {
            all.put(KindFactory.MAX_WEIGHT, maxWeight);
        }
        all.put("clip", clip);
        all.put("size", conditions.size());
        all.put("noise", conditions.noise().p());
        all.put("noise-frozen", conditions.noise().frozen());
        if (conditions.noise().attribute() != null) {
            all.put("noise-attribute", conditions.noise().attribute());
        }
        if (!conditions.noise().confusion().isEmpty()) {
            all.put("noise-confusion", conditions.noise().confusion());
        }
        all.putAll(own);
        return Collections.unmodifiableMap(all);
    }

    /** A setting in words: the kind's own words, then what is not the default. Words that are empty are left out. */
    String setting(@Nullable String standardEnvironments, String... own) {
        List<String> words = new ArrayList<>(Arrays.asList(own));
        if (standardEnvironments != null && environments != null && !environments.equals(standardEnvironments)) {
            words.add("environments " + environments);
        }
        if (sampler != SamplingWeights.PARTS) {
            words.add("sampler " + samplerWord());
        }
        if (maxWeight < Double.POSITIVE_INFINITY) {
            words.add("weights up to " + figure(maxWeight));
        }
        if (conditions.size() > 0) {
            words.add("size " + conditions.size());
        }
        words.add(conditions.noise().words());
        words.removeIf(String::isEmpty);
        return String.join(", ", words);
    }

    /** The sampler as study files write it. */
    String samplerWord() {
        return sampler.name().toLowerCase(Locale.ROOT);
    }

    /** A number without a fraction that is 0. */
    static String figure(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }

    /** The attribute of a field; an unknown one is refused with the nearest name. */
    static Attribute attribute(AttributeTable table, String kind, String field, String name) {
        if (!table.has(name)) {
            throw Names.unknown(
                    kind + ": " + field,
                    "attribute",
                    name,
                    table.attributes().stream().map(Attribute::name).toList());
        }
        return table.attribute(name);
    }

    /** The attribute of a shift: known, and with two values or more among the rows. */
    static Attribute shifted(AttributeTable table, String kind, String name) {
        Attribute attribute = attribute(table, kind, "attribute", name);
        if (Arrays.stream(table.column(name)).distinct().count() < 2) {
            throw new UserError(kind + ": attribute '" + name + "' has one value only ('"
                    + attribute.values().get(table.rows() == 0 ? 0 : table.code(0, name))
                    + "'), so nothing can shift along it; name another attribute");
        }
        return attribute;
    }

    /** Refuses a value that the attribute does not have. */
    static void value(Attribute attribute, String kind, String field, String value) {
        if (attribute.code(value) < 0) {
            throw Names.unknown(kind + ": " + field, "value of '" + attribute.name() + "'", value, attribute.values());
        }
    }

    /** Environments of a table, in the order of the attribute's values. */
    List<Environment> environments(AttributeTable table, String kind) {
        if (environments == null) {
            return List.of(new Environment(0, "all"));
        }
        List<String> names =
                attribute(table, kind, "environments", environments).values();
        List<Environment> all = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            all.add(new Environment(i, names.get(i)));
        }
        return all;
    }

    /** For every row its environment; a new array. */
    int[] environmentOf(AttributeTable table) {
        return environments == null
                ? new int[table.rows()]
                : table.column(environments).clone();
    }
}
