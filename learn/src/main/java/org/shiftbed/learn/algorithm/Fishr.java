package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.torch.Tensors;

/**
 * Invariant gradient variances, Fishr (Rame et al., 2022; {@code domainbed-protocol.md} 5.4): the cross-entropy of all rows plus lambda times the
 * mean over environments and coordinates of (u_e - u)^2, where u_e is the variance over the rows of environment e of each row's gradient by the
 * classifier's weights, u their mean. The variance is smoothed, m_e := {@code ema} m_e + (1 - {@code ema}) v_e from m_e = 0, and u_e = m_e / (1 -
 * {@code ema}), so that what flows back to v_e does not depend on {@code ema}. lambda is 0 before update {@code penalty_anneal_iters} and
 * {@code lambda} from then on; at that update, if it is not the first, Adam starts afresh. Smoothing runs from the first update.
 *
 * <p>An environment with fewer than two rows has no variance: it keeps its m_e and takes no part in the penalty, as an absent one does. With one
 * environment left the penalty is 0.
 */
public final class Fishr extends SingleOptimizerAlgorithm {
    private final Tensor updateCount;
    /** m_e of each classifier tensor, [1, numel], by environment; outside the state, as in the reference. */
    private final List<List<Tensor>> smoothed = new ArrayList<>();

    Fishr(AlgorithmFactory.Context context) {
        super(context);
        updateCount = updateCount();
        for (int e = 0; e < context.domains(); e++) {
            List<Tensor> means = new ArrayList<>();
            for (Map.Entry<String, Tensor> entry : classifier.state().entrySet()) {
                Tensor start = torch.zeros_like(entry.getValue().detach()).view(1, -1);
                means.add(extra("ema_per_domain." + e + "." + entry.getKey(), start));
            }
            smoothed.add(means);
        }
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        double count = Tensors.item(updateCount);
        double anneal = hyperparameters.number("penalty_anneal_iters");
        Tensor z = featurizer.forward(allX(minibatches)); // [sum B, d]
        Tensor logits = classifier.forward(z);
        Tensor y = allY(minibatches);
        Tensor penalty = penalty(minibatches, new ClassifierGradients(classifier, z, logits, y));
        Tensor nll = crossEntropy(logits, y);
        Tensor loss = count < anneal ? nll : nll.add(times(penalty, hyperparameters.number("lambda")));
        if (count == anneal && count != 0) {
            resetOptimizer();
        }
        minimise(loss);
        increment(updateCount);
        return Map.of("loss", Tensors.item(loss), "nll", Tensors.item(nll), "penalty", Tensors.item(penalty));
    }

    private Tensor penalty(List<Minibatch> minibatches, ClassifierGradients gradients) {
        double ema = hyperparameters.number("ema");
        List<Tensor> used = new ArrayList<>(); // u_e, each [coordinates]
        long from = 0;
        for (Minibatch minibatch : minibatches) {
            long rows = rows(minibatch);
            if (rows >= 2) {
                List<Tensor> variances = gradients.variances(from, rows);
                List<Tensor> means = smoothed.get(minibatch.environment());
                List<Tensor> flat = new ArrayList<>();
                for (int i = 0; i < means.size(); i++) {
                    Tensor mean =
                            times(means.get(i), ema).add(times(variances.get(i).view(1, -1), 1 - ema)); // [1, numel]
                    flat.add(mean.div(new Scalar(1 - ema)).view(-1));
                    try (NoGradGuard guard = new NoGradGuard()) {
                        means.get(i).copy_(mean);
                    }
                }
                used.add(torch.cat(Tensors.vector(flat), 0));
            }
            from += rows;
        }
        if (used.isEmpty()) {
            return zero();
        }
        Tensor all = torch.stack(Tensors.vector(used), 0); // [E, coordinates]
        return all.sub(all.mean(0)).square().mean();
    }

    /** Registers Fishr. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "Fishr",
                    "gradient",
                    "Rame, Dancette, Cord, Fishr: Invariant Gradient Variances for Out-of-Distribution Generalization, 2022",
                    "the gradients of the classifier should vary alike in every environment",
                    List.of("environments"),
                    2,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "Fishr")
                    .with(
                            new Hyperparameter(
                                    "lambda",
                                    1000.0,
                                    new Distribution.Power(10, 1, 4, false),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "weight of the penalty after annealing"),
                            new Hyperparameter(
                                    "penalty_anneal_iters",
                                    1500L,
                                    new Distribution.Uniform(0, 5000, true),
                                    0,
                                    CommonHyperparameters.MOST_STEPS,
                                    "updates before the penalty has its weight"),
                            new Hyperparameter(
                                    "ema",
                                    0.95,
                                    new Distribution.Uniform(0.90, 0.99, false),
                                    0,
                                    Math.nextDown(1.0),
                                    "share of the past in the smoothed variances"));
        }

        @Override
        public Algorithm create(Context context) {
            return new Fishr(context);
        }
    }
}
