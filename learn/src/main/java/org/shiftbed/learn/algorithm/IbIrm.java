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
 * Information bottleneck with invariant risk (Ahuja et al., 2021; {@code domainbed-protocol.md} 5.1): {@link IbErm} plus the penalty of {@link Irm},
 * whose weight is 1 before update {@code irm_penalty_anneal_iters} and {@code irm_lambda} from then on. Adam starts afresh at either of the two updates.
 *
 * <p>With layer {@code algorithm} strict, {@code nll} is reported as the whole loss, as in the reference (D17). An environment with one row adds to
 * the risk and has no penalties.
 */
public final class IbIrm extends SingleOptimizerAlgorithm {
    private final Tensor updateCount;

    IbIrm(AlgorithmFactory.Context context) {
        super(context);
        updateCount = updateCount();
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        double count = Tensors.item(updateCount);
        double annealInvariance = hyperparameters.number("irm_penalty_anneal_iters");
        double annealBottleneck = hyperparameters.number("ib_penalty_anneal_iters");
        double invarianceWeight = count >= annealInvariance ? hyperparameters.number("irm_lambda") : 1;
        double bottleneckWeight = count >= annealBottleneck ? hyperparameters.number("ib_lambda") : 0;
        Tensor z = featurizer.forward(allX(minibatches)); // [sum B, d]
        Tensor logits = classifier.forward(z);
        Tensor risk = meanOrZero(risks(logits, minibatches));
        Tensor invariance = meanOrZero(Irm.penalties(logits, minibatches));
        Tensor bottleneck = meanOrZero(IbErm.bottlenecks(z, minibatches));
        Tensor loss = risk.add(times(invariance, invarianceWeight)).add(times(bottleneck, bottleneckWeight));
        if (count == annealInvariance || count == annealBottleneck) {
            resetOptimizer();
        }
        minimise(loss);
        increment(updateCount);
        return Map.of(
                "loss",
                Tensors.item(loss),
                "nll",
                Tensors.item(strict() ? loss : risk),
                "IRM_penalty",
                Tensors.item(invariance),
                "IB_penalty",
                Tensors.item(bottleneck));
    }

    /** Registers IB_IRM. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "IB_IRM",
                    "risk",
                    "Ahuja et al., Invariance Principle Meets Information Bottleneck, 2021",
                    "one classifier optimal everywhere, on features that vary as little as the task allows",
                    List.of("environments"),
                    2,
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
            return CommonHyperparameters.of(context, "IB_IRM")
                    .with(
                            new Hyperparameter(
                                    "irm_lambda",
                                    100.0,
                                    new Distribution.Power(10, -1, 5, false),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "weight of the invariance penalty after annealing"),
                            new Hyperparameter(
                                    "irm_penalty_anneal_iters",
                                    500L,
                                    new Distribution.Power(10, 0, 4, true),
                                    0,
                                    CommonHyperparameters.MOST_STEPS,
                                    "updates before the invariance penalty has its weight"),
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
                                    "updates before the variance penalty has its weight"));
        }

        @Override
        public Algorithm create(Context context) {
            return new IbIrm(context);
        }
    }
}
