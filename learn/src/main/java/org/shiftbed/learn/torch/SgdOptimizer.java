package org.shiftbed.learn.torch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Stochastic gradient descent with weight decay added to the gradient and heavy-ball momentum, undampened: v := m v + g (v starts as the first g),
 * w := w - lr v.
 */
public final class SgdOptimizer implements Optimizer {
    private final List<Tensor> parameters;
    private final List<@Nullable Tensor> velocities;
    private final double learningRate;
    private final double weightDecay;
    private final double momentum;

    /**
     * @param parameters leaves that require gradients; stay owned by the caller
     * @param learningRate step size, above 0
     * @param weightDecay added to the gradient times the weight, at least 0
     * @param momentum m, in [0, 1)
     */
    public SgdOptimizer(List<Tensor> parameters, double learningRate, double weightDecay, double momentum) {
        this.parameters = List.copyOf(parameters);
        this.velocities = new ArrayList<>(Collections.nCopies(parameters.size(), null));
        this.learningRate = learningRate;
        this.weightDecay = weightDecay;
        this.momentum = momentum;
    }

    @Override
    public List<Tensor> parameters() {
        return parameters;
    }

    /** A parameter without a gradient is moved by its velocity and by weight decay only if it has a velocity. */
    @Override
    public void step(List<Tensor> gradients) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            for (int i = 0; i < parameters.size(); i++) {
                Tensor parameter = parameters.get(i);
                Tensor gradient = gradients.get(i);
                Tensor velocity = velocities.get(i);
                if (!gradient.defined() && velocity == null) {
                    continue;
                }
                Tensor g = gradient.defined() ? gradient.detach() : torch.zeros_like(parameter);
                if (weightDecay != 0) {
                    g = g.add(parameter, new Scalar(weightDecay));
                }
                if (momentum != 0) {
                    if (velocity == null) {
                        velocities.set(i, Tensors.keep(g.clone()));
                    } else {
                        velocity.mul_(new Scalar(momentum)).add_(g);
                        g = velocity;
                    }
                }
                parameter.add_(g, new Scalar(-learningRate));
            }
        }
    }

    @Override
    public Map<String, Tensor> memory() {
        Map<String, Tensor> memory = new LinkedHashMap<>();
        for (int i = 0; i < velocities.size(); i++) {
            Tensor velocity = velocities.get(i);
            if (velocity != null) {
                memory.put(i + ".momentum_buffer", velocity);
            }
        }
        return memory;
    }

    @Override
    public void restore(Map<String, Tensor> memory) {
        close();
        for (int i = 0; i < parameters.size(); i++) {
            Tensor velocity = memory.get(i + ".momentum_buffer");
            if (velocity != null) {
                velocities.set(
                        i, Tensors.keep(velocity.detach().to(parameters.get(i)).clone()));
            }
        }
    }

    @Override
    public void close() {
        for (Tensor velocity : velocities) {
            if (velocity != null) {
                velocity.releaseReference();
            }
        }
        Collections.fill(velocities, null);
    }
}
