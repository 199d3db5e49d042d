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
 */
public record LoadReport(
        List<String> matched, Map<String, String> adapted, Map<String, String> skipped, List<String> random) {
    public LoadReport {
        matched = List.copyOf(matched);
        adapted = Collections.unmodifiableMap(new LinkedHashMap<>(adapted));
        skipped = Collections.unmodifiableMap(new LinkedHashMap<>(skipped));
        random = List.copyOf(random);
    }

    /** What a manifest holds: the number of those that matched, the rest by name. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("matched", matched.size());
        json.put("adapted", adapted);
        json.put("skipped", skipped);
        json.put("random", random);
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
        return String.join("; ", parts);
    }
}
