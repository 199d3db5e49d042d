package org.shiftbed.learn.algorithm;

/** An {@link Algorithm} whose learning rate can be set between updates, which {@link AlgorithmFactory#AUTO_LR} needs. */
public interface AdjustableRate {

    /** Whether the next update does not go by the rate yet, so that the loss of a checkpoint says nothing about it. */
    boolean linearPhase();

    /** @param rate from the next update on, above 0; the linear phase keeps its own */
    void learningRate(double rate);
}
