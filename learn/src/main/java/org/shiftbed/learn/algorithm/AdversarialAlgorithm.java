package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.network.Mlp;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Gradients;
import org.shiftbed.learn.torch.Tensors;

/**
 * Domain-adversarial training ({@code domainbed-protocol.md} 5.3): a discriminator D guesses the environment from what {@link #given} makes of the
 * features z; of 1 + {@code d_steps_per_g_step} updates the last is the featurizer's and the classifier's, which minimise
 * CE(w(z), y) - lambda L_D, and the others are the discriminator's, which minimise L_D = the {@link #reduced} cross-entropy of D plus
 * {@code grad_penalty} times the mean squared norm of the gradient of the summed cross-entropy by D's input. The update counter is raised first, so
 * with one discriminator step the first update is the featurizer's. No gradient-reversal schedule. Both Adams have betas ({@code beta1}, 0.9).
 *
 * <p>Labels of the discriminator are the indices of the training environments, so absent ones need no care. With one environment L_D is 0.
 */
abstract class AdversarialAlgorithm extends NetworkAlgorithm {
    private static final double BETA2 = 0.9;

    private final Tensor updateCount;
    private final Mlp discriminator;
    private final Tensor embeddings;
    private final AdamOptimizer discriminatorOptimizer;
    private final AdamOptimizer generatorOptimizer;

    AdversarialAlgorithm(AlgorithmFactory.Context context) {
        super(context);
        updateCount = updateCount();
        discriminator = add(
                "discriminator",
                new Mlp(featurizer.features(), context.domains(), hyperparameters, namedTensors(), context.draws()));
        embeddings = parameter("class_embeddings.weight", torch.randn(context.classes(), featurizer.features()));
        List<Tensor> ofDiscriminator = new ArrayList<>(discriminator.parameters());
        ofDiscriminator.add(embeddings);
        discriminatorOptimizer = adam(
                "discriminator",
                ofDiscriminator,
                hyperparameters.number("lr_d"),
                hyperparameters.number("weight_decay_d"),
                hyperparameters.number("beta1"),
                BETA2);
        generatorOptimizer = adam(
                "generator",
                featurizerAndClassifier(),
                hyperparameters.number("lr_g"),
                hyperparameters.number("weight_decay_g"),
                hyperparameters.number("beta1"),
                BETA2);
    }

    /**
     * What the discriminator sees.
     *
     * @param z features [B, d]
     * @param y labels int64 [B]
     * @param classEmbeddings [classes, d]
     */
    abstract Tensor given(Tensor z, Tensor y, Tensor classEmbeddings);

    /**
     * From the cross-entropy of each row, [B], to a scalar.
     *
     * @param y labels int64 [B]
     */
    abstract Tensor reduced(Tensor crossEntropies, Tensor y);

    @Override
    public final Map<String, Double> update(List<Minibatch> minibatches) {
        increment(updateCount);
        Tensor x = allX(minibatches);
        Tensor y = allY(minibatches);
        Tensor environments = environments(minibatches);
        long discriminatorSteps = hyperparameters.whole("d_steps_per_g_step");
        if ((long) Tensors.item(updateCount) % (1 + discriminatorSteps) < discriminatorSteps) {
            // The reference differentiates by the featurizer too and throws that away before it is used.
            Tensor loss = discriminatorLoss(featuresAsConstants(x), y, environments);
            discriminatorOptimizer.minimise(loss);
            return Map.of("disc_loss", Tensors.item(loss));
        }
        Tensor z = featurizer.forward(x); // [B, d]
        Tensor adversary = discriminatorLoss(z, y, environments);
        Tensor loss = crossEntropy(classifier.forward(z), y).sub(times(adversary, hyperparameters.number("lambda")));
        generatorOptimizer.minimise(loss);
        return Map.of("gen_loss", Tensors.item(loss));
    }

    private Tensor discriminatorLoss(Tensor z, Tensor y, Tensor environments) {
        Tensor input = given(z, y, embeddings); // [B, d]
        Tensor each = crossEntropies(discriminator.forward(input), environments); // [B]
        Tensor loss = reduced(each, y);
        double weight = hyperparameters.number("grad_penalty");
        if (weight == 0) {
            return loss;
        }
        Tensor gradient = Gradients.differentiable(each.sum(), List.of(input)).get(0); // [B, d]
        return loss.add(times(gradient.square().sum(1).mean(), weight));
    }

    private Tensor featuresAsConstants(Tensor x) {
        try (NoGradGuard guard = new NoGradGuard()) {
            return featurizer.forward(x).detach().requires_grad_(hyperparameters.number("grad_penalty") != 0);
        }
    }

    /** The space of DANN and CDANN. */
    static HyperparameterSpace space(AlgorithmFactory.SpaceContext context, String name) {
        return CommonHyperparameters.of(context, name)
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
}
