package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.torch.Tensors;

/**
 * Examples of one environment.
 *
 * @param environment index among the training environments, in [0, domains)
 * @param x [B, ...] in the run's precision, values in [0, 1] for pictures; owned by the caller's scope
 * @param y int64 [B], each in [0, classes); owned by the caller's scope
 * @param positions of the rows in a batch that was drawn across environments, [B]; null where every environment has a batch of its own
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Minibatch(int environment, Tensor x, Tensor y, int @Nullable [] positions) {
    /** Of a batch of the environment's own. */
    public Minibatch(int environment, Tensor x, Tensor y) {
        this(environment, x, y, null);
    }

    /** The environment of each row of all of them: int64 [sum B], in the caller's scope. */
    static Tensor environments(List<Minibatch> minibatches) {
        List<Tensor> labels = new ArrayList<>();
        for (Minibatch minibatch : minibatches) {
            long[] same = new long[Math.toIntExact(minibatch.x().size(0))];
            Arrays.fill(same, minibatch.environment());
            labels.add(Tensors.of(same, same.length));
        }
        return Tensors.concatenate(labels);
    }
}
