package org.shiftbed.audit.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.base.file.Field;
import org.shiftbed.base.file.Shape;
import org.shiftbed.base.file.YamlNode;

/** The name of a loss or of a ratio metric; names of metrics that are no averages are known and refused. */
record LossName() implements Shape {
    private static final Set<String> NO_AVERAGES = Set.of(
            "auc",
            "roc-auc",
            "auroc",
            "auprc",
            "pr-auc",
            "average-precision",
            "gini",
            "ks",
            "c-index",
            "concordance",
            "median",
            "quantile",
            "percentile",
            "max",
            "maximum",
            "min",
            "minimum",
            "worst",
            "ndcg",
            "map",
            "r2",
            "correlation",
            "spearman",
            "rmse",
            "ece");
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

    static List<String> known() {
        List<String> names = new ArrayList<>(
                Arrays.stream(LossKind.values()).map(LossKind::word).toList());
        Arrays.stream(RatioMetric.values())
                .filter(metric -> metric != RatioMetric.COLUMNS)
                .forEach(metric -> names.add(metric.word()));
        return names;
    }

    /**
     * The name as this software spells it.
     *
     * @param place in messages
     * @throws UserError where it is unknown, or the metric is not an average
     */
    static String read(String place, String name) {
        String plain = name.strip().toLowerCase(Locale.ROOT).replace('_', '-').replace(' ', '-');
        String word = ALSO.getOrDefault(plain, plain);
        if (NO_AVERAGES.contains(word)) {
            throw new UserError(place + ": '" + name
                    + "' is not an average over rows, nor a ratio of two, so no shift of it can be told from rows; take one of "
                    + String.join(", ", known()));
        }
        if (!known().contains(word)) {
            throw Names.unknown(place, "loss", name, known());
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
        return "the name of a loss";
    }

    @Override
    public Map<String, Object> schema() {
        return Shape.json("type", "string");
    }
}
