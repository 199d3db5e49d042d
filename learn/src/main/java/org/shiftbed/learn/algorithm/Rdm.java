package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.torch.Tensors;

/**
 * Risk distribution matching (Nguyen et al., 2024; {@code domainbed-protocol.md} 5.1): the mean risk of the environments plus {@code rdm_lambda} times the
 * maximum mean discrepancy between the losses of single rows of the worst environment and those of all rows, plus {@code variance_weight} times the sum
 * of the variances (over n - 1) of the two samples. Both weights are 0 before update {@code rdm_penalty_anneal_iters}; at that update Adam starts afresh with rate
 * {@code rdm_lr}. Kernels of the discrepancy: {@link Mmd#discrepancy} with gamma = 10^-4, ..., 10^3. The worst environment is that with the highest risk,
 * the first among equals.
 *
 * <p>With one environment or one row a variance is not a number: strict, so is the loss from the first update on (D16); else a study with one training
 * environment is refused, and of a batch without two environments or with a worst one of a single row the penalties are left out.
 */
public final class Rdm extends SingleOptimizerAlgorithm {
    private static final double[] GAMMAS = {1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000};

    private final Tensor updateCount;

    Rdm(AlgorithmFactory.Context context) {
        super(context);
        updateCount = updateCount();
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        double count = Tensors.item(updateCount);
        double anneal = hyperparameters.number("rdm_penalty_anneal_iters");
        boolean annealed = count >= anneal;
        Tensor losses = crossEntropies(predict(allX(minibatches)), allY(minibatches)); // [sum B]
        List<Tensor> each = perEnvironment(losses, minibatches);
        List<Tensor> risks = new ArrayList<>();
        each.forEach(rows -> risks.add(rows.mean()));
        Tensor risk = meanOrZero(risks);
        Tensor worst = each.get(worst(risks)); // [B]
        boolean defined = strict() || (each.size() >= 2 && worst.numel() >= 2);
        Tensor matching = defined ? Mmd.discrepancy(column(worst), column(losses), GAMMAS) : zero();
        Tensor variance = defined ? losses.var(true).add(worst.var(true)) : zero();
        if (strict() && each.size() < 2) {
            // The reference takes the variance over a matrix of environments and rows of which one is missing.
            variance = times(zero(), Double.NaN);
        }
        Tensor loss = risk.add(times(matching, annealed ? hyperparameters.number("rdm_lambda") : 0))
                .add(times(variance, annealed ? hyperparameters.number("variance_weight") : 0));
        if (count == anneal) {
            resetOptimizer(hyperparameters.number("rdm_lr"));
        }
        minimise(loss);
        increment(updateCount);
        return Map.of(
                "update_count",
                Tensors.item(updateCount),
                "total_loss",
                Tensors.item(loss),
                "erm_loss",
                Tensors.item(risk),
                "matching_penalty",
                Tensors.item(matching),
                "variance_penalty",
                Tensors.item(variance),
                "rdm_lambda",
                hyperparameters.number("rdm_lambda"));
    }

    private static int worst(List<Tensor> risks) {
        return (int) torch.stack(Tensors.vector(risks), 0).argmax().item_long();
    }

    /** [n, 1] of [n]. */
    private static Tensor column(Tensor values) {
        return values.unsqueeze(1);
    }

    /** Registers RDM. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "RDM",
                    "distribution matching",
                    "Nguyen et al., Domain Generalisation via Risk Distribution Matching, 2024",
                    "losses of single rows should have the same distribution in the worst environment as in all",
                    List.of("environments"),
                    2,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public List<String> defects() {
            return List.of("D16");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            boolean domainNet = context.dataset().equals("DomainNet");
            boolean terra = context.dataset().equals("TerraIncognita");
            boolean unweighted = domainNet || terra || context.dataset().equals("OfficeHome");
            Distribution lambda = domainNet
                    ? new Distribution.Uniform(0.1, 1, false)
                    : new Distribution.Uniform(terra || context.dataset().equals("PACS") ? 1 : 0.1, 10, false);
            return CommonHyperparameters.of(context, "RDM")
                    .with(
                            new Hyperparameter(
                                    "rdm_lambda",
                                    domainNet ? 0.5 : 5.0,
                                    lambda,
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "weight of the discrepancy after annealing"),
                            new Hyperparameter(
                                    "rdm_penalty_anneal_iters",
                                    domainNet ? 2400L : 1500L,
                                    domainNet
                                            ? new Distribution.Uniform(1500, 3000, true)
                                            : new Distribution.Uniform(800, 2700, true),
                                    0,
                                    CommonHyperparameters.MOST_STEPS,
                                    "updates before the penalties have their weights"),
                            new Hyperparameter(
                                    "variance_weight",
                                    unweighted ? 0.0 : 0.004,
                                    unweighted
                                            ? new Distribution.Constant(0.0)
                                            : new Distribution.Uniform(0.001, 0.007, false),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "weight of the variances after annealing"),
                            new Hyperparameter(
                                    "rdm_lr",
                                    1.5e-5,
                                    new Distribution.Uniform(8e-6, 2e-5, false),
                                    CommonHyperparameters.POSITIVE,
                                    Double.POSITIVE_INFINITY,
                                    "learning rate after annealing"));
        }

        @Override
        public @Nullable String refuses(int environments, Set<String> strict, Map<String, Object> hyperparameters) {
            return environments < 2 && !strict.contains("algorithm")
                    ? "matches the worst environment with all of them and needs at least 2 in training, this run has 1"
                    : null;
        }

        @Override
        public Algorithm create(Context context) {
            return new Rdm(context);
        }
    }
}
