package org.shiftbed.audit.spec;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.UserError;

/** Makes a {@link LossSpec} of checked values. */
final class LossReader {
    private static final Set<String> PROBABILITIES = Set.of("clip", "scale");
    private static final Set<String> TWO_CLASSES = Set.of("positive", "threshold");

    private final Map<String, Object> fields;

    LossReader(Map<String, Object> fields) {
        this.fields = fields;
    }

    LossSpec loss() {
        String word = text("kind");
        RatioMetric metric = metric(word);
        LossKind kind = metric != null ? LossKind.RATIO : kind(word);
        switch (kind) {
            case COLUMN -> {
                needs(kind.word(), "column");
                allows(kind.word(), Set.of("column"));
                return LossSpec.column(AuditReader.texts(List.of(String.valueOf(text("column"))))[0]);
            }
            case SQUARED, ABSOLUTE, PINBALL -> {
                needs(kind.word(), "label", "prediction");
                allows(
                        kind.word(),
                        kind == LossKind.PINBALL
                                ? Set.of("label", "prediction", "quantile")
                                : Set.of("label", "prediction"));
            }
            case LOG, BRIER -> {
                needs(kind.word(), "label", "prediction");
                allows(kind.word(), Set.of("label", "prediction", "positive", "clip", "scale"));
            }
            case ZERO_ONE, ACCURACY -> {
                needs(kind.word(), "label", "prediction");
                allows(kind.word(), Set.of("label", "prediction", "positive", "threshold", "scale"));
            }
            case RATIO -> {
                if (metric == RatioMetric.COLUMNS) {
                    needs("ratio", "numerator", "denominator");
                    allows("ratio of columns", Set.of("numerator", "denominator"));
                    return LossSpec.ratioOfColumns(
                            String.valueOf(text("numerator")), String.valueOf(text("denominator")));
                }
                needs(String.valueOf(metric), "label", "prediction");
                allows(
                        metric == null ? "ratio" : metric.word(),
                        Set.of("metric", "label", "prediction", "positive", "threshold", "scale"));
            }
        }
        Object positive = fields.get("positive");
        String scale = text("scale");
        return new LossSpec(
                kind,
                text("label"),
                List.of(AuditReader.texts(fields.get("prediction"))),
                null,
                number("quantile", 0.5),
                positive == null ? null : String.valueOf(positive),
                number("threshold", Double.NaN),
                number("clip", 0),
                scale == null ? null : Scale.valueOf(scale.toUpperCase(Locale.ROOT)),
                metric,
                null,
                null);
    }

    private @Nullable RatioMetric metric(@Nullable String kind) {
        String word = kind;
        if (kind == null ? fields.containsKey("metric") || fields.containsKey("numerator") : kind.equals("ratio")) {
            word = text("metric");
            if (word == null) {
                return RatioMetric.COLUMNS;
            }
        }
        for (RatioMetric metric : RatioMetric.values()) {
            if (metric.word().equals(word) && metric != RatioMetric.COLUMNS) {
                return metric;
            }
        }
        if (fields.containsKey("metric")) {
            throw new UserError("loss.metric: belongs to kind ratio, and field 'loss.kind' says " + kind
                    + "; leave one of them out");
        }
        return null;
    }

    private LossKind kind(@Nullable String word) {
        for (LossKind kind : LossKind.values()) {
            if (kind.word().equals(word)) {
                return kind;
            }
        }
        if (!fields.containsKey("column")) {
            throw new UserError("loss: field 'loss.kind' is missing: one of " + String.join(", ", LossName.all())
                    + "; or name the column that holds the loss (field 'loss.column')");
        }
        return LossKind.COLUMN;
    }

    private void needs(String kind, String... names) {
        for (String name : names) {
            if (!fields.containsKey(name)) {
                throw new UserError("loss: field 'loss." + name + "' is missing, which loss "
                        + kind.toLowerCase(Locale.ROOT).replace('_', '-') + " needs: the name of a column");
            }
        }
    }

    private void allows(String kind, Set<String> names) {
        for (String name : fields.keySet()) {
            if (!names.contains(name) && !name.equals("kind")) {
                throw new UserError("loss." + name + ": has no meaning for loss " + kind + "; leave it out"
                        + (TWO_CLASSES.contains(name)
                                ? ", it belongs to decisions between two classes"
                                : PROBABILITIES.contains(name) ? ", it belongs to probabilities" : ""));
            }
        }
    }

    private @Nullable String text(String name) {
        return AuditReader.text(fields.get(name));
    }

    private double number(String name, double standard) {
        return fields.get(name) instanceof Double value ? value : standard;
    }
}
