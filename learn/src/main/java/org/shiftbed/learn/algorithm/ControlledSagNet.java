package org.shiftbed.learn.algorithm;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.shiftbed.learn.hyperparameter.Hyperparameter;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.Classifier;
import org.shiftbed.learn.torch.AdamOptimizer;
import org.shiftbed.learn.torch.Tensors;

/**
 * Style-agnostic networks in the form of the controlled study ({@code controlled-shifts.md} 3.4): n = (z - m) / sqrt(v + 1e-5) with mean m and biased
 * variance v over the features of a row, or, with {@code stats: spatial}, of each channel of a row's feature map over its places; the map is flattened then, not
 * pooled, for its pooled content would be the mean of the style and nothing else. The content head sees n with statistics mixed with another row's; the style head sees another row's n, a
 * constant, with the row's own statistics. One forward pass gives z; featurizer and content head make a step on CE(content) - lambda CE(style), then the
 * style head a step of its own on the same input as a constant. Heads have three hidden layers of 64. Predicts with the content head on z itself.
 *
 * <p>One environment, absent ones and single rows are all legal.
 */
final class ControlledSagNet extends NetworkAlgorithm {
    private static final Integer[] HIDDEN = {64, 64, 64};
    private static final double EPSILON = 1e-5;
    private static final String SPATIAL = "spatial";

    /** Over what the statistics of a row are taken. */
    static final Hyperparameter STATISTICS = ControlledForms.word(
            "stats",
            ControlledForms.FEATURES,
            List.of(ControlledForms.FEATURES, SPATIAL),
            "style of pooled features, or of each channel of the feature map, which is then flattened");

    private final Classifier style;
    private final AdamOptimizer modelOptimizer;
    private final AdamOptimizer styleOptimizer;

    ControlledSagNet(AlgorithmFactory.Context context) {
        super(
                context,
                Layout.of(context)
                        .hidden(HIDDEN)
                        .unpooled(spatial(new HyperparameterValues(context.hyperparameters()))));
        style = add("style", new Classifier(featurizer.features(), context.classes(), List.of(HIDDEN), namedTensors()));
        modelOptimizer = adam("model", featurizerAndClassifier());
        styleOptimizer = adam("style", style.parameters());
    }

    static boolean spatial(HyperparameterValues values) {
        return values.text(STATISTICS.name(), ControlledForms.FEATURES).equals(SPATIAL);
    }

    @Override
    public Map<String, Double> update(List<Minibatch> minibatches) {
        Tensor y = allY(minibatches);
        Tensor features = featurizer.forward(allX(minibatches));
        int rows = (int) features.size(0);
        Tensor z = features.reshape(rows, featurizer.channels(), -1); // [B, groups, features of one]
        Tensor share = Tensors.of(context.draws().uniform(rows), rows, 1, 1).to(z.device(), z.scalar_type());
        Tensor otherStyle = index(context.draws().permutation(rows), z);
        Tensor otherContent = index(context.draws().permutation(rows), z);
        Tensor mean = z.mean(new long[] {2}, true, new ScalarTypeOptional()); // [B, groups, 1]
        Tensor variance = z.var(new long[] {2}, false, true);
        Tensor content = z.sub(mean).div(deviation(variance));
        Tensor ofContent =
                flat(content.mul(deviation(mixed(variance, share, otherStyle))).add(mixed(mean, share, otherStyle)));
        Tensor ofStyle = flat(content.detach()
                .index_select(0, otherContent)
                .mul(deviation(variance))
                .add(mean));
        Tensor risk = crossEntropy(classifier.forward(ofContent), y);
        Tensor confusion = crossEntropy(style.forward(ofStyle), y);
        Tensor loss = risk.sub(times(confusion, hyperparameters.number("lambda")));
        Tensor constant = ofStyle.detach().clone();
        modelOptimizer.minimise(loss);
        Tensor own = crossEntropy(style.forward(constant), y);
        styleOptimizer.minimise(own);
        return Map.of("loss", Tensors.item(loss), "nll", Tensors.item(risk), "style", Tensors.item(own));
    }

    private static Tensor mixed(Tensor statistic, Tensor share, Tensor other) {
        return share.mul(statistic).add(share.neg().add(new Scalar(1.0)).mul(statistic.index_select(0, other)));
    }

    private static Tensor flat(Tensor z) {
        return torch.flatten(z, 1, -1);
    }

    private static Tensor deviation(Tensor variance) {
        return variance.add(new Scalar(EPSILON)).sqrt();
    }

    private static Tensor index(int[] rows, Tensor z) {
        return Tensors.of(Arrays.stream(rows).asLongStream().toArray(), rows.length)
                .to(z.device(), ScalarType.Long);
    }
}
