package org.shiftbed.learn.weights;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What became of a file of pretrained weights.
 *
 * @param matched entries of the file that were loaded, by their names there
 * @param adapted those of {@code matched} that were changed on the way, with what was done
 * @param skipped entries of the file that were not loaded, with the reason
 * @param random entries of the network that kept their start, by our names
 * @param also other featurizers of the algorithm that start from the same entries, by their names in its state
 */
public record LoadReport(
        List<String> matched,
        Map<String, String> adapted,
        Map<String, String> skipped,
        List<String> random,
        List<String> also) {
    public LoadReport {
        matched = List.copyOf(matched);
        adapted = Collections.unmodifiableMap(new LinkedHashMap<>(adapted));
        skipped = Collections.unmodifiableMap(new LinkedHashMap<>(skipped));
        random = List.copyOf(random);
        also = List.copyOf(also);
    }

    /** Of one featurizer. */
    public LoadReport(
            List<String> matched, Map<String, String> adapted, Map<String, String> skipped, List<String> random) {
        this(matched, adapted, skipped, random, List.of());
    }

    /** The same with other featurizers that start from it. */
    public LoadReport also(List<String> featurizers) {
        return new LoadReport(matched, adapted, skipped, random, featurizers);
    }

    /** What a manifest holds: the number of those that matched, the rest by name. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("matched", matched.size());
        json.put("adapted", adapted);
        json.put("skipped", skipped);
        json.put("random", random);
        if (!also.isEmpty()) {
            json.put("also", also);
        }
        return json;
    }

    /** The same in words, one line. */
    public String summary() {
        List<String> parts = new ArrayList<>();
        parts.add(matched.size() + " entries loaded");
        adapted.forEach((name, how) -> parts.add(name + " " + how));
        skipped.forEach((name, why) -> parts.add(name + " skipped: " + why));
        if (!random.isEmpty()) {
            parts.add("left at their start: " + String.join(", ", random));
        }
        if (!also.isEmpty()) {
            parts.add("the featurizer's entries loaded into " + String.join(", ", also) + " as well");
        }
        return String.join("; ", parts);
    }
}
