package org.shiftbed.shift;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Seed;
import org.shiftbed.data.AttributeTable;

/** The reference: every row of the training pool, nothing shifted; conditions may still limit its size or corrupt its labels. */
record NoShift(Frame frame) implements PartsShift {
    static final String KIND = "none";

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public String setting() {
        return frame.setting(null);
    }

    @Override
    public Map<String, Object> parameters() {
        return frame.parameters(Map.of());
    }

    @Override
    public Map<String, Object> own() {
        return Map.of();
    }

    @Override
    public @Nullable String along() {
        return null;
    }

    @Override
    public List<PartRequest> requests(AttributeTable table) {
        return List.of(new PartRequest("true", 0, 1));
    }

    @Override
    public Split apply(AttributeTable table, Seed seed) {
        return new SplitBuilder(this, frame, table, seed).train(requests(table)).build();
    }

    /** Makes it. */
    public static final class Factory extends KindFactory {
        /** For the service loader. */
        public Factory() {
            super(KIND, "no shift: training rows are distributed as the test rows", List.of(), List.of());
        }

        @Override
        Shift make(Fields fields, FrameMaker frames) {
            return new NoShift(frames.frame(null));
        }
    }
}
