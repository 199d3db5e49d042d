package org.shiftbed.shift;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;

/**
 * What was built, in plain JSON values ({@code controlled-shifts.md} 1.9): parts with what was asked and what came of it, pools, cells,
 * correlation measures, and checksums of the rows.
 */
final class Manifest {
    private final LinkedHashMap<String, Object> plain = new LinkedHashMap<>();
    private final Frame frame;
    private final AttributeTable table;
    private final List<Part> parts;

    Manifest(
            Shift shift,
            Frame frame,
            AttributeTable table,
            List<Part> parts,
            List<Environment> environments,
            List<String> warnings) {
        this.frame = frame;
        this.table = table;
        this.parts = List.copyOf(parts);
        plain.put("shift", shift.kind());
        plain.put("setting", shift.setting());
        plain.put("parameters", shift.parameters());
        plain.put("rows", table.rows());
        plain.put("environments", environments.stream().map(Environment::name).toList());
        List<Object> described = describe();
        plain.put("parts", described);
        plain.put("checksum", sha256(CanonicalJson.text(described)));
        plain.put("warnings", List.copyOf(warnings));
    }

    /** The finished manifest. */
    Map<String, Object> plain() {
        return Collections.unmodifiableMap(plain);
    }

    /** Adds the pools that the parts were taken from. */
    void pools(Pools pools) {
        plain.put(
                "pools",
                map("train", rows(pools.train()), "validation", rows(pools.validation()), "test", rows(pools.test())));
        if (pools.otherDomains().length > 0) {
            plain.put("validation_of_other_domains", rows(pools.otherDomains()));
        }
    }

    /** Adds which test rows have values that training has in full, and which have rare or missing ones. */
    void seenAndUnseen(int[] test, String rare) {
        plain.put("test", map("seen", matching("NOT " + rare, test), "unseen", matching(rare, test)));
    }

    /**
     * Adds the joint of label and attribute in training and in the test, and its strength: raw from counts of the parts, a row in two parts twice;
     * effective from the probabilities of the sampler.
     *
     * @param attribute null, or the label itself: nothing to report
     * @param firstIsCorrelated the first training part holds the correlated rows, so that rho is its share
     */
    void correlation(@Nullable String attribute, boolean firstIsCorrelated) {
        if (attribute == null || attribute.equals(frame.label())) {
            return;
        }
        List<Part> training = RowProbabilities.drawn(parts);
        Attribute label = table.attribute(frame.label());
        Attribute other = table.attribute(attribute);
        int[] labels = table.column(frame.label());
        int[] others = table.column(attribute);
        int[] all = training.stream()
                .flatMapToInt(part -> Arrays.stream(part.rows()))
                .toArray();
        int[] test = parts.stream()
                .filter(part -> part.role() == Role.TEST)
                .flatMapToInt(part -> Arrays.stream(part.rows()))
                .toArray();
        double[] weights =
                RowProbabilities.of(frame.sampler(), frame.maxWeight(), parts, labels, frame.environmentOf(table));
        CellTable raw = CellTable.counts(all, labels, label.cardinality(), others, other.cardinality());
        CellTable effective = CellTable.weighted(weights, labels, label.cardinality(), others, other.cardinality());
        CellTable tested = CellTable.counts(test, labels, label.cardinality(), others, other.cardinality());
        plain.put(
                "cells",
                map(
                        "label", label.name(),
                        "label_values", label.values(),
                        "attribute", attribute,
                        "attribute_values", other.values(),
                        "train", raw.plain(),
                        "train_effective", effective.plain(),
                        "test", tested.plain()));
        double rho = raw.cramersV();
        double rhoEffective = effective.cramersV();
        if (firstIsCorrelated) {
            rho = (double) training.get(0).size() / all.length;
            double weight = training.stream().mapToDouble(Part::weight).sum();
            rhoEffective = switch (frame.sampler()) {
                case PARTS -> training.get(0).weight() / weight;
                case IMPORTANCE -> rhoEffective;
                case NONE -> rho;
            };
        }
        plain.put(
                "correlation",
                map(
                        "rho_raw", rho,
                        "rho_effective", rhoEffective,
                        "cramers_v", raw.cramersV(),
                        "cramers_v_effective", effective.cramersV(),
                        "mutual_information", raw.mutualInformation(),
                        "mutual_information_effective", effective.mutualInformation()));
    }

    private List<Object> describe() {
        double total = parts.stream()
                .filter(part -> part.role() == Role.TRAIN)
                .mapToDouble(Part::weight)
                .sum();
        List<Object> described = new ArrayList<>();
        for (Part part : parts) {
            Map<String, Object> one = map(
                    "name", part.name(),
                    "role", part.role().name().toLowerCase(Locale.ROOT),
                    "filter", part.filter(),
                    "requested", part.requested(),
                    "realised", part.size(),
                    "weight", part.weight() / total,
                    "rows_sha256", rowsSha256(part.rows()));
            if (part.environment() >= 0) {
                one.put("environment", part.environment());
            }
            described.add(one);
        }
        return described;
    }

    private Map<String, Object> matching(String filter, int[] rows) {
        Map<String, Object> found = map("filter", filter);
        found.putAll(rows(RowFilter.parse(filter, table).among(rows)));
        return found;
    }

    private static Map<String, Object> rows(int[] rows) {
        return map("rows", rows.length, "rows_sha256", rowsSha256(rows));
    }

    /** SHA-256 of the row numbers in ascending order, in decimal, each followed by a line feed. */
    static String rowsSha256(int[] rows) {
        int[] sorted = rows.clone();
        Arrays.sort(sorted);
        StringBuilder text = new StringBuilder();
        for (int row : sorted) {
            text.append(row).append('\n');
        }
        return sha256(text.toString());
    }

    private static String sha256(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static Map<String, Object> map(Object... entries) {
        LinkedHashMap<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            map.put((String) entries[i], entries[i + 1]);
        }
        return map;
    }
}
