package org.shiftbed.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shiftbed.report.page.Facts;
import org.shiftbed.report.page.SplitFacts;

/**
 * What a trial's {@code manifest.json} says, in the words of the page. A manifest describes; nothing is computed from it, so a field that is
 * not there is simply not shown.
 */
final class ManifestFacts {
    /** The id of one trial among many, and what the block about the study says. */
    private static final Set<String> SHOWN_ELSEWHERE = Set.of("trial", "fingerprint");

    private ManifestFacts() {}

    /** Parts, cells and correlation of a split; null where the manifest describes none. */
    static @Nullable SplitFacts split(String title, Map<String, Object> manifest) {
        Map<String, Object> split = splitOf(manifest);
        if (split == null) {
            return null;
        }
        List<SplitFacts.Part> parts = new ArrayList<>();
        if (split.get("parts") instanceof List<?> list) {
            for (Object entry : list) {
                Map<String, Object> part = object(entry);
                if (part == null) {
                    continue;
                }
                boolean training = "train".equals(part.get("role"));
                parts.add(new SplitFacts.Part(
                        StudyPage.words(part.get("name")),
                        StudyPage.words(part.get("role")).replace('_', ' '),
                        part.get("requested") instanceof Number wanted && wanted.longValue() == 0
                                ? "all"
                                : StudyPage.words(part.get("requested")),
                        part.get("realised") instanceof Number count ? count.longValue() : 0,
                        training && part.get("weight") instanceof Number weight
                                ? String.format(Locale.ROOT, "%.3g", weight.doubleValue())
                                : ""));
            }
        }
        return new SplitFacts(title, parts, joint(split, "train"), measures(split));
    }

    /** Versions, processor and the like: what stands beside the split, equal values once. */
    static List<Facts> machine(Collection<Map<String, Object>> manifests) {
        Map<String, LinkedHashSet<String>> values = new LinkedHashMap<>();
        for (Map<String, Object> manifest : manifests) {
            Map<String, Object> split = splitOf(manifest);
            manifest.forEach((name, value) -> {
                if (value != split && split != manifest && !SHOWN_ELSEWHERE.contains(name)) {
                    flatten(name, value, values);
                }
            });
        }
        List<Facts.Entry> entries = new ArrayList<>();
        values.forEach((name, all) -> entries.add(new Facts.Entry(name, String.join("; ", all))));
        return entries.isEmpty() ? List.of() : List.of(new Facts("Versions and machine", entries));
    }

    private static void flatten(String name, @Nullable Object value, Map<String, LinkedHashSet<String>> values) {
        Map<String, Object> map = object(value);
        if (map == null) {
            values.computeIfAbsent(name.replace('_', ' '), unused -> new LinkedHashSet<>())
                    .add(StudyPage.words(value));
        } else {
            map.forEach((key, inner) -> flatten(name.equals("libraries") ? key : name + " " + key, inner, values));
        }
    }

    /** The manifest itself, or the one object in it that has parts. */
    private static @Nullable Map<String, Object> splitOf(Map<String, Object> manifest) {
        if (manifest.get("parts") instanceof List<?>) {
            return manifest;
        }
        for (Object value : manifest.values()) {
            Map<String, Object> inner = object(value);
            if (inner != null && inner.get("parts") instanceof List<?>) {
                return inner;
            }
        }
        return null;
    }

    /** Rows by label and attribute of a part of a manifest; null where it has none. */
    static SplitFacts.@Nullable Joint joint(Map<String, Object> manifest, String part) {
        Map<String, Object> split = splitOf(manifest);
        Map<String, Object> cells = split == null ? null : object(split.get("cells"));
        if (cells == null || !(cells.get(part) instanceof List<?> rows)) {
            return null;
        }
        List<List<Long>> counts = new ArrayList<>();
        for (Object row : rows) {
            List<Long> line = new ArrayList<>();
            if (row instanceof List<?> values) {
                for (Object value : values) {
                    line.add(value instanceof Number number ? Math.round(number.doubleValue()) : 0L);
                }
            }
            counts.add(line);
        }
        List<String> labels = StudyPage.texts(cells.get("label_values"));
        List<String> attributes = StudyPage.texts(cells.get("attribute_values"));
        boolean whole =
                counts.size() == labels.size() && counts.stream().allMatch(row -> row.size() == attributes.size());
        return whole
                ? new SplitFacts.Joint(
                        StudyPage.words(cells.get("label")),
                        labels,
                        StudyPage.words(cells.get("attribute")),
                        attributes,
                        counts)
                : null;
    }

    private static List<Facts.Entry> measures(Map<String, Object> split) {
        List<Facts.Entry> entries = new ArrayList<>();
        Map<String, Object> correlation = object(split.get("correlation"));
        if (correlation != null) {
            correlation.forEach((name, value) -> {
                if (value instanceof Number number) {
                    entries.add(
                            new Facts.Entry(measure(name), String.format(Locale.ROOT, "%.4f", number.doubleValue())));
                }
            });
        }
        for (String warning : StudyPage.texts(split.get("warnings"))) {
            entries.add(new Facts.Entry("warning", warning));
        }
        return entries;
    }

    /** What a measure of the manifest is called; effective: of the rows as they are drawn, with the weights of their parts. */
    private static String measure(String name) {
        return switch (name) {
            case "cramers_v" -> "Cram\u00e9r's V";
            case "cramers_v_effective" -> "Cram\u00e9r's V, effective";
            case "mutual_information" -> "mutual information, nats";
            case "mutual_information_effective" -> "mutual information, nats, effective";
            case "rho_raw" -> "correlation \u03c1";
            case "rho_effective" -> "correlation \u03c1, effective";
            default -> name.replace('_', ' ');
        };
    }

    private static @Nullable Map<String, Object> object(@Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            return null;
        }
        @SuppressWarnings("unchecked") // every map of a parsed JSON text has text keys
        Map<String, Object> typed = (Map<String, Object>) map;
        return typed;
    }
}
