package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Gradients;
import org.shiftbed.learn.torch.Tensors;

/**
 * Meta-learning domain generalization (Li et al., 2018, algorithm 1; {@code domainbed-protocol.md} 5.4), first order: a random permutation of the
 * environments is cut into meta-train and {@code n_meta_test} meta-test ones, and each meta-train environment i is paired with a meta-test one j, in
 * turn. The gradient of a pair is that of R_i at theta plus {@code mldg_beta} times that of R_j at theta', where theta' is theta after one step of a
 * fresh Adam on R_i. One Adam step goes along the sum over pairs divided by the number of environments.
 *
 * <p>Where no environment is left for meta-train there are no pairs. With layer {@code algorithm} strict nothing but weight decay moves the weights
 * then, and running statistics of batch normalisation stay where they are, as in the reference (D20, D21). Otherwise as many environments are
 * meta-test as leave one for meta-train, a batch with one environment is an ERM step, and the forward passes move the running statistics; a run with
 * one training environment is refused.
 */
public final class Mldg extends SingleOptimizerAlgorithm {
    Mldg(AlgorithmFactory.Context context) {
        super(context);
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        int environments = minibatches.size();
        int[] order = context.draws().permutation(environments);
        int metaTest = (int) hyperparameters.whole("n_meta_test");
        List<Tensor> parameters = featurizerAndClassifier();
        List<Tensor> direction =
                parameters.stream().map(tensor -> torch.zeros_like(tensor)).toList();
        double loss = 0;
        if (!strict() && environments == 1) {
            loss = addGradient(minibatches.get(0), parameters, direction, 1);
        } else {
            metaTest = strict() ? metaTest : Math.min(metaTest, environments - 1);
            int metaTrain = environments - metaTest;
            for (int i = 0; i < metaTrain; i++) {
                Minibatch train = minibatches.get(order[i]);
                Minibatch test = minibatches.get(order[metaTrain + i % metaTest]);
                loss += addPair(train, test, parameters, direction, 1.0 / environments);
            }
        }
        step(direction);
        return Map.of("loss", loss);
    }

    /** Adds the gradients of a pair, times {@code share}; the weights are as before afterwards. Returns the pair's loss, times {@code share}. */
    private double addPair(
            Minibatch train, Minibatch test, List<Tensor> parameters, List<Tensor> direction, double share) {
        List<Tensor> kept = strict() ? List.copyOf(ownState().values()) : parameters;
        List<Tensor> values =
                kept.stream().map(tensor -> tensor.detach().clone()).toList();
        Tensor risk = crossEntropy(predict(train.x()), train.y());
        List<Tensor> gradients = Gradients.of(risk, parameters);
        add(gradients, direction, share);
        try (AdamOptimizer inner = new AdamOptimizer(
                parameters,
                hyperparameters.number("lr"),
                hyperparameters.number("weight_decay"),
                AdamOptimizer.BETA1,
                AdamOptimizer.BETA2)) {
            inner.step(gradients);
        }
        double beta = hyperparameters.number("mldg_beta");
        double loss = share * Tensors.item(risk) + addGradient(test, parameters, direction, beta * share);
        try (NoGradGuard guard = new NoGradGuard()) {
            for (int i = 0; i < values.size(); i++) {
                kept.get(i).copy_(values.get(i));
            }
        }
        return loss;
    }

    /** Adds the gradient of this environment's risk at the present weights, times {@code share}; returns the risk, times {@code share}. */
    private double addGradient(Minibatch minibatch, List<Tensor> parameters, List<Tensor> direction, double share) {
        Tensor risk = crossEntropy(predict(minibatch.x()), minibatch.y());
        add(Gradients.of(risk, parameters), direction, share);
        return share * Tensors.item(risk);
    }

    private static void add(List<Tensor> gradients, List<Tensor> direction, double share) {
        for (int i = 0; i < gradients.size(); i++) {
            if (gradients.get(i).defined()) {
                direction.get(i).add_(gradients.get(i), new Scalar(share));
            }
        }
    }

    /** Registers MLDG. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "MLDG",
                    "gradient",
                    "Li, Yang, Song, Hospedales, Learning to Generalize: Meta-Learning for Domain Generalization, 2018",
                    "a step that helps one environment should help another one too",
                    List.of("environments"),
                    2,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public List<String> defects() {
            return List.of("D20", "D21");
        }

        @Override
        public @Nullable String refuses(int environments, Set<String> strict, Map<String, Object> hyperparameters) {
            return environments < 2 && !strict.contains("algorithm")
                    ? "tests on one environment what was learned on another and needs at least 2 in training, this run has 1"
                    : null;
        }

        @Override
        public boolean environmentsApart(String form) {
            return true;
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "MLDG")
                    .with(
                            new Hyperparameter(
                                    "mldg_beta",
                                    1.0,
                                    new Distribution.Power(10, -1, 1, false),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "weight of the meta-test risk"),
                            new Hyperparameter(
                                    "n_meta_test",
                                    2L,
                                    new Distribution.Choice(List.of(1L, 2L)),
                                    1,
                                    1000,
                                    "environments that are meta-test in an update"));
        }

        @Override
        public Algorithm create(Context context) {
            return new Mldg(context);
        }
    }
}
