package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;

/**
 * Label and attribute go together in training and not in the test (Wiles et al. 2021; {@code controlled-shifts.md} 1.2-1.3): all rows of the
 * correlated pairs, and N rows drawn from the whole training pool, each with half of every batch.
 *
 * @param attribute correlated with the label
 * @param samples N, at least 1
 * @param pairs (label value, attribute value); empty: value i of one with value i of the other
 * @param offDiagonalOnly draws the N rows outside the pairs
 */
record SpuriousCorrelation(
        Frame frame, String attribute, int samples, List<List<String>> pairs, boolean offDiagonalOnly)
        implements Shift {
    static final String KIND = "spurious-correlation";
    private static final String SAME_INDEX = "same-index";

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public String setting() {
        String which =
                pairs.stream().map(pair -> pair.get(0) + "-" + pair.get(1)).collect(Collectors.joining(" "));
        return frame.setting(
                attribute,
                which.isEmpty() ? attribute : attribute + " " + which,
                "N=" + samples,
                offDiagonalOnly ? "off the pairs" : "");
    }

    @Override
    public Map<String, Object> parameters() {
        LinkedHashMap<String, Object> own = new LinkedHashMap<>();
        own.put("attribute", attribute);
        own.put("samples", samples);
        own.put("pairs", pairs.isEmpty() ? SAME_INDEX : pairs);
        own.put("off-diagonal-only", offDiagonalOnly);
        return frame.parameters(own);
    }

    @Override
    public Split apply(AttributeTable table, Seed seed) {
        Attribute nuisance = Frame.shifted(table, KIND, attribute);
        Attribute label = Frame.attribute(table, KIND, "label", frame.label());
        if (attribute.equals(frame.label())) {
            throw new UserError(KIND + ": attribute must differ from the label, got '" + attribute
                    + "' for both; name another one");
        }
        String correlated = resolved(label, nuisance).stream()
                .map(pair -> "(" + RowFilter.is(label.name(), pair.get(0)) + " AND "
                        + RowFilter.is(attribute, pair.get(1)) + ")")
                .collect(Collectors.joining(" OR "));
        return new SplitBuilder(this, frame, table, seed)
                .train(List.of(
                        new PartRequest(correlated, 0, 0.5),
                        new PartRequest(offDiagonalOnly ? "NOT (" + correlated + ")" : "true", samples, 0.5)))
                .along(attribute)
                .firstPartIsCorrelated()
                .build();
    }

    private List<List<String>> resolved(Attribute label, Attribute nuisance) {
        if (pairs.isEmpty()) {
            List<List<String>> same = new ArrayList<>();
            for (int i = 0; i < Math.min(label.cardinality(), nuisance.cardinality()); i++) {
                same.add(List.of(label.values().get(i), nuisance.values().get(i)));
            }
            return same;
        }
        for (List<String> pair : pairs) {
            Frame.value(label, KIND, "pairs", pair.get(0));
            Frame.value(nuisance, KIND, "pairs", pair.get(1));
        }
        return pairs;
    }

    /** Makes it. */
    public static final class Factory extends KindFactory {
        /** For the service loader. */
        public Factory() {
            super(
                    KIND,
                    "label and attribute go together in training, but for N rows; not in the test",
                    List.of(
                            new Field(
                                    "attribute",
                                    "the name of an attribute other than the label",
                                    "",
                                    "the attribute that goes along with the label in training"),
                            new Field(
                                    "samples",
                                    "a whole number of at least 1, or a list of them",
                                    "",
                                    "training rows where label and attribute need not go together; a list is one setting each"),
                            new Field(
                                    "pairs",
                                    "a list of different pairs [label value, attribute value]",
                                    SAME_INDEX + ": the first label value with the first attribute value, and so on",
                                    "the pairs that go together in training"),
                            new Field(
                                    "off-diagonal-only",
                                    "true or false",
                                    "false",
                                    "draw the samples outside the pairs, in place of from the whole training pool")),
                    List.of("samples"));
        }

        @Override
        Shift make(Fields fields, FrameMaker frames) {
            String attribute = fields.text("attribute", "the name of an attribute");
            return new SpuriousCorrelation(
                    frames.frame(attribute),
                    attribute,
                    fields.whole("samples", 1, null),
                    fields.pairs("pairs", SAME_INDEX),
                    fields.flag("off-diagonal-only", false));
        }
    }
}
