package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * An algorithm with a stage before the one that trains what predicts. Whoever trains it makes the updates of {@link AlgorithmFactory#firstStage}, ends
 * that stage once, and goes on with {@link #update}. An update without a first stage is legal: it works with what the networks are at the start.
 */
public interface TwoStage extends Algorithm {

    /**
     * One update of the first stage, from minibatches as {@link #update} has them.
     *
     * @param done share of the stage that is over before this update, in [0, 1)
     * @return what is worth recording, by name, as plain numbers
     */
    Map<String, Double> updateFirst(List<Minibatch> minibatches, double done);

    /** Ends the first stage: what it made stays as it is. */
    void endFirst();

    /**
     * How good the first stage is on rows that it was not trained on: means over the rows. The caller has switched to evaluation and turned gradients
     * off.
     */
    Map<String, Double> assess(List<Minibatch> minibatches);

    /**
     * What the first stage makes of pictures, to look at: [rows, columns, C, H, W] with values in [0, 1], a row for each picture, itself first; null where
     * it makes none. Called as {@link #assess} is.
     */
    default @Nullable Tensor samples(List<Minibatch> minibatches) {
        return null;
    }
}
