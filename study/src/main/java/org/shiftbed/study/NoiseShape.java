package org.shiftbed.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.file.Field;
import org.shiftbed.base.file.FieldSpec;
import org.shiftbed.base.file.Groups.Fields;
import org.shiftbed.base.file.Scalars.Anything;
import org.shiftbed.base.file.Scalars.Decimal;
import org.shiftbed.base.file.Scalars.Flag;
import org.shiftbed.base.file.Scalars.Text;
import org.shiftbed.base.file.Shape;
import org.shiftbed.base.file.YamlNode;
import org.shiftbed.shift.LabelNoise;
import org.shiftbed.shift.Share;

/** One noise condition: a probability, or a map that says what is corrupted and how. */
record NoiseShape(Text attribute) implements Shape {
    private static final Decimal PROBABILITY = new Decimal(0, 1, false);

    @Override
    public Object check(Field field) {
        if (!(field.node() instanceof YamlNode.Mapping)) {
            return PROBABILITY.check(field);
        }
        Map<?, ?> values = (Map<?, ?>) fields().check(field);
        if (values.containsKey("p") == values.containsKey("confusion")) {
            throw field.error("must have either p, a probability, or confusion, a matrix; found "
                    + (values.containsKey("p") ? "both" : "neither"));
        }
        return values;
    }

    /**
     * The noise that a checked value means.
     *
     * @param frozen where the value does not say it itself
     */
    static LabelNoise noise(Object checked, boolean frozen) {
        if (checked instanceof Number p) {
            return new LabelNoise(p.doubleValue(), frozen);
        }
        Map<?, ?> values = (Map<?, ?>) checked;
        List<List<Double>> confusion = new ArrayList<>();
        for (Object row : values.get("confusion") instanceof List<?> rows ? rows : List.of()) {
            confusion.add(((List<?>) row).stream().map(value -> (Double) value).toList());
        }
        return new LabelNoise(
                values.get("p") instanceof Number p ? p.doubleValue() : 0,
                values.get("frozen") instanceof Boolean own ? own : frozen,
                values.get("attribute") instanceof String name ? name : null,
                confusion);
    }

    /** As a study file would say it, with what is not the default. */
    static Object plain(LabelNoise noise, boolean frozen) {
        if (noise.attribute() == null && noise.confusion().isEmpty() && noise.frozen() == frozen) {
            return noise.p();
        }
        Map<String, Object> map = new LinkedHashMap<>();
        if (noise.confusion().isEmpty()) {
            map.put("p", noise.p());
        } else {
            map.put("confusion", noise.confusion());
        }
        if (noise.attribute() != null) {
            map.put("attribute", noise.attribute());
        }
        map.put("frozen", noise.frozen());
        return map;
    }

    private Fields fields() {
        return new Fields(
                "noise",
                List.of(
                        new FieldSpec(
                                "p", PROBABILITY, "none", "probability that a value is replaced by a uniform draw"),
                        new FieldSpec(
                                "confusion",
                                new MatrixShape(),
                                "none",
                                "probability of every seen value (columns) for every true one (rows), in the order of the"
                                        + " attribute's values"),
                        new FieldSpec(
                                "attribute",
                                attribute,
                                "the label",
                                "what is corrupted: the label, or the attribute whose values are the environments"),
                        new FieldSpec(
                                "frozen",
                                new Flag(),
                                "noise-frozen",
                                "draw the noise of a row once, not at every visit")));
    }

    @Override
    public String rule() {
        return "a number from 0 to 1, or a map of p or confusion, attribute and frozen";
    }

    @Override
    public Map<String, Object> schema() {
        return Shape.json("anyOf", List.of(PROBABILITY.schema(), fields().schema()));
    }

    /** A square matrix whose rows sum to 1. */
    private record MatrixShape() implements Shape {
        private static final double TOLERANCE = 1e-6;

        @Override
        public Object check(Field field) {
            if (!(field.node() instanceof YamlNode.Sequence rows)
                    || rows.items().size() < 2) {
                throw field.wrong(rule());
            }
            int size = rows.items().size();
            List<List<Double>> matrix = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                matrix.add(row(field.item(i, rows.items().get(i)), size));
            }
            return matrix;
        }

        private static List<Double> row(Field field, int size) {
            if (!(field.node() instanceof YamlNode.Sequence row) || row.items().size() != size) {
                throw field.wrong("a row of " + size + " probabilities, as many as there are rows");
            }
            List<Double> values = new ArrayList<>();
            double sum = 0;
            for (int j = 0; j < size; j++) {
                Field item = field.item(j, row.items().get(j));
                double value = Share.read(new Anything().check(item), item.place());
                values.add(value);
                sum += value;
            }
            if (!(Math.abs(sum - 1) <= TOLERANCE)) {
                throw field.error("must add up to 1, found " + Share.text(sum)
                        + "; correct the row, or write fractions such as 1/3");
            }
            double total = sum;
            return values.stream().map(value -> value / total).toList();
        }

        @Override
        public String rule() {
            return "a square matrix, a list of at least two rows that each add up to 1";
        }

        @Override
        public Map<String, Object> schema() {
            Map<String, Object> cell = Shape.json(
                    "anyOf",
                    List.of(
                            Shape.json("type", "number", "minimum", 0L, "maximum", 1L),
                            Shape.json("type", "string", "pattern", "^\\s*\\d+\\s*/\\s*\\d+\\s*$")));
            Map<String, Object> row = Shape.json("type", "array", "items", cell, "minItems", 2L);
            return Shape.json("type", "array", "items", row, "minItems", 2L);
        }
    }
}
