package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.network.Classifier;
import org.shiftbed.learn.torch.Optimizer;
import org.shiftbed.learn.torch.SgdOptimizer;
import org.shiftbed.learn.torch.Tensors;

/**
 * Transferability (Zhang et al., 2021, algorithm 1; {@code domainbed-protocol.md} 5.3): an adversary a, a classifier within distance {@code delta} of w, makes
 * the risks of environments differ; the gap is {@code t_lambda} times the largest minus the smallest risk of a(Phi(x)). A step: (1) the mean cross-entropy moves Phi
 * and w; (2) the gap moves them; (3) a becomes w; (4) {@code d_steps_per_g} times a climbs the gap with rate {@code lr_d} and is pulled back onto the ball.
 *
 * <p>With {@code gda} plain gradient descent with rate {@code lr} stands for Adam. With layer {@code algorithm} strict that descent moves the
 * adversary, and Phi and w never change, as in the reference (D12). With one environment the gap is 0. In (2) w has no gradient: its momentum and weight
 * decay move it, as in the reference.
 */
public final class Transfer extends NetworkAlgorithm {
    private final Classifier adversary;
    private final Optimizer optimizer;
    private final Optimizer adversaryOptimizer;

    Transfer(AlgorithmFactory.Context context) {
        super(context);
        updateCount(); // the reference stores one and never raises it
        adversary = add(
                "adv_classifier",
                new Classifier(
                        featurizer.features(),
                        context.classes(),
                        hyperparameters.flag("nonlinear_classifier", false),
                        namedTensors()));
        Tensors.copyInto(adversary.state(), classifier.state());
        boolean descent = hyperparameters.flag("gda", false);
        List<Tensor> moved = descent && strict() ? adversary.parameters() : featurizerAndClassifier();
        optimizer = descent
                ? register("descent", new SgdOptimizer(moved, hyperparameters.number("lr"), 0, 0))
                : adam("adam", moved);
        adversaryOptimizer =
                register("adversary", new SgdOptimizer(adversary.parameters(), hyperparameters.number("lr_d"), 0, 0));
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor loss = crossEntropy(predict(allX(minibatches)), allY(minibatches));
        optimizer.minimise(loss);
        optimizer.minimise(gap(minibatches, features(minibatches)));
        Tensors.copyInto(adversary.state(), classifier.state());
        double gap = 0;
        List<Tensor> features = constants(minibatches);
        for (long i = 0; i < hyperparameters.whole("d_steps_per_g"); i++) {
            if (strict() && i > 0) {
                // The same features, but for dropout; batch normalisation counts every pass.
                features = constants(minibatches);
            }
            Tensor climbed = gap(minibatches, features);
            adversaryOptimizer.minimise(climbed.neg());
            gap = Tensors.item(climbed);
            project();
        }
        return Map.of("loss", Tensors.item(loss), "gap", gap);
    }

    private List<Tensor> features(List<Minibatch> minibatches) {
        List<Tensor> features = new ArrayList<>();
        minibatches.forEach(minibatch -> features.add(featurizer.forward(Tensors.live(minibatch.x()))));
        return features;
    }

    private List<Tensor> constants(List<Minibatch> minibatches) {
        try (NoGradGuard guard = new NoGradGuard()) {
            return features(minibatches);
        }
    }

    /** t_lambda (max_e - min_e) CE(a(z_e), y_e); the first of equal environments. */
    private Tensor gap(List<Minibatch> minibatches, List<Tensor> features) {
        List<Tensor> risks = new ArrayList<>();
        for (int e = 0; e < features.size(); e++) {
            risks.add(crossEntropy(
                    adversary.forward(features.get(e)), minibatches.get(e).y()));
        }
        Tensor all = torch.stack(Tensors.vector(risks), 0).detach();
        Tensor largest = risks.get((int) all.argmax().item_long());
        Tensor smallest = risks.get((int) all.argmin().item_long());
        return times(largest.sub(smallest), hyperparameters.number("t_lambda"));
    }

    /** The point nearest to a within distance delta of w, over all parameters together. */
    private void project() {
        double delta = hyperparameters.number("delta");
        try (NoGradGuard guard = new NoGradGuard()) {
            List<Tensor> centre = classifier.parameters();
            List<Tensor> moved = adversary.parameters();
            double squares = 0;
            for (int i = 0; i < moved.size(); i++) {
                squares += Tensors.item(moved.get(i).sub(centre.get(i)).square().sum());
            }
            double distance = Math.sqrt(squares);
            if (distance > delta) {
                for (int i = 0; i < moved.size(); i++) {
                    Tensor step = moved.get(i).sub(centre.get(i));
                    moved.get(i).copy_(centre.get(i).add(step, new Scalar(delta / distance)));
                }
            }
        }
    }

    /** Registers Transfer. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "Transfer",
                    "adversarial",
                    "Zhang et al., Quantifying and Improving Transferability in Domain Generalization, 2021",
                    "no classifier near the learned one should do well in one environment and badly in another",
                    List.of("environments"),
                    2,
                    List.of("domainbed"),
                    1,
                    "id");
        }

        @Override
        public List<String> defects() {
            return List.of("D12");
        }

        @Override
        public boolean environmentsApart(String form) {
            return true;
        }

        @Override
        public Set<String> ignores(String form) {
            return Set.of("beta1", "data_augmentation", "lars", "linear_steps", "weight_decay_d");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "Transfer")
                    .with(
                            new Hyperparameter(
                                    "t_lambda",
                                    1.0,
                                    new Distribution.Power(10, -2, 1, false),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "weight of the gap between environments"),
                            new Hyperparameter(
                                    "delta",
                                    2.0,
                                    new Distribution.Uniform(0.1, 3, false),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "largest distance of the adversary from the classifier"),
                            new Hyperparameter(
                                    "d_steps_per_g",
                                    10L,
                                    new Distribution.Choice(List.of(1L, 2L, 5L)),
                                    1,
                                    1000,
                                    "steps of the adversary in an update"),
                            new Hyperparameter(
                                    "weight_decay_d",
                                    0.0,
                                    new Distribution.Power(10, -6, -2, false),
                                    0,
                                    Double.POSITIVE_INFINITY,
                                    "declared by DomainBed; nothing reads it"),
                            new Hyperparameter(
                                    "gda",
                                    false,
                                    new Distribution.Constant(true),
                                    Double.NEGATIVE_INFINITY,
                                    Double.POSITIVE_INFINITY,
                                    "plain gradient descent in place of Adam"),
                            new Hyperparameter(
                                    "beta1",
                                    0.5,
                                    new Distribution.Choice(List.of(0.0, 0.5)),
                                    0,
                                    Math.nextDown(1.0),
                                    "declared by DomainBed; nothing reads it"),
                            new Hyperparameter(
                                    "lr_d",
                                    1e-3,
                                    new Distribution.Power(10, -4.5, -2.5, false),
                                    CommonHyperparameters.POSITIVE,
                                    Double.POSITIVE_INFINITY,
                                    "learning rate of the adversary"));
        }

        @Override
        public Algorithm create(Context context) {
            return new Transfer(context);
        }
    }
}
