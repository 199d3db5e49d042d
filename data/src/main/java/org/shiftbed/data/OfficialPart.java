package org.shiftbed.data;

/** What the makers of a data set put a row into. */
public enum OfficialPart {
    /** To train on. */
    TRAIN,
    /** To choose models by, distributed as the training rows. */
    VALIDATION_ID,
    /** To choose models by, of other domains than the training rows. */
    VALIDATION_OOD,
    /** To measure results on, of other domains, or other individuals, than the training rows. */
    TEST,
    /** To measure results on, distributed as the training rows. */
    TEST_ID
}
