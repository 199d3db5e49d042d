package org.shiftbed.learn.algorithm;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.network.Classifier;
import org.shiftbed.learn.network.Network;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Tensors;

/**
 * ERM++ (Teterwak et al., 2023; {@code domainbed-protocol.md} 5.5): the cross-entropy of all rows, minimised by the classifier alone at
 * {@code linear_lr} while the count g of updates is at most {@code linear_steps}, and by all weights at {@code lr} from then on. Predictions are those
 * of a running average s of the weights: s follows them up to update 599, and from update 600 on s := (c s + theta) / (1 + c) with c = 1, 2, ...
 * Unless {@code freeze_bn} is on, the average's own batch statistics are refreshed by a forward pass of each batch. The plateau rule of the learning
 * rate is not part of an update: in form {@link AlgorithmFactory#AUTO_LR} whoever trains it calls {@link #learningRate(double)}.
 *
 * <p>One environment, absent ones and single rows are all legal.
 */
public final class ErmPlusPlus extends NetworkAlgorithm implements AdjustableRate {
    /** Updates after which the average begins. */
    private static final long AVERAGE_FROM = 600;

    private static final String BATCHES = "num_batches_tracked";

    private final Network averagedFeaturizer;
    private final Classifier averagedClassifier;
    private final AdamOptimizer linear;
    private final AdamOptimizer full;
    private final boolean refreshed;
    private final Tensor globalIter;
    private final Tensor averaged;
    private final Tensor averageFrom;

    ErmPlusPlus(AlgorithmFactory.Context context) {
        super(context);
        alias("network.0", featurizer);
        alias("network.1", classifier);
        averagedFeaturizer = add("network_sma.0", backbone(context.shape()));
        averagedClassifier = add(
                "network_sma.1",
                new Classifier(
                        featurizer.features(),
                        context.classes(),
                        hyperparameters.flag("nonlinear_classifier", false),
                        namedTensors()));
        Tensors.copyInto(averagedFeaturizer.state(), featurizer.state());
        Tensors.copyInto(averagedClassifier.state(), classifier.state());
        linear = adam(
                "linear",
                classifier.parameters(),
                hyperparameters.number("linear_lr"),
                hyperparameters.number("weight_decay"),
                AdamOptimizer.BETA1,
                AdamOptimizer.BETA2);
        full = adam("adam", featurizerAndClassifier());
        refreshed = !hyperparameters.flag("freeze_bn", false)
                && featurizer.state().keySet().stream().anyMatch(name -> name.endsWith(BATCHES));
        globalIter = extra("global_iter", Tensors.of(new long[] {0}, 1));
        averaged = extra("sma_count", Tensors.of(new long[] {0}, 1));
        averageFrom = extra("sma_start_iter", Tensors.of(new long[] {AVERAGE_FROM}, 1));
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor x = allX(minibatches);
        Tensor loss = crossEntropy(classifier.forward(featurizer.forward(x)), allY(minibatches));
        if (linearPhase()) {
            linear.minimise(loss);
        } else {
            full.minimise(loss);
        }
        try (NoGradGuard guard = new NoGradGuard()) {
            average();
            if (refreshed) {
                averagedFeaturizer.train(true);
                averagedFeaturizer.forward(x);
            }
        }
        return Map.of("loss", Tensors.item(loss));
    }

    /** Whether the next update moves the classifier alone. */
    @Override
    public boolean linearPhase() {
        return Tensors.item(globalIter) <= hyperparameters.number("linear_steps");
    }

    /** The step size of all weights, from the next update on; the linear phase keeps {@code linear_lr}. */
    @Override
    public void learningRate(double rate) {
        full.learningRate(rate);
    }

    private void average() {
        increment(globalIter);
        double count = 0;
        if (Tensors.item(globalIter) >= Tensors.item(averageFrom)) {
            increment(averaged);
            count = Tensors.item(averaged);
        }
        average(averagedFeaturizer, featurizer, count);
        average(averagedClassifier, classifier, count);
    }

    /** s := (c s + theta) / (1 + c) of weights and running statistics; c = 0 copies. */
    private static void average(Network average, Network weights, double count) {
        Map<String, Tensor> from = weights.state();
        average.state().forEach((name, tensor) -> {
            if (name.endsWith(BATCHES)) {
                return;
            }
            Tensor weight = Tensors.require(from, name);
            if (count == 0) {
                tensor.copy_(weight);
            } else {
                tensor.mul_(new Scalar(count)).add_(weight).div_(new Scalar(1 + count));
            }
        });
    }

    @Override
    public Tensor predict(Tensor x) {
        averagedFeaturizer.train(false);
        averagedClassifier.train(false);
        return averagedClassifier.forward(averagedFeaturizer.forward(Tensors.live(x)));
    }

    /** Registers ERMPlusPlus. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "ERMPlusPlus",
                    "risk",
                    "Teterwak, Saito, Tsiligkaridis, Saenko, Plummer, ERM++: An Improved Baseline for Domain Generalization, 2023",
                    "ERM with a linear phase first and an average of the weights for predictions",
                    List.of(),
                    1,
                    List.of("domainbed", AUTO_LR),
                    1,
                    "id");
        }

        @Override
        public String selection(String form) {
            return form.equals(AUTO_LR) ? "auto-lr-iid" : info().selection();
        }

        @Override
        public @Nullable String refuses(int environments, Set<String> strict, Map<String, Object> hyperparameters) {
            return Boolean.TRUE.equals(hyperparameters.get("lars"))
                    ? "has no LARS optimiser (the reference fails on it): leave out lars"
                    : null;
        }

        @Override
        public Set<String> ignores(String form) {
            return Set.of("data_augmentation");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.of(context, "ERMPlusPlus")
                    .with(
                            new Hyperparameter(
                                    "linear_lr",
                                    5e-5,
                                    new Distribution.Power(10, -5, -3.5, false),
                                    CommonHyperparameters.POSITIVE,
                                    Double.POSITIVE_INFINITY,
                                    "learning rate of the classifier in the linear phase"),
                            new Hyperparameter(
                                    "linear_steps",
                                    500L,
                                    new Distribution.Constant(500L),
                                    0,
                                    CommonHyperparameters.MOST_STEPS,
                                    "updates of the classifier alone, before all weights move"));
        }

        @Override
        public Algorithm create(Context context) {
            return new ErmPlusPlus(context);
        }
    }
}
