package org.shiftbed.learn.algorithm;

import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;

/**
 * How the two first networks are named and shaped.
 *
 * @param featurizer prefix of its state names
 * @param classifier prefix of its state names
 * @param shape of what the featurizer takes
 * @param featureBlocks vectors as long as the features that the classifier takes side by side
 * @param nonlinear whether the classifier has hidden layers
 */
public record Layout(String featurizer, String classifier, ImageShape shape, int featureBlocks, boolean nonlinear) {
    /** That of most algorithms: {@code featurizer}, {@code classifier}. */
    public static Layout of(AlgorithmFactory.Context context) {
        boolean nonlinear = new HyperparameterValues(context.hyperparameters()).flag("nonlinear_classifier", false);
        return new Layout("featurizer", "classifier", context.shape(), 1, nonlinear);
    }

    /** This with other names. */
    public Layout named(String featurizerPrefix, String classifierPrefix) {
        return new Layout(featurizerPrefix, classifierPrefix, shape, featureBlocks, nonlinear);
    }

    /** This with another shape of examples. */
    public Layout shaped(ImageShape other) {
        return new Layout(featurizer, classifier, other, featureBlocks, nonlinear);
    }

    /** This with a classifier of this many vectors side by side. */
    public Layout blocks(int count) {
        return new Layout(featurizer, classifier, shape, count, nonlinear);
    }

    /** This with or without hidden layers in the classifier, whatever the hyperparameter says. */
    public Layout nonlinear(boolean hidden) {
        return new Layout(featurizer, classifier, shape, featureBlocks, hidden);
    }
}
