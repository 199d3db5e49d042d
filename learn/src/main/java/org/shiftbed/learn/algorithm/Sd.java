package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.torch.Tensors;

/**
 * Spectral decoupling (Pezeshki et al., 2021; {@code domainbed-protocol.md} 5.1): the cross-entropy of all rows plus {@code sd_reg} times the mean of the
 * squared logits, over rows and classes. The paper has half the squared norm of a row's logits in place of the mean.
 *
 * <p>One environment, absent ones and single rows are all legal.
 */
public final class Sd extends SingleOptimizerAlgorithm {
    Sd(AlgorithmFactory.Context context) {
        super(context);
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor logits = predict(allX(minibatches)); // [B, K]
        Tensor penalty = logits.square().mean();
        Tensor risk = crossEntropy(logits, allY(minibatches));
        minimise(risk.add(times(penalty, hyperparameters.number("sd_reg"))));
        return Map.of("loss", Tensors.item(risk), "penalty", Tensors.item(penalty));
    }

    /** Registers SD. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "SD",
                    "risk",
                    "Pezeshki et al., Gradient Starvation: A Learning Proclivity in Neural Networks, 2021",
                    "large logits cost, so that one easy feature does not starve the others",
                    List.of(),
                    1,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "SD")
                    .with(new Hyperparameter(
                            "sd_reg",
                            0.1,
                            new Distribution.Power(10, -5, -1, false),
                            0,
                            Double.POSITIVE_INFINITY,
                            "weight of the mean squared logit"));
        }

        @Override
        public Algorithm create(Context context) {
            return new Sd(context);
        }
    }
}
