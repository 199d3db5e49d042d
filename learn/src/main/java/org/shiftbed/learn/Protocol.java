package org.shiftbed.learn;

/** Which of the two batch rules and sets of conventions a run follows (architecture: two protocols, two batch rules). */
public enum Protocol {
    /** A batch of {@code training.batch} rows in all is drawn across the weighted parts. */
    CONTROLLED,
    /** Each training environment gives {@code batch_size} rows, a hyperparameter. */
    DOMAINBED
}
