package org.shiftbed.learn.algorithm;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.network.LeakyPerceptron;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Optimizer;
import org.shiftbed.learn.torch.SgdOptimizer;
import org.shiftbed.learn.torch.Tensors;

/**
 * Uniform risk minimisation, adversarial form (Krishnamachari, Ng, Foo, 2024; {@code domainbed-protocol.md} 5.3): the features, squashed by
 * {@code urm_generator_output}, should be distributed as uniform noise of the same range. A discriminator D tells noise (1) from features (0). A step: (1)
 * CE(w(z), y) + {@code urm_adv_lambda} BCE(D(z), 1) moves Phi and w; (2) BCE(D(noise), 1) + {@code urm_adv_lambda} BCE(D(z), 0), with z from before (1), moves D.
 *
 * <p>One environment, absent ones and single rows are all legal.
 */
public final class Urm extends SingleOptimizerAlgorithm {
    private static final Map<String, List<String>> KNOWN = new TreeMap<>(Map.of(
            "urm", List.of("adversarial"),
            "urm_generator_output", List.of("tanh", "relu", "sigmoid", "identity"),
            "urm_discriminator_optimizer", List.of("adam", "sgd")));

    private final LeakyPerceptron discriminator;
    private final Optimizer discriminatorOptimizer;

    Urm(AlgorithmFactory.Context context) {
        super(context);
        discriminator = add(
                "discriminator_model",
                new LeakyPerceptron(
                        featurizer.features(),
                        (int) hyperparameters.whole("urm_discriminator_hidden_layers"),
                        namedTensors()));
        double rate = hyperparameters.number("urm_discriminator_lr");
        double decay = hyperparameters.number("weight_decay");
        discriminatorOptimizer =
                hyperparameters.text("urm_discriminator_optimizer").equals("adam")
                        ? adam(
                                "discriminator",
                                discriminator.parameters(),
                                rate,
                                decay,
                                AdamOptimizer.BETA1,
                                AdamOptimizer.BETA2)
                        : register("discriminator", new SgdOptimizer(discriminator.parameters(), rate, decay, 0.9));
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        double weight = hyperparameters.number("urm_adv_lambda");
        Tensor y = allY(minibatches);
        Tensor z = features(allX(minibatches)); // [B, d]
        long rows = z.size(0);
        Tensor fooled = against(discriminator.forward(z), targets(rows, true));
        Tensor loss = crossEntropy(classifier.forward(z), y).add(times(fooled, weight));
        minimise(loss);
        Tensor real = against(discriminator.forward(noise(z)), targets(rows, true));
        Tensor fake = against(discriminator.forward(z.detach()), targets(rows, false));
        discriminatorOptimizer.minimise(real.add(times(fake, weight)));
        return Map.of("loss", Tensors.item(loss));
    }

    @Override
    public Tensor predict(Tensor x) {
        return classifier.forward(features(Tensors.live(x)));
    }

    private Tensor features(Tensor x) {
        Tensor z = featurizer.forward(x);
        return switch (hyperparameters.text("urm_generator_output")) {
            case "tanh" -> z.tanh();
            case "relu" -> torch.relu(z);
            case "sigmoid" -> z.sigmoid();
            default -> z;
        };
    }

    /** Uniform on the range of the squashed features: [-1, 1) for tanh, [0, 1) else. */
    private Tensor noise(Tensor z) {
        double low = hyperparameters.text("urm_generator_output").equals("tanh") ? -1 : 0;
        double[] drawn = context.draws().uniform(Math.toIntExact(z.numel()), low, 1);
        return Tensors.of(drawn, z.shape()).to(z.device(), z.scalar_type());
    }

    /** [B, 1]: 1 for noise and 0 for features; with label smoothing s, uniform on [1 - s, 1] and [0, s]. */
    private Tensor targets(long rows, boolean noise) {
        double smoothing = hyperparameters.number("urm_discriminator_label_smoothing");
        double[] values = new double[(int) rows];
        if (smoothing > 0) {
            values = context.draws().uniform(values.length, noise ? 1 - smoothing : 0, noise ? 1 : smoothing);
        } else if (noise) {
            Arrays.fill(values, 1);
        }
        Tensor like = zero();
        return Tensors.of(values, rows, 1).to(like.device(), like.scalar_type());
    }

    private static Tensor against(Tensor logits, Tensor targets) {
        return torch.binary_cross_entropy_with_logits(logits, targets);
    }

    /** Registers URM. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "URM",
                    "adversarial",
                    "Krishnamachari, Ng, Foo, Uniformly Distributed Feature Representations for Fair and Robust Learning, 2024",
                    "features should be distributed as uniform noise, by a discriminator",
                    List.of(),
                    1,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "URM")
                    .with(
                            text(
                                    "urm",
                                    "adversarial",
                                    new Distribution.Constant("adversarial"),
                                    "the form of the method; adversarial is the one there is"),
                            new Hyperparameter(
                                    "urm_adv_lambda",
                                    0.1,
                                    new Distribution.Uniform(0, 0.2, false),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "weight of the discriminator"),
                            new Hyperparameter(
                                    "urm_discriminator_label_smoothing",
                                    0.0,
                                    new Distribution.Constant(0.0),
                                    0,
                                    1,
                                    "width of the discriminator's random targets"),
                            text(
                                    "urm_discriminator_optimizer",
                                    "adam",
                                    new Distribution.Constant("adam"),
                                    "adam or sgd (momentum 0.9)"),
                            new Hyperparameter(
                                    "urm_discriminator_hidden_layers",
                                    1L,
                                    new Distribution.Choice(List.of(1L, 2L, 3L)),
                                    0,
                                    CommonHyperparameters.MOST_LAYERS,
                                    "hidden layers of the discriminator"),
                            text(
                                    "urm_generator_output",
                                    "tanh",
                                    new Distribution.Choice(List.of("tanh", "relu")),
                                    "squashes the features: tanh, relu, sigmoid, identity"),
                            new Hyperparameter(
                                    "urm_discriminator_lr",
                                    context.small() ? 1e-3 : 5e-5,
                                    context.small()
                                            ? new Distribution.Power(10, -5.5, -3.5, false)
                                            : new Distribution.Power(10, -6, -4.5, false),
                                    CommonHyperparameters.POSITIVE,
                                    Double.POSITIVE_INFINITY,
                                    "learning rate of the discriminator"));
        }

        private static Hyperparameter text(String name, String standard, Distribution distribution, String help) {
            return new Hyperparameter(
                    name, standard, distribution, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, help);
        }

        @Override
        public @Nullable String refuses(int environments, Set<String> strict, Map<String, Object> hyperparameters) {
            for (Map.Entry<String, List<String>> known : KNOWN.entrySet()) {
                Object given = hyperparameters.get(known.getKey());
                if (!known.getValue().contains(given)) {
                    return known.getKey() + " is one of " + String.join(", ", known.getValue()) + ", found '" + given
                            + "'";
                }
            }
            return null;
        }

        @Override
        public Algorithm create(Context context) {
            return new Urm(context);
        }
    }
}
