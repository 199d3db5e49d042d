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

    /** Numbers that are trained, of all networks; running statistics are none. -1 where the algorithm does not tell. */
    default long parameterCount() {
        return -1;
    }

    /** What became of {@link AlgorithmFactory.Context#weights()}; null where none were given, or the algorithm does not load any. */
    default @Nullable LoadReport loaded() {
        return null;
    }

    /** What {@link #predict} is made of, where it is {@code classifier(featurizer(x))} and nothing else; null where it is more. */
    default @Nullable Composition composition() {
        return null;
    }

    /** What becomes of the bytes of a picture before the featurizer, in words; null: they are divided by 255, and nothing else. */
    default @Nullable String normalisation() {
        return null;
    }

    /**
     * Everything that the next update depends on, but for the random draws: state, what the reference keeps outside its state, optimisers. By names
     * of this algorithm's own; tensors are live, or belong to the caller's scope.
     */
    Map<String, Tensor> snapshot();

    /** Goes on from a {@link #snapshot} of an algorithm made from the same context: every update then gives the same numbers to the bit. */
    void restore(Map<String, Tensor> snapshot);

    @Override
    void close();

    /**
     * The whole of a model that predicts with {@code classifier(featurizer(x))}.
     *
     * @param featurizer prefix of its state names, without the dot
     * @param classifier prefix of its state names, without the dot
     */
    record Composition(String featurizer, String classifier) {}
}
