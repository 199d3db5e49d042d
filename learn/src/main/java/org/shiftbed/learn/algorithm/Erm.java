package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.torch.Tensors;

/**
 * Empirical risk minimisation (Vapnik, 1998; {@code domainbed-protocol.md} 5.1): the mean cross-entropy of all rows, whatever their environment.
 *
 * <p>One environment, absent ones and single rows are all legal.
 */
public final class Erm extends SingleOptimizerAlgorithm {
    Erm(AlgorithmFactory.Context context) {
        super(context);
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor loss = crossEntropy(predict(allX(minibatches)), allY(minibatches));
        minimise(loss);
        return Map.of("loss", Tensors.item(loss));
    }

    /** Registers ERM. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "ERM",
                    "risk",
                    "Vapnik, Statistical Learning Theory, 1998",
                    "minimises the mean loss of all training rows",
                    List.of(),
                    1,
                    List.of("domainbed", "controlled"),
                    1,
                    "id");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "ERM");
        }

        @Override
        public Algorithm create(Context context) {
            return new Erm(context);
        }
    }
}
