package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;

/**
 * Smoothed AND-mask (Shahtalebi et al., 2021; {@code domainbed-protocol.md} 5.4): as AND-mask with the mask
 * max(0, tanh({@code k} / v (|mean of signs| - {@code tau}))), v the unbiased variance of the coordinate's gradient over the environments, so that
 * coordinates on whose size they agree too weigh more.
 *
 * <p>At the default {@code tau} = 1 no agreement is above the threshold and the mask is 0 everywhere. With layer {@code algorithm} strict nothing but
 * weight decay moves the weights then, as in the reference (D22). Otherwise {@code tau} = 1 is read as in AND-mask, "all E environments agree": the
 * threshold is put half-way between the agreement of all, 1, and that of all but one, (E - 2) / E. That is (E - 1) / E and picks the same coordinates.
 *
 * <p>Where the variance is not defined (one environment) it counts as 1e-17, and so does a mask that is not defined (variance 0 at the threshold).
 * Not strict, a run with one training environment is refused.
 */
public final class SandMask extends MaskedGradientAlgorithm {
    private static final String COUNT = "update_count";
    private static final double UNDEFINED = 1e-17;

    private final Tensor updateCount;
    private boolean counted = true;

    SandMask(AlgorithmFactory.Context context) {
        super(context);
        updateCount = updateCount();
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Map<String, Double> values = super.update(minibatches);
        increment(updateCount);
        return values;
    }

    @Override
    Tensor mask(Tensor gradients) {
        Tensor variance = gradients.size(0) < 2
                ? torch.zeros_like(gradients.select(0, 0)).fill_(new Scalar(UNDEFINED))
                : gradients.var(new long[] {0}, true, false);
        Tensor steepness = variance.reciprocal().mul(new Scalar(hyperparameters.number("k")));
        Tensor above = agreement(gradients).sub(new Scalar(threshold((int) gradients.size(0))));
        Tensor mask = steepness.mul(above).tanh().clamp_min(new Scalar(0.0));
        return mask.masked_fill(mask.isnan(), new Scalar(UNDEFINED));
    }

    private double threshold(int environments) {
        double tau = hyperparameters.number("tau");
        return strict() || tau < 1 ? tau : (environments - 1.0) / environments;
    }

    /** The count, which nothing reads, may be absent from a state that is loaded. */
    @Override
    void resize(Map<String, Tensor> state) {
        counted = state.containsKey(COUNT);
    }

    @Override
    Map<String, Tensor> ownState() {
        Map<String, Tensor> state = super.ownState();
        if (!counted) {
            state.remove(COUNT);
        }
        return state;
    }

    /** Registers SANDMask. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "SANDMask",
                    "gradient",
                    "Shahtalebi et al., SAND-mask: An Enhanced Gradient Masking Strategy for the Discovery of Invariances, 2021",
                    "moves weights by how well the environments agree on direction and size of the step",
                    List.of("environments"),
                    2,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public List<String> defects() {
            return List.of("D22");
        }

        @Override
        public @Nullable String refuses(int environments, Set<String> strict, Map<String, Object> hyperparameters) {
            return environments < 2 && !strict.contains("algorithm")
                    ? "makes its mask of the variance between environments and needs at least 2 in training, this run has 1"
                    : null;
        }

        @Override
        public boolean environmentsApart(String form) {
            return true;
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "SANDMask")
                    .with(
                            new Hyperparameter(
                                    "tau",
                                    1.0,
                                    new Distribution.Uniform(0, 1, false),
                                    0,
                                    1,
                                    "agreement of signs from which a weight is moved; 1 asks for all"),
                            new Hyperparameter(
                                    "k",
                                    10.0,
                                    new Distribution.Power(10, -3, 5, false),
                                    CommonHyperparameters.POSITIVE,
                                    Double.POSITIVE_INFINITY,
                                    "steepness of the mask"));
        }

        @Override
        public Algorithm create(Context context) {
            return new SandMask(context);
        }
    }
}
