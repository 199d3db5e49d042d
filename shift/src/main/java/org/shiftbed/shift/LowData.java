package org.shiftbed.shift;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.Seed;
import org.shiftbed.data.AttributeTable;

/**
 * Some values of an attribute are rare in training and not in the test (Wiles et al. 2021; {@code controlled-shifts.md} 1.2-1.3): all rows of
 * the other values, and N rows over all rare values together, each with half of every batch.
 *
 * @param attribute along which the data shifts
 * @param values the rare ones; empty: by the kept rule
 * @param samples N, at least 1
 * @param weight probability that an element of a batch is one of those N, in (0, 1)
 */
record LowData(Frame frame, String attribute, List<String> values, int samples, double weight) implements PartsShift {
    static final String KIND = "low-data";
    private static final double STANDARD_WEIGHT = 0.5;

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public String setting() {
        return frame.setting(
                attribute,
                RareValues.words(attribute, values),
                "N=" + samples,
                weight == STANDARD_WEIGHT ? "" : "weight " + Frame.figure(weight));
    }

    @Override
    public Map<String, Object> parameters() {
        return frame.parameters(own());
    }

    @Override
    public Map<String, Object> own() {
        LinkedHashMap<String, Object> own = new LinkedHashMap<>();
        own.put("attribute", attribute);
        own.put("values", RareValues.stored(values));
        own.put("samples", samples);
        if (weight != STANDARD_WEIGHT) {
            own.put("weight", weight);
        }
        return own;
    }

    @Override
    public String along() {
        return attribute;
    }

    @Override
    public String rare(AttributeTable table) {
        return RowFilter.in(attribute, RareValues.resolve(table, frame, KIND, attribute, values));
    }

    @Override
    public List<PartRequest> requests(AttributeTable table) {
        String rare = rare(table);
        return List.of(new PartRequest("NOT " + rare, 0, 1 - weight), new PartRequest(rare, samples, weight));
    }

    @Override
    public Split apply(AttributeTable table, Seed seed) {
        return new SplitBuilder(this, frame, table, seed)
                .train(requests(table))
                .along(attribute)
                .rareInTraining(rare(table))
                .build();
    }

    /** Makes it. */
    public static final class Factory extends KindFactory {
        /** For the service loader. */
        public Factory() {
            super(
                    KIND,
                    "N rows in all of some values of an attribute in training; the test has them all alike",
                    List.of(
                            ATTRIBUTE,
                            new Field(
                                    "values",
                                    "a value of the attribute, or a list of them",
                                    "those that training rows of the data set's own parts lack, else what the kept rule leaves out",
                                    "the values that are rare in training"),
                            new Field(
                                    "samples",
                                    "a whole number of at least 1, or a list of them",
                                    "",
                                    "training rows of the rare values, all values together; a list is one setting each"),
                            new Field(
                                    "weight",
                                    "a number between 0 and 1, or a list of them",
                                    Frame.figure(STANDARD_WEIGHT),
                                    "probability that a row of a batch is one of the rare ones; a list is one setting each")),
                    List.of("samples", "weight"));
        }

        @Override
        Shift make(Fields fields, FrameMaker frames) {
            String attribute = fields.text("attribute", "the name of an attribute");
            return new LowData(
                    frames.frame(attribute),
                    attribute,
                    fields.values("values", RareValues.KEPT_RULE),
                    fields.whole("samples", 1, null),
                    fields.decimal("weight", STANDARD_WEIGHT, 0, 1));
        }
    }
}
