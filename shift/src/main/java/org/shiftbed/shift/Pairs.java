package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;

/** Which label values go together with which values of an attribute: any relation ({@code controlled-shifts.md} 1.5, 1.8). */
final class Pairs {
    /** Stands for the default in study files and stored parameters. */
    static final String SAME_INDEX = "same-index";

    /** Stands for: every label value with the attribute value that most of its rows have. */
    static final String MOST_FREQUENT = "most-frequent";

    /** How {@link #MOST_FREQUENT} is kept where pairs are: no pair has one value. */
    static final List<List<String>> BY_COUNT = List.of(List.of(MOST_FREQUENT));

    static final ShiftFactory.Field FIELD = new ShiftFactory.Field(
            "pairs",
            "a list of different pairs [label value, attribute value], or " + MOST_FREQUENT
                    + ": each label value with the attribute value that most of its rows have, of equals the first",
            SAME_INDEX + ": the first label value with the first attribute value, and so on",
            "the pairs that go together in training");

    private Pairs() {}

    static Object stored(List<List<String>> pairs) {
        if (pairs.equals(BY_COUNT)) {
            return MOST_FREQUENT;
        }
        return pairs.isEmpty() ? SAME_INDEX : pairs;
    }

    /** The attribute, and the pairs where they are not the default. */
    static String words(String attribute, List<List<String>> pairs) {
        if (pairs.equals(BY_COUNT)) {
            return attribute + " " + MOST_FREQUENT;
        }
        return pairs.isEmpty()
                ? attribute
                : pairs.stream()
                        .map(pair -> pair.get(0) + "-" + pair.get(1))
                        .collect(Collectors.joining(" ", attribute + " ", ""));
    }

    /**
     * The pairs, by value.
     *
     * @param pairs as written; {@link #BY_COUNT}; empty: value i of the label with value i of the attribute
     * @throws UserError where a value or the attribute is unknown, or the attribute is the label
     */
    static List<List<String>> resolve(
            AttributeTable table, Frame frame, String kind, String attribute, List<List<String>> pairs) {
        Attribute nuisance = Frame.shifted(table, kind, attribute);
        Attribute label = Frame.attribute(table, kind, "label", frame.label());
        if (attribute.equals(frame.label())) {
            throw new UserError(kind + ": attribute must differ from the label, got '" + attribute
                    + "' for both; name another one");
        }
        if (pairs.isEmpty()) {
            List<List<String>> same = new ArrayList<>();
            for (int i = 0; i < Math.min(label.cardinality(), nuisance.cardinality()); i++) {
                same.add(List.of(label.values().get(i), nuisance.values().get(i)));
            }
            return same;
        }
        if (pairs.equals(BY_COUNT)) {
            return mostFrequent(table, label, nuisance);
        }
        for (List<String> pair : pairs) {
            Frame.value(label, kind, "pairs", pair.get(0));
            Frame.value(nuisance, kind, "pairs", pair.get(1));
        }
        return pairs;
    }

    /** Over all rows of the table; a label value without rows is in no pair. */
    private static List<List<String>> mostFrequent(AttributeTable table, Attribute label, Attribute nuisance) {
        int[] labels = table.column(label.name());
        int[] values = table.column(nuisance.name());
        long[][] counts = new long[label.cardinality()][nuisance.cardinality()];
        for (int row = 0; row < labels.length; row++) {
            counts[labels[row]][values[row]]++;
        }
        List<List<String>> pairs = new ArrayList<>();
        for (int l = 0; l < counts.length; l++) {
            int best = 0;
            for (int a = 1; a < counts[l].length; a++) {
                best = counts[l][a] > counts[l][best] ? a : best;
            }
            if (counts[l][best] > 0) {
                pairs.add(List.of(label.values().get(l), nuisance.values().get(best)));
            }
        }
        return pairs;
    }
}
