package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.torch.Tensors;

/**
 * Information bottleneck with empirical risk (Ahuja et al., 2021; {@code domainbed-protocol.md} 5.1): the mean risk of the environments plus beta times the mean
 * over environments of the {@link #bottleneck} of their features. beta is 0 before update {@code ib_penalty_anneal_iters} and {@code ib_lambda} from
 * then on; at that update Adam starts afresh.
 *
 * <p>With layer {@code algorithm} strict, {@code nll} is reported as the whole loss, as in the reference (D17). An environment with one row adds to
 * the risk and has no penalty.
 */
public final class IbErm extends SingleOptimizerAlgorithm {
    private final Tensor updateCount;

    IbErm(AlgorithmFactory.Context context) {
        super(context);
        updateCount = updateCount();
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        double count = Tensors.item(updateCount);
        double anneal = hyperparameters.number("ib_penalty_anneal_iters");
        double weight = count >= anneal ? hyperparameters.number("ib_lambda") : 0;
        Tensor z = featurizer.forward(allX(minibatches)); // [sum B, d]
        Tensor risk = meanOrZero(risks(classifier.forward(z), minibatches));
        Tensor penalty = meanOrZero(bottlenecks(z, minibatches));
        Tensor loss = risk.add(times(penalty, weight));
        if (count == anneal) {
            resetOptimizer();
        }
        minimise(loss);
        increment(updateCount);
        return Map.of(
                "loss",
                Tensors.item(loss),
                "nll",
                Tensors.item(strict() ? loss : risk),
                "IB_penalty",
                Tensors.item(penalty));
    }

    /** The {@link #bottleneck} of each environment with at least two rows, out of features [sum B, d] over all of them. */
    static List<Tensor> bottlenecks(Tensor features, List<Minibatch> minibatches) {
        List<Tensor> penalties = new ArrayList<>();
        for (Tensor z : perEnvironment(features, minibatches)) {
            if (z.size(0) >= 2) {
                penalties.add(bottleneck(z));
            }
        }
        return penalties;
    }

    /** The mean over features of their variance (over B - 1) among rows: a scalar, of z [B, d] with B at least 2. */
    static Tensor bottleneck(Tensor z) {
        return z.var(new long[] {0}, true, false).mean();
    }

    /** Registers IB_ERM. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "IB_ERM",
                    "risk",
                    "Ahuja et al., Invariance Principle Meets Information Bottleneck, 2021",
                    "features should vary as little as the task allows",
                    List.of("environments"),
                    1,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public List<String> defects() {
            return List.of("D17");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "IB_ERM")
                    .with(
                            new Hyperparameter(
                                    "ib_lambda",
                                    100.0,
                                    new Distribution.Power(10, -1, 5, false),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "weight of the variance of features after annealing"),
                            new Hyperparameter(
                                    "ib_penalty_anneal_iters",
                                    500L,
                                    new Distribution.Power(10, 0, 4, true),
                                    0,
                                    CommonHyperparameters.MOST_STEPS,
                                    "updates before the penalty has its weight"));
        }

        @Override
        public Algorithm create(Context context) {
            return new IbErm(context);
        }
    }
}
