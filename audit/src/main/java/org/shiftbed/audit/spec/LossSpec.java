package org.shiftbed.audit.spec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the loss of a row is found. Start from {@link #column}, {@link #of} or {@link #ratio} and refine with the {@code with} methods.
 *
 * @param kind what it is made of
 * @param label the column of true classes or values; null for {@link LossKind#COLUMN} and {@link RatioMetric#COLUMNS}
 * @param predictions column names: one of predicted classes, values or probabilities of the positive class; or several, one a class;
 *     {@code score_*} stands for every column of that beginning
 * @param column the loss itself, of {@link LossKind#COLUMN}
 * @param quantile level of {@link LossKind#PINBALL}, between 0 and 1
 * @param positive the label's value whose probability one prediction column holds; null: {@code 1}, {@code true}, {@code yes} and the like
 * @param threshold a probability of at least this much is a decision for the positive class; NaN: the prediction is a class already
 * @param clip probabilities are kept this far away from 0 and 1; 0 = as they are
 * @param scale of the prediction columns; null: logarithms where all of them begin with {@code score_}, probabilities otherwise
 * @param metric of {@link LossKind#RATIO}, null otherwise
 * @param numerator column of {@link RatioMetric#COLUMNS}
 * @param denominator column of {@link RatioMetric#COLUMNS}
 */
public record LossSpec(
        LossKind kind,
        @Nullable String label,
        List<String> predictions,
        @Nullable String column,
        double quantile,
        @Nullable String positive,
        double threshold,
        double clip,
        @Nullable Scale scale,
        @Nullable RatioMetric metric,
        @Nullable String numerator,
        @Nullable String denominator) {
    public LossSpec {
        predictions = List.copyOf(predictions);
    }

    /** The values of a column. */
    public static LossSpec column(String column) {
        return new LossSpec(LossKind.COLUMN, null, List.of(), column, 0.5, null, Double.NaN, 0, null, null, null, null);
    }

    /** A loss of a label and one or more prediction columns. */
    public static LossSpec of(LossKind kind, String label, String... predictions) {
        return new LossSpec(kind, label, List.of(predictions), null, 0.5, null, Double.NaN, 0, null, null, null, null);
    }

    /** A ratio of averages of a binary decision. */
    public static LossSpec ratio(RatioMetric metric, String label, String... predictions) {
        return new LossSpec(
                LossKind.RATIO, label, List.of(predictions), null, 0.5, null, Double.NaN, 0, null, metric, null, null);
    }

    /** The average of one column over the average of another. */
    public static LossSpec ratioOfColumns(String numerator, String denominator) {
        return new LossSpec(
                LossKind.RATIO,
                null,
                List.of(),
                null,
                0.5,
                null,
                Double.NaN,
                0,
                null,
                RatioMetric.COLUMNS,
                numerator,
                denominator);
    }

    /** The direction in which this loss gets worse, unless it is one of columns and something else is said. */
    public Direction worse() {
        if (metric != null) {
            return metric.worse();
        }
        return kind == LossKind.ACCURACY ? Direction.SMALLER : Direction.LARGER;
    }

    /** Whether the direction follows from what the loss is, so that the opposite would be a mistake. */
    public boolean directionFixed() {
        return kind != LossKind.COLUMN && metric != RatioMetric.COLUMNS;
    }

    /** Whether it is a ratio of two averages. */
    public boolean isRatio() {
        return kind == LossKind.RATIO;
    }

    /** Its name for people: {@code log}, {@code recall}, or the column's. */
    public String title() {
        if (column != null) {
            return column;
        }
        if (metric == RatioMetric.COLUMNS) {
            return numerator + " / " + denominator;
        }
        return metric != null ? metric.word() : kind.word();
    }

    /** Its name in a sentence: {@code log loss}, {@code accuracy}, {@code recall}, or the column's. */
    public String inWords() {
        return switch (kind) {
            case ZERO_ONE -> "error rate";
            case LOG -> "log loss";
            case BRIER -> "Brier score";
            case SQUARED -> "squared error";
            case ABSOLUTE -> "absolute error";
            case PINBALL -> "pinball loss";
            case ACCURACY, COLUMN -> title();
            case RATIO -> metric == RatioMetric.COLUMNS ? title() : title().replace('-', ' ');
        };
    }

    /** The same at another level of {@link LossKind#PINBALL}. */
    public LossSpec withQuantile(double level) {
        return new LossSpec(
                kind,
                label,
                predictions,
                column,
                level,
                positive,
                threshold,
                clip,
                scale,
                metric,
                numerator,
                denominator);
    }

    /** The same with the label's value that counts as positive. */
    public LossSpec withPositive(@Nullable String value) {
        return new LossSpec(
                kind,
                label,
                predictions,
                column,
                quantile,
                value,
                threshold,
                clip,
                scale,
                metric,
                numerator,
                denominator);
    }

    /** The same where the prediction is a probability and this much decides for the positive class. */
    public LossSpec withThreshold(double probability) {
        return new LossSpec(
                kind,
                label,
                predictions,
                column,
                quantile,
                positive,
                probability,
                clip,
                scale,
                metric,
                numerator,
                denominator);
    }

    /** The same with probabilities kept this far away from 0 and 1. */
    public LossSpec withClip(double distance) {
        return new LossSpec(
                kind,
                label,
                predictions,
                column,
                quantile,
                positive,
                threshold,
                distance,
                scale,
                metric,
                numerator,
                denominator);
    }

    /** The same with the scale of the prediction columns said. */
    public LossSpec withScale(@Nullable Scale of) {
        return new LossSpec(
                kind,
                label,
                predictions,
                column,
                quantile,
                positive,
                threshold,
                clip,
                of,
                metric,
                numerator,
                denominator);
    }
}
