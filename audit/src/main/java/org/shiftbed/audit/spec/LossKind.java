package org.shiftbed.audit.spec;

import java.util.Locale;

/** What the loss of a row is made of. All of them are averages over rows, but for {@link #RATIO}, which is a ratio of two. */
public enum LossKind {
    /** The values of a column. */
    COLUMN,
    /** 1 where the predicted class is not the label, else 0. */
    ZERO_ONE,
    /** 1 where the predicted class is the label, else 0. */
    ACCURACY,
    /** Minus the natural logarithm of the probability given to the label. */
    LOG,
    /** Squared distance of the probabilities from the label: (p - y)^2 for one column, summed over the classes for several. */
    BRIER,
    /** (prediction - label)^2. */
    SQUARED,
    /** |prediction - label|. */
    ABSOLUTE,
    /** (label - prediction) times the quantile level, or times that level minus 1 where it is negative. */
    PINBALL,
    /** A {@link RatioMetric}. */
    RATIO;

    /** As written in {@code audit.yaml}: {@code zero-one}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
