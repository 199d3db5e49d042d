package org.shiftbed.learn.torch;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/**
 * Moves parameters along gradients. What it remembers outlives the scope it was made in, until {@link #close}, and can be taken out and put back,
 * so that a run goes on as if it had never stopped.
 *
 * <p>A parameter that gets no gradient in a step, but had one in an earlier step, counts as having a gradient of zeros: momentum and weight decay
 * still move it ({@code domainbed-protocol.md} 2, end). One that never had a gradient is not moved.
 */
public interface Optimizer extends AutoCloseable {

    /** What is moved, in order. */
    List<Tensor> parameters();

    /** One step; an undefined tensor stands for no gradient. Gradients are not changed. */
    void step(List<Tensor> gradients);

    /** One step along the gradients of this scalar. */
    default void minimise(Tensor loss) {
        step(Gradients.of(loss, parameters()));
    }

    /** What it remembers, by names of its own; tensors are live, or belong to the caller's scope. */
    Map<String, Tensor> memory();

    /** Forgets what it remembers and takes a copy of this, as {@link #memory} gave it for the same parameters. */
    void restore(Map<String, Tensor> memory);

    @Override
    void close();
}
