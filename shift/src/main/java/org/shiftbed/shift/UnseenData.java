package org.shiftbed.shift;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.Seed;
import org.shiftbed.data.AttributeTable;

/**
 * Some values of an attribute are never seen in training and come up in the test (Wiles et al. 2021; {@code controlled-shifts.md} 1.2-1.3). At
 * least one value is seen; the kept rule leaves two, which methods that compare environments need.
 *
 * @param attribute along which the data shifts
 * @param values the unseen ones; empty: by the kept rule
 */
record UnseenData(Frame frame, String attribute, List<String> values) implements PartsShift {
    static final String KIND = "unseen";

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public String setting() {
        return frame.setting(attribute, RareValues.words(attribute, values));
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
        String unseen = rare(table);
        return List.of(new PartRequest("NOT " + unseen, 0, 1));
    }

    @Override
    public Split apply(AttributeTable table, Seed seed) {
        List<String> unseen = RareValues.resolve(table, frame, KIND, attribute, values);
        return new SplitBuilder(this, frame, table, seed, Pools.unseen(frame.dataset(), table, attribute, unseen))
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
                    "some values of an attribute are missing from training and present in the test",
                    List.of(
                            ATTRIBUTE,
                            new Field(
                                    "values",
                                    "a value of the attribute, or a list of them",
                                    "those that training rows of the data set's own parts lack, else what the kept rule leaves out",
                                    "the values that training never sees")),
                    List.of());
        }

        @Override
        Shift make(Fields fields, FrameMaker frames) {
            String attribute = fields.text("attribute", "the name of an attribute");
            return new UnseenData(frames.frame(attribute), attribute, fields.values("values", RareValues.KEPT_RULE));
        }
    }
}
