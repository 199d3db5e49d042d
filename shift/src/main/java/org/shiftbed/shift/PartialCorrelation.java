package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.shiftbed.base.Seed;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;

/**
 * Label and attribute go together in training to a degree ({@code controlled-shifts.md} 1.8): a share rho of the rows has the joint of the pairs,
 * the others that of independence.
 *
 * @param attribute correlated with the label
 * @param rho in [0, 1]
 * @param pairs (label value, attribute value), any relation; empty: value i of one with value i of the other
 * @param uniformPairs whether all pairs count alike, in place of as in the pool
 * @param uniformIndependent whether the independent joint is uniform, in place of the product of the pool's margins
 */
record PartialCorrelation(
        Frame frame,
        String attribute,
        double rho,
        List<List<String>> pairs,
        boolean uniformPairs,
        boolean uniformIndependent,
        JointOptions options)
        implements JointShift {
    static final String KIND = "partial-correlation";
    private static final String POOL = "pool";
    private static final String UNIFORM = "uniform";

    PartialCorrelation {
        JointShift.checkSampler(frame, options, KIND);
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public String setting() {
        List<String> words = new ArrayList<>();
        words.add(Pairs.words(attribute, pairs));
        words.add("rho=" + Frame.figure(rho));
        words.add(uniformPairs ? "pairs alike" : "");
        words.add(uniformIndependent ? "uniform independent" : "");
        words.addAll(List.of(options.words()));
        return frame.setting(attribute, words.toArray(String[]::new));
    }

    @Override
    public Map<String, Object> parameters() {
        return frame.parameters(own());
    }

    @Override
    public Map<String, Object> own() {
        LinkedHashMap<String, Object> own = new LinkedHashMap<>();
        own.put("attribute", attribute);
        own.put("rho", rho);
        own.put("pairs", Pairs.stored(pairs));
        own.put("correlated", uniformPairs ? UNIFORM : POOL);
        own.put("independent", uniformIndependent ? UNIFORM : POOL);
        own.putAll(options.parameters());
        return own;
    }

    @Override
    public String along() {
        return attribute;
    }

    @Override
    public List<String> joined() {
        return List.of(frame.label(), attribute);
    }

    @Override
    public Joint joint(AttributeTable table, int[] pool) {
        List<List<String>> together = Pairs.resolve(table, frame, KIND, attribute, pairs);
        Cells cells = Cells.of(table, joined(), KIND, "attribute");
        Attribute label = table.attribute(frame.label());
        Attribute other = table.attribute(attribute);
        boolean[][] paired = new boolean[label.cardinality()][other.cardinality()];
        together.forEach(pair -> paired[label.code(pair.get(0))][other.code(pair.get(1))] = true);
        CellTable counts = CellTable.counts(
                pool, table.column(label.name()), label.cardinality(), table.column(attribute), other.cardinality());
        double[][] shares = CorrelatedTable.of(counts.mass(), paired, rho, uniformPairs, uniformIndependent);
        double[] flat = Stream.of(shares).flatMapToDouble(Arrays::stream).toArray();
        for (double share : flat) {
            if (Double.isNaN(share)) {
                throw new UserError(KIND + ": no training row is left: none of the " + pool.length
                        + " rows of the training pool is of one of the pairs " + together
                        + "; change the pairs, or write rho: 0");
            }
        }
        return options.joint(cells, flat, KIND);
    }

    @Override
    public Split apply(AttributeTable table, Seed seed) {
        SplitBuilder builder = new SplitBuilder(this, frame, table, seed);
        return builder.train(joint(table, builder.pool())).along(attribute).build();
    }

    /** Makes it. */
    public static final class Factory extends KindFactory {
        private static final List<String> KINDS = List.of(POOL, UNIFORM);

        /** For the service loader. */
        public Factory() {
            super(
                    KIND,
                    "label and attribute go together in training to the degree rho; the test has all cells alike",
                    Stream.concat(
                                    Stream.of(
                                            new Field(
                                                    "attribute",
                                                    "the name of an attribute other than the label",
                                                    "",
                                                    "the attribute that goes along with the label in training"),
                                            new Field(
                                                    "rho",
                                                    "a number from 0 to 1, or a list of them",
                                                    "",
                                                    "share of the training rows whose joint is that of the pairs; the"
                                                            + " others are independent; a list is one setting each"),
                                            Pairs.FIELD,
                                            new Field(
                                                    "correlated",
                                                    "pool or uniform",
                                                    POOL,
                                                    "how the rows of the pairs are shared out: as in the training pool, or"
                                                            + " all pairs alike"),
                                            new Field(
                                                    "independent",
                                                    "pool or uniform",
                                                    POOL,
                                                    "the joint of the other rows: the product of the training pool's"
                                                            + " margins, or all cells alike")),
                                    JointOptions.FIELDS.stream())
                            .toList(),
                    List.of("rho", "rows"));
        }

        @Override
        Shift make(Fields fields, FrameMaker frames) {
            String attribute = fields.text("attribute", "the name of an attribute");
            return new PartialCorrelation(
                    frames.frame(attribute),
                    attribute,
                    fields.fraction("rho"),
                    fields.pairs("pairs", Pairs.SAME_INDEX),
                    fields.oneOf("correlated", "joint", KINDS, POOL).equals(UNIFORM),
                    fields.oneOf("independent", "joint", KINDS, POOL).equals(UNIFORM),
                    JointOptions.read(fields, 2));
        }
    }
}
