package org.shiftbed.shift;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.shiftbed.base.Seed;
import org.shiftbed.data.AttributeTable;

/**
 * Label and attribute go together in training and not in the test (Wiles et al. 2021; {@code controlled-shifts.md} 1.2-1.3): all rows of the
 * correlated pairs, and N rows drawn from the whole training pool, each with half of every batch.
 *
 * @param attribute correlated with the label
 * @param samples N, at least 1
 * @param pairs (label value, attribute value); {@link Pairs#BY_COUNT}; empty: value i of one with value i of the other
 * @param offDiagonalOnly draws the N rows outside the pairs
 */
record SpuriousCorrelation(
        Frame frame, String attribute, int samples, List<List<String>> pairs, boolean offDiagonalOnly)
        implements PartsShift {
    static final String KIND = "spurious-correlation";

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public String setting() {
        return frame.setting(
                attribute, Pairs.words(attribute, pairs), "N=" + samples, offDiagonalOnly ? "off the pairs" : "");
    }

    @Override
    public Map<String, Object> parameters() {
        return frame.parameters(own());
    }

    @Override
    public Map<String, Object> own() {
        LinkedHashMap<String, Object> own = new LinkedHashMap<>();
        own.put("attribute", attribute);
        own.put("samples", samples);
        own.put("pairs", Pairs.stored(pairs));
        own.put("off-diagonal-only", offDiagonalOnly);
        return own;
    }

    @Override
    public String along() {
        return attribute;
    }

    @Override
    public Split apply(AttributeTable table, Seed seed) {
        return new SplitBuilder(this, frame, table, seed)
                .train(requests(table))
                .along(attribute)
                .firstPartIsCorrelated()
                .build();
    }

    @Override
    public List<PartRequest> requests(AttributeTable table) {
        String correlated = Pairs.resolve(table, frame, KIND, attribute, pairs).stream()
                .map(pair -> "(" + RowFilter.is(frame.label(), pair.get(0)) + " AND "
                        + RowFilter.is(attribute, pair.get(1)) + ")")
                .collect(Collectors.joining(" OR "));
        return List.of(
                new PartRequest(correlated, 0, 0.5),
                new PartRequest(offDiagonalOnly ? "NOT (" + correlated + ")" : "true", samples, 0.5));
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
                            Pairs.FIELD,
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
                    fields.pairs("pairs", Pairs.SAME_INDEX),
                    fields.flag("off-diagonal-only", false));
        }
    }
}
