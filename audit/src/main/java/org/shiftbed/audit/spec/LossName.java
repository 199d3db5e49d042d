package org.shiftbed.audit.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.base.file.Field;
import org.shiftbed.base.file.Shape;
import org.shiftbed.base.file.YamlNode;

/**
 * The name of a loss or of a ratio metric; names of metrics that are no averages are known and refused with the nearest that is one.
 *
 * @param ratio whether only ratio metrics are meant
 */
record LossName(boolean ratio) implements Shape {
    private static final NoAverage RANKING = new NoAverage(
            "it compares pairs of rows, one of each class", "brier and log judge the same scores row by row");
    private static final NoAverage ORDER =
            new NoAverage("it is a place in the order of all rows", "absolute, or pinball with its quantile");
    private static final NoAverage ONE_ROW =
            new NoAverage("one row decides it", "a column of 1 where a row is beyond what you bear, and 0 elsewhere");
    private static final NoAverage LIST = new NoAverage(
            "it judges ranked lists", "a column with the value of each list, one row a list, whose average it is");
    private static final NoAverage SPREAD =
            new NoAverage("it divides by the spread of the labels, which a shift changes as well", "squared");
    private static final Map<String, NoAverage> NO_AVERAGES = noAverages();

    private static final Map<String, String> ALSO = Map.ofEntries(
            Map.entry("error", "zero-one"),
            Map.entry("0/1", "zero-one"),
            Map.entry("log-loss", "log"),
            Map.entry("cross-entropy", "log"),
            Map.entry("mse", "squared"),
            Map.entry("mae", "absolute"),
            Map.entry("fpr", "false-positive-rate"),
            Map.entry("fnr", "false-negative-rate"),
            Map.entry("tpr", "recall"),
            Map.entry("true-positive-rate", "recall"),
            Map.entry("sensitivity", "recall"),
            Map.entry("tnr", "specificity"),
            Map.entry("true-negative-rate", "specificity"));

    /**
     * A metric that cannot be audited.
     *
     * @param why it is no average over rows, and weights of rows do not tell it
     * @param nearest what can be audited instead
     */
    private record NoAverage(String why, String nearest) {}

    private static Map<String, NoAverage> noAverages() {
        Map<String, NoAverage> all = new HashMap<>();
        for (String name : List.of(
                "auc",
                "roc-auc",
                "auroc",
                "auprc",
                "pr-auc",
                "average-precision",
                "gini",
                "ks",
                "c-index",
                "concordance")) {
            all.put(name, RANKING);
        }
        for (String name : List.of("median", "quantile", "percentile")) {
            all.put(name, ORDER);
        }
        for (String name : List.of("max", "maximum", "min", "minimum", "worst")) {
            all.put(name, ONE_ROW);
        }
        all.put("ndcg", LIST);
        all.put("map", LIST);
        for (String name : List.of("r2", "correlation", "spearman")) {
            all.put(name, SPREAD);
        }
        all.put("rmse", new NoAverage("it is the root of an average", "squared, whose root it is"));
        all.put("ece", new NoAverage("it takes absolute values of averages in bins", "brier"));
        return Map.copyOf(all);
    }

    /** Losses and ratio metrics. */
    static List<String> all() {
        List<String> names = new ArrayList<>(
                Arrays.stream(LossKind.values()).map(LossKind::word).toList());
        names.addAll(ratios());
        return names;
    }

    private static List<String> ratios() {
        return Arrays.stream(RatioMetric.values())
                .filter(metric -> metric != RatioMetric.COLUMNS)
                .map(RatioMetric::word)
                .toList();
    }

    /** Names that are right here. */
    List<String> known() {
        return ratio ? ratios() : all();
    }

    /**
     * The name as this software spells it.
     *
     * @param place in messages
     * @throws UserError where it is unknown, or the metric is not an average
     */
    String read(String place, String name) {
        String plain = name.strip().toLowerCase(Locale.ROOT).replace('_', '-').replace(' ', '-');
        String word = ALSO.getOrDefault(plain, plain);
        NoAverage refused = NO_AVERAGES.get(word);
        if (refused != null) {
            throw new UserError(
                    place + ": '" + name + "' is not an average over rows, nor a ratio of two: " + refused.why
                            + ", and weights of rows do not tell it under a shift; nearest: " + refused.nearest
                            + " (field 'loss.kind'); known: "
                            + String.join(", ", all()));
        }
        if (ratio && !known().contains(word) && all().contains(word)) {
            throw new UserError(place + ": '" + word
                    + "' is no ratio of two averages; say 'loss.kind: " + word + "' and leave this out. Ratios are "
                    + String.join(", ", known()));
        }
        if (!known().contains(word)) {
            throw Names.unknown(place, ratio ? "metric" : "loss", name, known());
        }
        return word;
    }

    @Override
    public Object check(Field field) {
        if (field.node() instanceof YamlNode.Scalar scalar && scalar.value() instanceof String text) {
            return read(field.place(), text);
        }
        throw field.wrong(rule());
    }

    @Override
    public String rule() {
        return ratio ? "the name of a ratio metric" : "the name of a loss";
    }

    @Override
    public Map<String, Object> schema() {
        return Shape.json("type", "string");
    }
}
