package org.shiftbed.shift;

/** What the rows of a part are for. */
public enum Role {
    /** Rows that minibatches are drawn from. */
    TRAIN,
    /** In-distribution validation: distributed as the training set. */
    VALIDATION_ID,
    /** In-distribution validation rows of one training part; such parts are scored together, each with the weight of its training part. */
    VALIDATION_REWEIGHTED,
    /** Out-of-distribution validation: distributed otherwise than the training set, and than the test set. */
    VALIDATION_OOD,
    /** The whole validation pool, with the attributes of the test distribution: only an oracle has it. */
    VALIDATION_ORACLE,
    /** Rows that a result is measured on. */
    TEST
}
