package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.torch.Tensors;

/**
 * Invariant risk minimisation, IRMv1 (Arjovsky et al., 2019; {@code domainbed-protocol.md} 5.1): the mean risk of the environments plus
 * lambda times the mean of their penalties. The penalty of an environment is g1 * g2, where g is the derivative of the cross-entropy by a scale s of
 * the logits at s = 1, once over the rows at even positions and once over those at odd ones. lambda is 1 before update
 * {@code irm_penalty_anneal_iters} and {@code irm_lambda} from then on; at that update Adam starts afresh.
 *
 * <p>An environment with one row adds to the risk and has no penalty; where no environment has two rows the penalty is 0.
 */
public final class Irm extends SingleOptimizerAlgorithm {
    private final Tensor updateCount;

    Irm(AlgorithmFactory.Context context) {
        super(context);
        updateCount = updateCount();
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        double count = Tensors.item(updateCount);
        double anneal = hyperparameters.number("irm_penalty_anneal_iters");
        double weight = count >= anneal ? hyperparameters.number("irm_lambda") : 1;
        Tensor logits = predict(allX(minibatches)); // [sum B, K]
        Tensor risk = meanOrZero(risks(logits, minibatches));
        Tensor penalty = meanOrZero(penalties(logits, minibatches));
        Tensor loss = risk.add(times(penalty, weight));
        if (count == anneal) {
            resetOptimizer();
        }
        minimise(loss);
        increment(updateCount);
        return Map.of("loss", Tensors.item(loss), "nll", Tensors.item(risk), "penalty", Tensors.item(penalty));
    }

    /** The {@link #penalty} of each environment with at least two rows, out of logits [sum B, K] over all of them. */
    static List<Tensor> penalties(Tensor logits, List<Minibatch> minibatches) {
        List<Tensor> each = perEnvironment(logits, minibatches);
        List<Tensor> penalties = new ArrayList<>();
        for (int e = 0; e < minibatches.size(); e++) {
            if (rows(minibatches.get(e)) >= 2) {
                penalties.add(penalty(each.get(e), minibatches.get(e).y()));
            }
        }
        return penalties;
    }

    /** g1 * g2 of the rows at even and at odd positions: a scalar with gradients; logits [B, K] with B at least 2. */
    static Tensor penalty(Tensor logits, Tensor y) {
        return scaleDerivative(everySecond(logits, 0), everySecond(y, 0))
                .mul(scaleDerivative(everySecond(logits, 1), everySecond(y, 1)));
    }

    private static Tensor scaleDerivative(Tensor z, Tensor y) {
        return scaleDerivatives(z, y).mean();
    }

    /**
     * d/ds CE(s z, y) at s = 1 of each row, [B], in closed form: sum_k p_k (z_k - z_y) with p = softmax(z). Differentiating it once more by the logits
     * gives the second-order gradients without a second pass through the graph. Of sum_k p_k z_k - z_y little would be left in float32 where logits
     * are large.
     */
    static Tensor scaleDerivatives(Tensor z, Tensor y) {
        Tensor beyond = z.sub(z.gather(1, y.unsqueeze(1))); // [B, K]
        return torch.softmax(z, 1).mul(beyond).sum(1);
    }

    private static Tensor everySecond(Tensor rows, long from) {
        return rows.slice(0, new LongOptional(from), new LongOptional(), 2);
    }

    /** Registers IRM. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "IRM",
                    "risk",
                    "Arjovsky, Bottou, Gulrajani, Lopez-Paz, Invariant Risk Minimization, 2019",
                    "one classifier should be optimal in every environment at once",
                    List.of("environments"),
                    2,
                    List.of("domainbed", "controlled"),
                    1,
                    "id");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            if (ControlledForms.is(context.form())) {
                return ControlledForms.weighted("weight of the penalty");
            }
            return CommonHyperparameters.of(context, "IRM")
                    .with(
                            new Hyperparameter(
                                    "irm_lambda",
                                    100.0,
                                    new Distribution.Power(10, -1, 5, false),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "weight of the penalty after annealing"),
                            new Hyperparameter(
                                    "irm_penalty_anneal_iters",
                                    500L,
                                    new Distribution.Power(10, 0, 4, true),
                                    0,
                                    CommonHyperparameters.MOST_STEPS,
                                    "updates before the penalty has its weight"));
        }

        @Override
        public Algorithm create(Context context) {
            return ControlledForms.is(context.form()) ? new ControlledIrm(context) : new Irm(context);
        }
    }
}
