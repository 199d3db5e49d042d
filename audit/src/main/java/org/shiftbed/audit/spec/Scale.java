package org.shiftbed.audit.spec;

import java.util.Locale;

/** What the numbers of prediction columns are. */
public enum Scale {
    /** Probabilities from 0 to 1. */
    PROBABILITY,
    /** Natural logarithms of probabilities, as the {@code score_*} columns of a trial's predictions. */
    LOG;

    /** As written in {@code audit.yaml}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
