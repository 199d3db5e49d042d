package org.shiftbed.learn;

/** Type of weights and arithmetic of a run. */
public enum Precision {
    FLOAT32,
    FLOAT64
}
