package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.network.Classifier;
import org.shiftbed.learn.network.Mlp;
import org.shiftbed.learn.network.Network;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Tensors;

/**
 * Additive disentanglement of domain features with remix loss (Demirel, Aptoula, Ozkan, 2023; {@code domainbed-protocol.md} 5.3): one featurizer is for
 * the label, Phi_l, another for the environment, Phi_d; v = Phi_l - Phi_d should not tell the environment to a discriminator D. Of
 * 1 + {@code d_steps_per_g_step} updates the last minimises, over all networks but D,
 * CE(c1(Phi_l), y) + CE(c2(v), y) + {@code dclf_lambda} CE(c_d(Phi_d), e) + {@code rmxd_lambda} R + {@code cnt_lambda} (S(Phi_l) + S(v)) - {@code disc_lambda} CE(D(v), e), and
 * the others minimise CE(D(v), e) over D. The counter is raised first. R mixes: for each class, CE(c1(v_p + Phi_d,q), y_p) of two rows p, q of that class from
 * different environments, summed and divided by the number of classes; S is {@link #contrast}. All heads are non-linear. Predicts c1(Phi_l(x)).
 *
 * <p>With layer {@code algorithm} strict, p and q are positions within the class used as rows of the batch, and their environments are not compared, as in
 * the reference (D19).
 */
public final class Adrmx extends NetworkAlgorithm {
    private static final double TEMPERATURE = 0.07;
    private static final double SMALL = 1e-5;
    private static final double BETA2 = 0.9;

    private final Tensor updateCount;
    private final Network domainFeaturizer;
    private final Mlp discriminator;
    private final Classifier invariantClassifier;
    private final Classifier domainClassifier;
    private final AdamOptimizer discriminatorOptimizer;
    private final AdamOptimizer optimizer;

    Adrmx(AlgorithmFactory.Context context) {
        super(
                context,
                Layout.of(context)
                        .named("featurizer_label", "classifier_label_1")
                        .nonlinear(true));
        updateCount = updateCount();
        int features = featurizer.features();
        domainFeaturizer = add("featurizer_domain", backbone(context.shape()));
        discriminator = add(
                "discriminator",
                new Mlp(features, context.domains(), hyperparameters, namedTensors(), context.draws()));
        invariantClassifier =
                add("classifier_label_2", new Classifier(features, context.classes(), true, namedTensors()));
        domainClassifier = add("classifier_domain", new Classifier(features, context.domains(), true, namedTensors()));
        alias("network.0", featurizer);
        alias("network.1", classifier);
        List<Tensor> others = new ArrayList<>();
        for (Network network :
                List.of(featurizer, domainFeaturizer, classifier, invariantClassifier, domainClassifier)) {
            others.addAll(network.parameters());
        }
        discriminatorOptimizer = plainAdam("discriminator", discriminator.parameters());
        optimizer = plainAdam("others", others);
    }

    private AdamOptimizer plainAdam(String name, List<Tensor> parameters) {
        return adam(name, parameters, hyperparameters.number("lr"), 0, hyperparameters.number("beta1"), BETA2);
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        increment(updateCount);
        Tensor x = allX(minibatches);
        Tensor y = allY(minibatches);
        Tensor environments = environments(minibatches);
        Tensor ofLabel = featurizer.forward(x); // [B, d]
        Tensor ofDomain = domainFeaturizer.forward(x); // [B, d]
        Tensor invariant = ofLabel.sub(ofDomain);
        long discriminatorSteps = hyperparameters.whole("d_steps_per_g_step");
        if ((long) Tensors.item(updateCount) % (1 + discriminatorSteps) < discriminatorSteps) {
            Tensor loss = crossEntropy(discriminator.forward(invariant.detach()), environments);
            discriminatorOptimizer.minimise(loss);
            return Map.of("loss_disc", Tensors.item(loss));
        }
        Map<String, Tensor> losses = new LinkedHashMap<>();
        losses.put("loss_cnt_int", contrast(ofLabel, y));
        losses.put("loss_cnt_final", contrast(invariant, y));
        losses.put("loss_clf_int", crossEntropy(classifier.forward(ofLabel), y));
        losses.put("loss_clf_fin", crossEntropy(invariantClassifier.forward(invariant), y));
        losses.put("loss_dmn", crossEntropy(domainClassifier.forward(ofDomain), environments));
        losses.put("loss_disc", crossEntropy(discriminator.forward(invariant), environments));
        losses.put("loss_remixed", remixed(invariant, ofDomain, y, Tensors.toLongs(environments)));
        Map<String, Double> weights = Map.of(
                "loss_cnt_int", hyperparameters.number("cnt_lambda"),
                "loss_cnt_final", hyperparameters.number("cnt_lambda"),
                "loss_clf_int", 1.0,
                "loss_clf_fin", 1.0,
                "loss_dmn", hyperparameters.number("dclf_lambda"),
                "loss_disc", -hyperparameters.number("disc_lambda"),
                "loss_remixed", hyperparameters.number("rmxd_lambda"));
        Tensor total = zero();
        Map<String, Double> values = new LinkedHashMap<>();
        for (Map.Entry<String, Tensor> loss : losses.entrySet()) {
            total = total.add(times(loss.getValue(), weights.getOrDefault(loss.getKey(), 1.0)));
            values.put(loss.getKey(), Tensors.item(loss.getValue()));
        }
        optimizer.minimise(total);
        values.put("loss_total", Tensors.item(total));
        return values;
    }

    /** (1 / K) sum over classes of CE(c1(v_p + Phi_d,q), y_p); a class without two such rows adds nothing. */
    private Tensor remixed(Tensor invariant, Tensor ofDomain, Tensor y, long[] environments) {
        long[] labels = Tensors.toLongs(y);
        Tensor sum = zero();
        for (int k = 0; k < context.classes(); k++) {
            List<Integer> members = new ArrayList<>();
            for (int row = 0; row < labels.length; row++) {
                if (labels[row] == k) {
                    members.add(row);
                }
            }
            int[] order = context.draws().permutation(members.size());
            int[] pair = strict() ? order : acrossEnvironments(order, members, environments);
            if (pair.length >= 2) {
                Tensor mixed = invariant.select(0, pair[0]).add(ofDomain.select(0, pair[1]));
                sum = sum.add(crossEntropy(classifier.forward(mixed.unsqueeze(0)), y.narrow(0, pair[0], 1)));
            }
        }
        return times(sum, 1.0 / context.classes());
    }

    /** The first row in this order, and the first after it of another environment; empty where there is none. */
    private static int[] acrossEnvironments(int[] order, List<Integer> members, long[] environments) {
        for (int i = 1; i < order.length; i++) {
            int first = members.get(order[0]);
            int other = members.get(order[i]);
            if (environments[first] != environments[other]) {
                return new int[] {first, other};
            }
        }
        return new int[0];
    }

    /**
     * A supervised contrastive loss: with s = z z' / 0.07 of features of length 1 and c_i = sum over j other than i of exp(s_ij) / 2 + 1e-5, the mean l_i
     * over the other rows j of i's class of ln(exp(s_ij) / (2 c_i) + 1e-5); minus their sum over rows that have such a j, divided by the number of these
     * plus 1. Positives and negatives of the same and of other environments weigh the same, 1/2, as the reference sets them.
     */
    static Tensor contrast(Tensor features, Tensor y) {
        Tensor z = torch.normalize(features);
        Tensor similarities = times(z.matmul(z.t()), 1 / TEMPERATURE).exp().mul(new Scalar(0.5)); // [B, B]
        Tensor others = torch.eye(z.size(0)).to(y.device(), ScalarType.Bool).logical_not();
        Tensor positive = y.unsqueeze(0).eq(y.unsqueeze(1)).logical_and(others).to(z.scalar_type());
        Tensor total = similarities
                .mul(others.to(z.scalar_type()))
                .sum(new long[] {1}, true, new ScalarTypeOptional())
                .add(new Scalar(SMALL)); // [B, 1]
        Tensor logs = similarities.div(total).add(new Scalar(SMALL)).log();
        Tensor counts = positive.sum(1); // [B]
        Tensor means = logs.mul(positive).sum(1).div(counts.clamp_min(new Scalar(1.0)));
        double rows = Tensors.item(counts.gt(new Scalar(0.0)).sum());
        return means.sum().neg().div(new Scalar(rows + 1));
    }

    /** Registers ADRMX. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "ADRMX",
                    "adversarial",
                    "Demirel, Aptoula, Ozkan, ADRMX: Additive Disentanglement of Domain Features with Remix Loss, 2023",
                    "subtracts features of the environment from those of the label, and mixes them anew",
                    List.of("environments"),
                    2,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public List<String> defects() {
            return List.of("D19");
        }

        @Override
        public Set<String> ignores(String form) {
            return Set.of("data_augmentation", "lars", "linear_steps", "nonlinear_classifier", "weight_decay");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "ADRMX")
                    .with(
                            new Hyperparameter(
                                    "cnt_lambda",
                                    1.0,
                                    new Distribution.Constant(1.0),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "weight of the contrastive losses"),
                            new Hyperparameter(
                                    "dclf_lambda",
                                    1.0,
                                    new Distribution.Constant(1.0),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "weight of the environment classifier's loss"),
                            new Hyperparameter(
                                    "disc_lambda",
                                    0.75,
                                    new Distribution.Constant(0.75),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "weight of the discriminator"),
                            new Hyperparameter(
                                    "rmxd_lambda",
                                    1.0,
                                    new Distribution.Constant(1.0),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "weight of the remixed loss"),
                            new Hyperparameter(
                                    "d_steps_per_g_step",
                                    2L,
                                    new Distribution.Constant(2L),
                                    0,
                                    1000,
                                    "discriminator updates for each one of the rest"),
                            new Hyperparameter(
                                    "beta1",
                                    0.5,
                                    new Distribution.Constant(0.5),
                                    0,
                                    Math.nextDown(1.0),
                                    "first moment decay of both Adams"),
                            new Hyperparameter(
                                    "mlp_width",
                                    256L,
                                    new Distribution.Constant(256L),
                                    1,
                                    CommonHyperparameters.MOST_WIDTH,
                                    "width of the discriminator"),
                            new Hyperparameter(
                                    "mlp_depth",
                                    9L,
                                    new Distribution.Choice(List.of(8L, 9L, 10L)),
                                    2,
                                    CommonHyperparameters.MOST_LAYERS,
                                    "layers of the discriminator"),
                            new Hyperparameter(
                                    "mlp_dropout",
                                    0.0,
                                    new Distribution.Constant(0.0),
                                    0,
                                    Math.nextDown(1.0),
                                    "dropout in the discriminator"));
        }

        @Override
        public Algorithm create(Context context) {
            return new Adrmx(context);
        }
    }
}
