package org.shiftbed.learn.torch;

import java.util.List;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Adam;
import org.bytedeco.pytorch.AdamOptions;
import org.bytedeco.pytorch.Tensor;

/**
 * Adam with weight decay added to the gradient (coupled), epsilon 1e-8, no amsgrad, no schedule (Kingma and Ba, 2015;
 * {@code domainbed-protocol.md} 2). Parameters that never had a gradient are skipped. Outlives the scope it was made in.
 */
public final class AdamOptimizer implements AutoCloseable {
    private final List<Tensor> parameters;
    private final Adam adam;
    private boolean dropGradients;

    /**
     * @param parameters leaves that require gradients; stay owned by the caller
     * @param learningRate step size, above 0
     * @param weightDecay added to the gradient times the weight, at least 0
     */
    public AdamOptimizer(List<Tensor> parameters, double learningRate, double weightDecay, double beta1, double beta2) {
        this.parameters = List.copyOf(parameters);
        try (PointerScope scope = new PointerScope()) {
            AdamOptions options = new AdamOptions(learningRate);
            options.weight_decay().put(weightDecay);
            DoublePointer betas = options.betas();
            // The pair lies in memory in the order the C++ library chose, which differs between libraries: find it by
            // its defaults.
            int first = betas.get(0) == 0.9 ? 0 : 1;
            betas.put(first, beta1);
            betas.put(1 - first, beta2);
            adam = new Adam(Tensors.vector(this.parameters), options);
            adam.retainReference();
        }
    }

    /** From now on {@link #clear} drops gradients, as torch does since 2.0, instead of filling them with zeros. */
    public void dropGradients() {
        dropGradients = true;
    }

    /** Clears the gradients of this optimiser's parameters. */
    public void clear() {
        if (dropGradients) {
            adam.zero_grad(true);
        } else {
            Tensors.zeroGradients(parameters);
        }
    }

    /** Clears gradients, differentiates the loss and makes one step. */
    public void minimise(Tensor loss) {
        clear();
        loss.backward();
        step();
    }

    /** One step along the gradients as they are. */
    public void step() {
        adam.step();
    }

    @Override
    public void close() {
        adam.releaseReference();
    }
}
