package org.shiftbed.learn.algorithm;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.Distribution;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterSpace;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.Classifier;
import org.shiftbed.learn.network.NetworkFactory;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Gradients;
import org.shiftbed.learn.torch.Tensors;

/**
 * Style-agnostic networks (Nam et al., 2021; {@code domainbed-protocol.md} 5.3): the style of a row is the mean and the variance of its features (over
 * d - 1), its content the normalised features. Three losses a step, each with a forward pass and an optimiser of its own: (1) the content head's
 * cross-entropy on features whose style is mixed with that of another row, for featurizer and content head; (2) the style head's cross-entropy on
 * features whose content is another row's, a constant, for the style head; (3) {@code sag_w_adv} times minus the mean log-probability of the style head over rows and
 * classes, for the featurizer. On pooled features, not on feature maps as in the paper. Predicts with the content head.
 *
 * <p>One environment, absent ones and single rows are all legal; with one feature the variance is not a number.
 */
public final class SagNet extends NetworkAlgorithm {
    private static final double EPSILON = 1e-5;

    private final Classifier style;
    private final AdamOptimizer featurizerOptimizer;
    private final AdamOptimizer contentOptimizer;
    private final AdamOptimizer styleOptimizer;

    SagNet(AlgorithmFactory.Context context) {
        super(context, Layout.of(context).named("network_f", "network_c"));
        style = add(
                "network_s",
                new Classifier(
                        featurizer.features(),
                        context.classes(),
                        hyperparameters.flag("nonlinear_classifier", false),
                        namedTensors()));
        featurizerOptimizer = adam("featurizer", featurizer.parameters());
        contentOptimizer = adam("content", classifier.parameters());
        styleOptimizer = adam("style", style.parameters());
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor x = allX(minibatches);
        Tensor y = allY(minibatches);
        Tensor contentLoss = crossEntropy(classifier.forward(otherStyle(featurizer.forward(x))), y);
        List<Tensor> gradients = Gradients.of(contentLoss, featurizerAndClassifier());
        int split = featurizer.parameters().size();
        featurizerOptimizer.step(gradients.subList(0, split));
        contentOptimizer.step(gradients.subList(split, gradients.size()));
        Tensor styleLoss = crossEntropy(style.forward(otherContent(featurizer.forward(x))), y);
        styleOptimizer.minimise(styleLoss);
        Tensor logProbabilities = torch.log_softmax(style.forward(otherContent(featurizer.forward(x))), 1); // [B, K]
        Tensor adversary = times(logProbabilities.mean(), -hyperparameters.number("sag_w_adv"));
        featurizerOptimizer.minimise(adversary);
        return Map.of(
                "loss_c", Tensors.item(contentLoss),
                "loss_s", Tensors.item(styleLoss),
                "loss_adv", Tensors.item(adversary));
    }

    /** The content of each row in a mixture of its style and another row's, with a random share for each row. */
    private Tensor otherStyle(Tensor z) {
        int rows = (int) z.size(0);
        Tensor share = Tensors.of(context.draws().uniform(rows), rows, 1).to(z.device(), z.scalar_type());
        Tensor other = index(context.draws().permutation(rows), z);
        Tensor mean = mean(z);
        Tensor variance = variance(z);
        Tensor rest = share.neg().add(new Scalar(1.0));
        Tensor mixedMean = share.mul(mean).add(rest.mul(mean.index_select(0, other)));
        Tensor mixedVariance = share.mul(variance).add(rest.mul(variance.index_select(0, other)));
        return z.sub(mean)
                .div(deviation(variance))
                .mul(deviation(mixedVariance))
                .add(mixedMean);
    }

    /** Another row's content, as a constant, in the style of each row. A share is drawn too and has no use, as in the reference. */
    private Tensor otherContent(Tensor z) {
        int rows = (int) z.size(0);
        context.draws().uniform(rows);
        Tensor other = index(context.draws().permutation(rows), z);
        Tensor mean = mean(z);
        Tensor deviation = deviation(variance(z));
        Tensor content = z.sub(mean).div(deviation).index_select(0, other).detach();
        return content.mul(deviation).add(mean);
    }

    private static Tensor mean(Tensor z) {
        return z.mean(new long[] {1}, true, new ScalarTypeOptional());
    }

    private static Tensor variance(Tensor z) {
        return z.var(new long[] {1}, true, true);
    }

    private static Tensor deviation(Tensor variance) {
        return variance.add(new Scalar(EPSILON)).sqrt();
    }

    private static Tensor index(int[] rows, Tensor z) {
        long[] wide = Arrays.stream(rows).asLongStream().toArray();
        return Tensors.of(wide, wide.length).to(z.device(), torch.ScalarType.Long);
    }

    /** Registers SagNet. */
    public static final class Factory implements AlgorithmFactory {
        @Override
        public Info info() {
            return new Info(
                    "SagNet",
                    "adversarial",
                    "Nam et al., Reducing Domain Gap by Reducing Style Bias, 2021",
                    "decisions should rest on content, not on style",
                    List.of(),
                    1,
                    List.of("domainbed", "controlled"),
                    1,
                    "id");
        }

        @Override
        public HyperparameterSpace space(SpaceContext context) {
            if (ControlledForms.is(context.form())) {
                return CommonHyperparameters.controlled()
                        .with(new Hyperparameter(
                                "lambda",
                                1.0,
                                new Distribution.Constant(1.0),
                                0,
                                Double.POSITIVE_INFINITY,
                                "weight of the style head in the model's loss"));
            }
            return CommonHyperparameters.of(context, "SagNet")
                    .with(new Hyperparameter(
                            "sag_w_adv",
                            0.1,
                            new Distribution.Power(10, -2, 1, false),
                            0,
                            Double.POSITIVE_INFINITY,
                            "weight of the adversarial loss of the featurizer"));
        }

        @Override
        public List<Hyperparameter> options(String form) {
            return ControlledForms.is(form) ? List.of(ControlledSagNet.STATISTICS) : List.of();
        }

        @Override
        public @Nullable String unfit(ImageShape shape, NetworkFactory network, Map<String, Object> hyperparameters) {
            return ControlledSagNet.spatial(new HyperparameterValues(hyperparameters)) && !network.poolsMap(shape)
                    ? "with stats: spatial works on a feature map of several places before it is pooled, which network "
                            + network.name() + " does not have for pictures of " + shape
                            + "; name one that has, as in network: resnet18-small"
                    : null;
        }

        @Override
        public Algorithm create(Context context) {
            return ControlledForms.is(context.form()) ? new ControlledSagNet(context) : new SagNet(context);
        }
    }
}
