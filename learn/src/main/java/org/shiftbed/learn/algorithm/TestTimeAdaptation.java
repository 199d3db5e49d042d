package org.shiftbed.learn.algorithm;

import org.bytedeco.pytorch.Tensor;

/**
 * An algorithm that adapts to the pictures it is evaluated on, without their labels: those of one value of the attribute at a time. Whoever evaluates it
 * collects batches, mixes, predicts the pictures of the value, and forgets, with networks in evaluation and gradients off.
 */
public interface TestTimeAdaptation extends Algorithm {

    /** Whether pictures of a value are enough to adapt to. */
    boolean adapts(int images, int batch);

    /** Adds pictures [B, ...] to what is adapted to. */
    void collect(Tensor x);

    /** From now on {@link #predict} is adapted to what was collected. */
    void mix();

    /** From now on {@link #predict} is that of training, to the bit. */
    void forget();
}
