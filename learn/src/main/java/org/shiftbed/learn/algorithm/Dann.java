package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.network.Mlp;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Tensors;

/**
 * Domain-adversarial training (Ganin et al., 2016; {@code domainbed-protocol.md} 5.3). A discriminator D guesses the environment from the features z; of
 * 1 + {@code d_steps_per_g_step} updates the last is the featurizer's and the classifier's, which minimise CE(w(z), y) - lambda L_D, and the others
 * are the discriminator's, which minimise L_D = CE(D(z), environment) + {@code grad_penalty} times the mean squared norm of the gradient of the
 * summed cross-entropy by z. The update counter is raised first, so with one discriminator step the first update is the featurizer's. No
 * gradient-reversal schedule. Both Adams have betas ({@code beta1}, 0.9). The class embedding is the reference's; nothing uses it in this method.
 *
 * <p>Labels of the discriminator are the indices of the training environments, so absent ones need no care. With one environment L_D is 0.
 */
public final class Dann extends NetworkAlgorithm {
    /** The reduction "sum" of libtorch. */
    private static final long SUM = 2;

    private final Tensor updateCount;
    private final Mlp discriminator;
    private AdamOptimizer discriminatorOptimizer;
    private AdamOptimizer generatorOptimizer;

    Dann(AlgorithmFactory.Context context) {
        super(context);
        updateCount = updateCount();
        discriminator = add(
                "discriminator",
                new Mlp(featurizer.features(), context.domains(), hyperparameters, namedTensors(), context.draws()));
        parameter("class_embeddings.weight", torch.randn(context.classes(), featurizer.features()));
        discriminatorOptimizer = discriminatorAdam();
        generatorOptimizer = generatorAdam();
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        increment(updateCount);
        Tensor x = allX(minibatches);
        Tensor domains = domains(minibatches); // int64 [B]
        long discriminatorSteps = hyperparameters.whole("d_steps_per_g_step");
        if ((long) Tensors.item(updateCount) % (1 + discriminatorSteps) < discriminatorSteps) {
            // The reference differentiates by the featurizer too and throws that away before it is used.
            Tensor loss = discriminatorLoss(featuresAsConstants(x), domains);
            discriminatorOptimizer.minimise(loss);
            return Map.of("disc_loss", Tensors.item(loss));
        }
        Tensor z = featurizer.forward(x); // [B, d]
        Tensor adversary = discriminatorLoss(z, domains);
        Tensor loss = crossEntropy(classifier.forward(z), allY(minibatches))
                .sub(times(adversary, hyperparameters.number("lambda")));
        discriminatorOptimizer.clear();
        generatorOptimizer.minimise(loss);
        return Map.of("gen_loss", Tensors.item(loss));
    }

    private Tensor discriminatorLoss(Tensor z, Tensor domains) {
        Tensor logits = discriminator.forward(z); // [B, E]
        Tensor loss = crossEntropy(logits, domains);
        double weight = hyperparameters.number("grad_penalty");
        if (weight == 0) {
            return loss;
        }
        Tensor summed = torch.cross_entropy_loss(logits, domains, new TensorOptional(), SUM, -100, 0);
        Tensor gradient = torch.grad(
                        new TensorVector(summed),
                        new TensorVector(z),
                        new TensorVector(),
                        new BoolOptional(true),
                        true,
                        false)
                .get(0); // [B, d], differentiable
        return loss.add(times(gradient.square().sum(1).mean(), weight));
    }

    private Tensor featuresAsConstants(Tensor x) {
        try (NoGradGuard guard = new NoGradGuard()) {
            return featurizer.forward(x).detach().requires_grad_(hyperparameters.number("grad_penalty") != 0);
        }
    }

    private Tensor domains(List<Minibatch> minibatches) {
        List<Tensor> labels = new ArrayList<>();
        for (Minibatch minibatch : minibatches) {
            long[] same = new long[(int) rows(minibatch)];
            Arrays.fill(same, minibatch.environment());
            labels.add(Tensors.of(same, same.length));
        }
        return Tensors.concatenate(labels).to(updateCount);
    }

    private AdamOptimizer discriminatorAdam() {
        List<Tensor> trained = new ArrayList<>(discriminator.parameters());
        trained.addAll(ownParameters());
        return adam(
                trained,
                hyperparameters.number("lr_d"),
                hyperparameters.number("weight_decay_d"),
                hyperparameters.number("beta1"),
                0.9);
    }

    private AdamOptimizer generatorAdam() {
        return adam(
                featurizerAndClassifier(),
                hyperparameters.number("lr_g"),
                hyperparameters.number("weight_decay_g"),
                hyperparameters.number("beta1"),
                0.9);
    }

    /** Registers DANN. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "DANN",
                    "adversarial",
                    "Ganin et al., Domain-Adversarial Training of Neural Networks, 2016",
                    "features should not tell the environment to a discriminator",
                    List.of("environments"),
                    2,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "DANN")
                    .with(
                            new Hyperparameter(
                                    "lambda",
                                    1.0,
                                    new Distribution.Power(10, -2, 2, false),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "weight of the discriminator in the featurizer's loss"),
                            new Hyperparameter(
                                    "weight_decay_d",
                                    0.0,
                                    new Distribution.Power(10, -6, -2, false),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "L2 weight decay of the discriminator"),
                            new Hyperparameter(
                                    "d_steps_per_g_step",
                                    1L,
                                    new Distribution.Power(2, 0, 3, true),
                                    0,
                                    1000,
                                    "discriminator updates for each one of the featurizer"),
                            new Hyperparameter(
                                    "grad_penalty",
                                    0.0,
                                    new Distribution.Power(10, -2, 1, false),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "weight of the gradient penalty of the discriminator"),
                            new Hyperparameter(
                                    "beta1",
                                    0.5,
                                    new Distribution.Choice(List.of(0.0, 0.5)),
                                    0,
                                    Math.nextDown(1.0),
                                    "first moment decay of both Adams"),
                            new Hyperparameter(
                                    "mlp_width",
                                    256L,
                                    new Distribution.Power(2, 6, 10, true),
                                    1,
                                    CommonHyperparameters.MOST_WIDTH,
                                    "width of the discriminator"),
                            new Hyperparameter(
                                    "mlp_depth",
                                    3L,
                                    new Distribution.Choice(List.of(3L, 4L, 5L)),
                                    2,
                                    CommonHyperparameters.MOST_LAYERS,
                                    "layers of the discriminator"),
                            new Hyperparameter(
                                    "mlp_dropout",
                                    0.0,
                                    new Distribution.Choice(List.of(0.0, 0.1, 0.5)),
                                    0,
                                    Math.nextDown(1.0),
                                    "dropout in the discriminator"));
        }

        @Override
        public Algorithm create(Context context) {
            return new Dann(context);
        }
    }
}
