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
 * Adam with weight decay added to the gradient (coupled), epsilon 1e-8, no amsgrad, no schedule (Kingma and Ba, 2015, algorithm 1;
 * {@code domainbed-protocol.md} 2).
 */
public final class AdamOptimizer implements Optimizer {
    /** The usual decay of the first moment. */
    public static final double BETA1 = 0.9;
    /** The usual decay of the second moment. */
    public static final double BETA2 = 0.999;

    private static final double EPSILON = 1e-8;

    private final List<Tensor> parameters;
    private final List<@Nullable Moments> moments;
    private final double weightDecay;
    private final double beta1;
    private final double beta2;
    private double learningRate;
    private boolean dropGradients;

    /**
     * @param parameters leaves that require gradients; stay owned by the caller
     * @param learningRate step size, above 0
     * @param weightDecay added to the gradient times the weight, at least 0
     * @param beta1 decay of the first moment, in [0, 1)
     * @param beta2 decay of the second moment, in [0, 1)
     */
    public AdamOptimizer(List<Tensor> parameters, double learningRate, double weightDecay, double beta1, double beta2) {
        this.parameters = List.copyOf(parameters);
        this.moments = new ArrayList<>(Collections.nCopies(parameters.size(), null));
        this.learningRate = learningRate;
        this.weightDecay = weightDecay;
        this.beta1 = beta1;
        this.beta2 = beta2;
    }

    @Override
    public List<Tensor> parameters() {
        return parameters;
    }

    /** The decay of the first moment. */
    public double beta1() {
        return beta1;
    }

    /** The step size from the next step on. */
    public void learningRate(double rate) {
        learningRate = rate;
    }

    /**
     * From now on a parameter without a gradient stays where it is, whatever it had before, as in torch since 2.0, which drops gradients between
     * steps.
     */
    public void dropGradients() {
        dropGradients = true;
    }

    @Override
    public void step(List<Tensor> gradients) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            for (int i = 0; i < parameters.size(); i++) {
                Tensor gradient = gradients.get(i);
                Moments its = moments.get(i);
                if (!gradient.defined()) {
                    if (its == null || dropGradients) {
                        continue;
                    }
                    gradient = torch.zeros_like(parameters.get(i));
                }
                if (its == null) {
                    its = new Moments(parameters.get(i));
                    moments.set(i, its);
                }
                step(parameters.get(i), gradient.detach(), its);
            }
        }
    }

    private void step(Tensor parameter, Tensor gradient, Moments its) {
        Tensor g = weightDecay == 0 ? gradient : gradient.add(parameter, new Scalar(weightDecay));
        its.steps++;
        its.mean.mul_(new Scalar(beta1)).add_(g, new Scalar(1 - beta1));
        its.square.mul_(new Scalar(beta2)).addcmul_(g, g, new Scalar(1 - beta2));
        double correction1 = 1 - StrictMath.pow(beta1, its.steps);
        double correction2 = StrictMath.sqrt(1 - StrictMath.pow(beta2, its.steps));
        Tensor scale = its.square.sqrt().div_(new Scalar(correction2)).add_(new Scalar(EPSILON));
        parameter.addcdiv_(its.mean, scale, new Scalar(-learningRate / correction1));
    }

    @Override
    public Map<String, Tensor> memory() {
        Map<String, Tensor> memory = new LinkedHashMap<>();
        for (int i = 0; i < moments.size(); i++) {
            Moments its = moments.get(i);
            if (its != null) {
                memory.put(i + ".step", Tensors.of(new long[] {its.steps}, 1));
                memory.put(i + ".exp_avg", its.mean);
                memory.put(i + ".exp_avg_sq", its.square);
            }
        }
        memory.put("lr", Tensors.of(new double[] {learningRate}, 1));
        return memory;
    }

    @Override
    public void restore(Map<String, Tensor> memory) {
        close();
        learningRate = Tensors.item(Tensors.require(memory, "lr"));
        try (NoGradGuard guard = new NoGradGuard()) {
            for (int i = 0; i < parameters.size(); i++) {
                Tensor steps = memory.get(i + ".step");
                if (steps != null) {
                    Moments its = new Moments(parameters.get(i));
                    its.steps = (long) Tensors.item(steps);
                    its.mean.copy_(Tensors.require(memory, i + ".exp_avg"));
                    its.square.copy_(Tensors.require(memory, i + ".exp_avg_sq"));
                    moments.set(i, its);
                }
            }
        }
    }

    /** Lets the moments go: the next step is the first. */
    @Override
    public void close() {
        for (Moments its : moments) {
            if (its != null) {
                its.mean.releaseReference();
                its.square.releaseReference();
            }
        }
        Collections.fill(moments, null);
    }

    /** Of one parameter; made at its first gradient. */
    private static final class Moments {
        private final Tensor mean;
        private final Tensor square;
        private long steps;

        Moments(Tensor parameter) {
            mean = Tensors.keep(torch.zeros_like(parameter));
            square = Tensors.keep(torch.zeros_like(parameter));
        }
    }
}
