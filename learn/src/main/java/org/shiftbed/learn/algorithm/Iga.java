package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.torch.Gradients;
import org.shiftbed.learn.torch.Tensors;

/**
 * Inter-environmental gradient alignment (Koyama and Yamaguchi, 2020; {@code domainbed-protocol.md} 5.4): the mean risk of the environments plus
 * {@code penalty} times sum_e |g_e - g|^2, where g_e is the gradient of the risk of e by all weights and g their mean. g is held constant, which
 * changes nothing: the differences sum to 0. The penalty of one environment alone is 0.
 */
public final class Iga extends SingleOptimizerAlgorithm {
    Iga(AlgorithmFactory.Context context) {
        super(context);
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        List<Tensor> parameters = featurizerAndClassifier();
        List<Tensor> risks = new ArrayList<>();
        List<List<Tensor>> gradients = new ArrayList<>();
        for (Minibatch minibatch : minibatches) {
            Tensor risk = crossEntropy(predict(minibatch.x()), minibatch.y());
            risks.add(risk);
            gradients.add(Gradients.differentiable(risk, parameters));
        }
        Tensor risk = meanOrZero(risks);
        Tensor penalty = zero();
        for (int i = 0; i < parameters.size(); i++) {
            List<Tensor> each = new ArrayList<>();
            for (List<Tensor> ofEnvironment : gradients) {
                each.add(ofEnvironment.get(i));
            }
            if (each.get(0).defined()) {
                Tensor stacked = torch.stack(Tensors.vector(each), 0); // [E, ...]
                penalty = penalty.add(
                        stacked.sub(stacked.detach().mean(0)).square().sum());
            }
        }
        minimise(risk.add(times(penalty, hyperparameters.number("penalty"))));
        return Map.of("loss", Tensors.item(risk), "penalty", Tensors.item(penalty));
    }

    /** Registers IGA. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "IGA",
                    "gradient",
                    "Koyama, Yamaguchi, When Is Invariance Useful in an Out-of-Distribution Generalization Problem?, 2020",
                    "environments should pull the weights the same way: penalises the variance of their gradients",
                    List.of("environments"),
                    2,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public boolean environmentsApart(String form) {
            return true;
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "IGA")
                    .with(new Hyperparameter(
                            "penalty",
                            1000.0,
                            new Distribution.Power(10, 1, 5, false),
                            0,
                            Double.POSITIVE_INFINITY,
                            "weight of the variance of the gradients"));
        }

        @Override
        public Algorithm create(Context context) {
            return new Iga(context);
        }
    }
}
