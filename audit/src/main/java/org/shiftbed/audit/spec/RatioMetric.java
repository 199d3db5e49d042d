package org.shiftbed.audit.spec;

import java.util.Locale;

/** Metrics that are a ratio of two averages (parametric-robustness 3.4), from the four cells of a binary decision. */
public enum RatioMetric {
    /** FP / (FP + TN). */
    FALSE_POSITIVE_RATE(Direction.LARGER),
    /** FN / (FN + TP). */
    FALSE_NEGATIVE_RATE(Direction.LARGER),
    /** TP / (TP + FN). */
    RECALL(Direction.SMALLER),
    /** TN / (TN + FP). */
    SPECIFICITY(Direction.SMALLER),
    /** TP / (TP + FP). */
    PRECISION(Direction.SMALLER),
    /** 2 TP / (2 TP + FP + FN). */
    F1(Direction.SMALLER),
    /** The average of one column over the average of another. */
    COLUMNS(Direction.LARGER);

    private final Direction worse;

    RatioMetric(Direction worse) {
        this.worse = worse;
    }

    /** Which way it gets worse; for {@link #COLUMNS} unless something else is said. */
    public Direction worse() {
        return worse;
    }

    /** As written in {@code audit.yaml}: {@code false-positive-rate}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
