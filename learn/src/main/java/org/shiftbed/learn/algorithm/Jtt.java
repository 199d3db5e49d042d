package org.shiftbed.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.Classifier;
import org.shiftbed.learn.network.Network;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Tensors;

/**
 * Just train twice (Liu et al., 2021; {@code controlled-shifts.md} 3.5): the first stage is ERM; in the second one, rows that the first model, frozen and
 * in evaluation, gets wrong weigh {@code lambda} times as much in the mean over the batch. The second stage starts from random weights, or with
 * {@code restart} off goes on with those of the first.
 *
 * <p>Which rows are wrong is found batch by batch: pictures are not augmented, so that a row is wrong every time or never, but for noisy labels, which
 * are those of the batch. One environment, absent ones and single rows are legal.
 */
public final class Jtt extends SingleOptimizerAlgorithm implements TwoStage {
    private final Network firstFeaturizer;
    private final Classifier firstClassifier;
    private final AdamOptimizer firstOptimizer;
    private final boolean restart;
    private final double weight;

    Jtt(AlgorithmFactory.Context context) {
        super(context);
        restart = hyperparameters.flag("restart", true);
        weight = hyperparameters.number("lambda");
        firstFeaturizer = backbone(context.shape());
        firstClassifier = Layout.of(context).head(firstFeaturizer.features(), context.classes(), namedTensors());
        aside("first.featurizer", firstFeaturizer.state(), firstFeaturizer::close);
        aside("first.classifier", firstClassifier.state(), firstClassifier::close);
        List<Tensor> parameters = new ArrayList<>(firstFeaturizer.parameters());
        parameters.addAll(firstClassifier.parameters());
        firstOptimizer = adam(
                "first",
                parameters,
                hyperparameters.number("lr"),
                hyperparameters.number("weight_decay"),
                AdamOptimizer.BETA1,
                AdamOptimizer.BETA2);
    }

    @Override
    public Map<String, Double> updateFirst(List<Minibatch> minibatches, double done) {
        Tensor x = allX(minibatches);
        Tensor y = allY(minibatches);
        if (!restart) {
            Tensor loss = crossEntropy(predict(x), y);
            minimise(loss);
            return Map.of("loss", Tensors.item(loss));
        }
        firstFeaturizer.train(true);
        firstClassifier.train(true);
        Tensor loss = crossEntropy(firstClassifier.forward(firstFeaturizer.forward(x)), y);
        firstOptimizer.minimise(loss);
        return Map.of("loss", Tensors.item(loss));
    }

    @Override
    public void endFirst() {
        if (!restart) {
            Tensors.copyInto(firstFeaturizer.state(), featurizer.state());
            Tensors.copyInto(firstClassifier.state(), classifier.state());
        }
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor x = allX(minibatches);
        Tensor y = allY(minibatches);
        Tensor errors = errors(x, y);
        Tensor loss = ErrorSet.loss(predict(x), y, errors, weight);
        minimise(loss);
        return Map.of("loss", Tensors.item(loss), "errors", share(errors));
    }

    /** The rows that the first model gets wrong: bool [B]. */
    private Tensor errors(Tensor x, Tensor y) {
        try (NoGradGuard guard = new NoGradGuard()) {
            return ErrorSet.of(first(x), y);
        }
    }

    private Tensor first(Tensor x) {
        firstFeaturizer.train(false);
        firstClassifier.train(false);
        return firstClassifier.forward(firstFeaturizer.forward(x));
    }

    private static double share(Tensor flags) {
        return Tensors.item(flags.to(torch.ScalarType.Double).mean());
    }

    /** The accuracy of the first model. */
    @Override
    public Map<String, Double> assess(List<Minibatch> minibatches) {
        Tensor x = allX(minibatches);
        Tensor logits = restart ? first(x) : predict(x);
        return Map.of("accuracy", 1 - share(ErrorSet.of(logits, allY(minibatches))));
    }

    /** Registers JTT. */
    public static final class Factory implements AlgorithmFactory {
        private static final double HEAVIEST = 1e6;

        @Override
        public Info info() {
            return new Info(
                    "JTT",
                    "adaptive",
                    "Liu et al., Just Train Twice: Improving Group Robustness without Training Group Information, ICML 2021",
                    "trains again with more weight on the rows that a first model gets wrong",
                    List.of(),
                    1,
                    List.of(ControlledForms.NAME),
                    1,
                    "id");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            return CommonHyperparameters.controlled()
                    .with(
                            ControlledForms.number(
                                    "lambda",
                                    20,
                                    CommonHyperparameters.POSITIVE,
                                    HEAVIEST,
                                    "weight of a row that the first model gets wrong"),
                            ControlledForms.flag(
                                    "restart", true, "whether the second stage starts from random weights"),
                            ControlledForms.number(
                                    STAGE,
                                    0.5,
                                    CommonHyperparameters.POSITIVE,
                                    Math.nextDown(1.0),
                                    "share of the steps that the first stage has"));
        }

        @Override
        public FirstStage firstStage(Map<String, Object> hyperparameters, int steps) {
            double share = new HyperparameterValues(hyperparameters).number(STAGE);
            return new FirstStage((int) (share * steps), 0, true);
        }

        @Override
        public Algorithm create(Context context) {
            return new Jtt(context);
        }
    }
}
