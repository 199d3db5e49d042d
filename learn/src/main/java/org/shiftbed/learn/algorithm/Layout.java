package org.shiftbed.learn.algorithm;

import java.util.List;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.Classifier;
import org.shiftbed.learn.network.NamedTensors;

/**
 * How the two first networks are named and shaped.
 *
 * @param featurizer prefix of its state names
 * @param classifier prefix of its state names
 * @param shape of what the featurizer takes
 * @param featureBlocks vectors as long as the features that the classifier takes side by side
 * @param nonlinear whether the classifier has the hidden layers of DomainBed
 * @param hidden widths of hidden layers of the classifier in place of those; none for what {@code nonlinear} says
 * @param zero whether a classifier without hidden layers starts at zero
 * @param unpooled whether the features are those of the network's map, flattened, in place of their means
 */
public record Layout(
        String featurizer,
        String classifier,
        ImageShape shape,
        int featureBlocks,
        boolean nonlinear,
        List<Integer> hidden,
        boolean zero,
        boolean unpooled) {
    public Layout {
        hidden = List.copyOf(hidden);
    }

    /** That of most algorithms: {@code featurizer}, {@code classifier}. */
    public static Layout of(AlgorithmFactory.Context context) {
        boolean nonlinear = new HyperparameterValues(context.hyperparameters()).flag("nonlinear_classifier", false);
        return new Layout("featurizer", "classifier", context.shape(), 1, nonlinear, List.of(), zero(context), false);
    }

    /** This with other names. */
    public Layout named(String featurizerPrefix, String classifierPrefix) {
        return new Layout(featurizerPrefix, classifierPrefix, shape, featureBlocks, nonlinear, hidden, zero, unpooled);
    }

    /** This with another shape of examples. */
    public Layout shaped(ImageShape other) {
        return new Layout(featurizer, classifier, other, featureBlocks, nonlinear, hidden, zero, unpooled);
    }

    /** This with a classifier of this many vectors side by side. */
    public Layout blocks(int count) {
        return new Layout(featurizer, classifier, shape, count, nonlinear, hidden, zero, unpooled);
    }

    /** This with the features of the network's map, flattened, where {@code on}. */
    Layout unpooled(boolean on) {
        return new Layout(featurizer, classifier, shape, featureBlocks, nonlinear, hidden, zero, on);
    }

    /** This with or without hidden layers in the classifier, whatever the hyperparameter says. */
    public Layout nonlinear(boolean layers) {
        return new Layout(featurizer, classifier, shape, featureBlocks, layers, hidden, zero, unpooled);
    }

    /** This with a classifier of these hidden layers, whatever the hyperparameter says. */
    public Layout hidden(Integer... widths) {
        return new Layout(featurizer, classifier, shape, featureBlocks, nonlinear, List.of(widths), zero, unpooled);
    }

    /** The classifier for features of this length. */
    Classifier head(int features, int classes, NamedTensors tensors) {
        if (!hidden.isEmpty()) {
            return new Classifier(featureBlocks * features, classes, hidden, tensors);
        }
        Classifier made = new Classifier(featureBlocks * features, classes, nonlinear, tensors);
        if (zero && !nonlinear) {
            try (NoGradGuard guard = new NoGradGuard()) {
                made.parameters().forEach(Tensor::zero_);
            }
        }
        return made;
    }

    /** The classifier of a residual network in the controlled study ({@code controlled-shifts.md} 3.1), where nothing is loaded into it. */
    private static boolean zero(AlgorithmFactory.Context context) {
        HyperparameterValues values = new HyperparameterValues(context.hyperparameters());
        return context.weights() == null
                && values.text(CommonHyperparameters.INIT, "").equals(CommonHyperparameters.RELEASE_INIT)
                && Networks.require(context.network(), "network").reads().contains(CommonHyperparameters.INIT);
    }
}
