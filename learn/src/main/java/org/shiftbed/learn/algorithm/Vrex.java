package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.torch.Tensors;

/**
 * Risk extrapolation, V-REx (Krueger et al., 2020; {@code domainbed-protocol.md} 5.1): the mean risk of the environments plus lambda
 * times the variance of their risks (over E, not E - 1). lambda is 1 before update {@code vrex_penalty_anneal_iters} and {@code vrex_lambda} from
 * then on; at that update Adam starts afresh. As in the reference, {@code nll} is the last environment's risk alone.
 *
 * <p>Mean and variance are over the environments that are present; one alone has variance 0.
 */
public final class Vrex extends SingleOptimizerAlgorithm {
    private final Tensor updateCount;

    Vrex(AlgorithmFactory.Context context) {
        super(context);
        updateCount = updateCount();
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        double count = Tensors.item(updateCount);
        double anneal = hyperparameters.number("vrex_penalty_anneal_iters");
        double weight = count >= anneal ? hyperparameters.number("vrex_lambda") : 1;
        List<Tensor> each = risks(predict(allX(minibatches)), minibatches);
        Tensor risks = torch.stack(Tensors.vector(each), 0); // [E]
        Tensor mean = risks.mean();
        Tensor penalty = risks.sub(mean).square().mean();
        Tensor loss = mean.add(times(penalty, weight));
        if (count == anneal) {
            resetOptimizer();
        }
        minimise(loss);
        increment(updateCount);
        double last = Tensors.item(each.get(each.size() - 1));
        return Map.of("loss", Tensors.item(loss), "nll", last, "penalty", Tensors.item(penalty));
    }

    /** Registers VREx. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "VREx",
                    "risk",
                    "Krueger et al., Out-of-Distribution Generalization via Risk Extrapolation, 2020",
                    "environments should have equal risks",
                    List.of("environments"),
                    2,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "VREx")
                    .with(
                            new Hyperparameter(
                                    "vrex_lambda",
                                    10.0,
                                    new Distribution.Power(10, -1, 5, false),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "weight of the variance of risks after annealing"),
                            new Hyperparameter(
                                    "vrex_penalty_anneal_iters",
                                    500L,
                                    new Distribution.Power(10, 0, 4, true),
                                    0,
                                    CommonHyperparameters.MOST_STEPS,
                                    "updates before the penalty has its weight"));
        }

        @Override
        public Algorithm create(Context context) {
            return new Vrex(context);
        }
    }
}
