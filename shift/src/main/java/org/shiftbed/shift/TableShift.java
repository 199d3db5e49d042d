package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Seed;
import org.shiftbed.data.AttributeTable;

/**
 * Training has the joint of some attributes that a table gives ({@code controlled-shifts.md} 1.8); the other attributes stay as they are within
 * each cell, and every row of the set is drawn alike.
 *
 * @param attributes of the table, at least one, different
 * @param shares cells with their shares; a cell that is not named has none
 */
record TableShift(Frame frame, List<String> attributes, List<CellShare> shares, JointOptions options)
        implements JointShift {
    static final String KIND = "table";

    TableShift {
        JointShift.checkSampler(frame, options, KIND);
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public String setting() {
        List<String> words = new ArrayList<>();
        words.add(String.join(" x ", attributes));
        words.addAll(List.of(options.words()));
        return frame.setting(along(frame, attributes), words.toArray(String[]::new));
    }

    @Override
    public Map<String, Object> parameters() {
        return frame.parameters(own());
    }

    @Override
    public Map<String, Object> own() {
        LinkedHashMap<String, Object> own = new LinkedHashMap<>();
        own.put("attributes", attributes);
        own.put("cells", shares.stream().map(CellShare::plain).toList());
        own.putAll(options.parameters());
        return own;
    }

    @Override
    public @Nullable String along() {
        return along(frame, attributes);
    }

    @Override
    public List<String> joined() {
        return attributes;
    }

    @Override
    public Joint joint(AttributeTable table, int[] pool) {
        Cells cells = Cells.of(table, attributes, KIND, "attributes");
        return options.joint(cells, JointOptions.shares(cells, shares, KIND, "cells"), KIND);
    }

    @Override
    public Split apply(AttributeTable table, Seed seed) {
        SplitBuilder builder = new SplitBuilder(this, frame, table, seed);
        return builder.train(joint(table, builder.pool())).along(along()).build();
    }

    /** The first attribute that is not the label; null where there is none. */
    private static @Nullable String along(Frame frame, List<String> attributes) {
        return attributes.stream()
                .filter(name -> !name.equals(frame.label()))
                .findFirst()
                .orElse(null);
    }

    /** Makes it. */
    public static final class Factory extends KindFactory {
        /** For the service loader. */
        public Factory() {
            super(
                    KIND,
                    "training has the joint of some attributes that a table of cells gives; the test has all cells alike",
                    Stream.concat(
                                    Stream.of(
                                            new Field(
                                                    "attributes",
                                                    "the name of an attribute, or a list of different ones",
                                                    "",
                                                    "the attributes that the table speaks of"),
                                            new Field(
                                                    "cells",
                                                    "a list of cells, each [a value of every attribute, share]",
                                                    "",
                                                    "share of the training rows of each cell; they add up to 1, a cell"
                                                            + " that is not named has none")),
                                    JointOptions.FIELDS.stream())
                            .toList(),
                    List.of("rows"));
        }

        @Override
        Shift make(Fields fields, FrameMaker frames) {
            List<String> attributes = fields.different("attributes", "the names of attributes");
            List<CellShare> shares = fields.shares("cells", attributes.size());
            Frame first = frames.frame(null);
            Frame frame = frames.frame(along(first, attributes));
            return new TableShift(frame, attributes, shares, JointOptions.read(fields, attributes.size()));
        }
    }
}
