package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.weights.LoadReport;

/**
 * A learning method: networks, optimisers, loss and update. Created by an {@link AlgorithmFactory}; not safe for several threads.
 *
 * <p>Native memory: what the algorithm keeps outlives the scope it was made in (retained), and is let go by {@link #close}. Everything
 * else an update makes dies with the caller's scope.
 */
public interface Algorithm extends AutoCloseable {

    /**
     * One update from one minibatch an environment, ascending environments. Under {@code protocol: controlled} counts vary and an environment
     * may be absent; an algorithm that needs two rows of an environment leaves out those with fewer.
     *
     * @return what the reference's update returns, by its names, as plain numbers
     */
    Map<String, Double> update(List<Minibatch> minibatches);

    /**
     * Logits [B, classes] of examples [B, ...]. The caller has switched to evaluation with {@link #train} and turned gradients off; the result
     * belongs to the caller's scope.
     */
    Tensor predict(Tensor x);

    /** Switches every network between training (true) and evaluation. */
    void train(boolean on);

    /**
     * Every entry of the reference's {@code state_dict}, by its names, aliases included; tensors are the live ones and stay owned by the
     * algorithm.
     */
    Map<String, Tensor> state();

    /** Copies values into the state, entry by entry; names and shapes must fit, but for state that grows (GroupDRO's q). */
    void load(Map<String, Tensor> state);

    /** What became of {@link AlgorithmFactory.Context#weights()}; null where none were given, or the algorithm does not load any. */
    default @Nullable LoadReport loaded() {
        return null;
    }

    /** Whether {@link #predict} is {@code classifier(featurizer(x))}: then the state below these two names is the whole model. */
    default boolean composed() {
        return false;
    }

    @Override
    void close();
}
