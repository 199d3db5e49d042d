package org.shiftbed.study;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.algorithm.AlgorithmFactory.FirstStage;
import org.shiftbed.learn.algorithm.Norm;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.NetworkFactory;

/** Refuses trials of methods that are no plain training of the network, where network, pictures or steps do not allow what they do. */
final class Stages {
    private Stages() {}

    /**
     * @param shape of the pictures that the method is given
     * @param weights whether the study names a file of weights for such methods
     * @param values every hyperparameter
     * @param steps of the study's training
     * @return why such a trial is not run, one line; null where it is
     */
    static @Nullable String refusal(
            AlgorithmFactory factory,
            ImageShape shape,
            NetworkFactory network,
            Map<String, Object> values,
            boolean weights,
            int steps) {
        String name = factory.info().name();
        if (shape.isVector() && factory.needsPictures()) {
            return name + " works on pictures, and the data set is a table; compare without it";
        }
        String unfit = factory.unfit(shape, network, values);
        if (unfit != null) {
            return name + " " + unfit;
        }
        String norm = Norm.refuses(factory.networkShape(shape, values), new HyperparameterValues(values));
        if (norm != null) {
            return name + ": " + norm;
        }
        if (weights && factory.ownNetwork() != null) {
            return name + " has a network of its own, which cannot start from the file that the study names; leave out"
                    + " weights, or compare without " + name;
        }
        FirstStage first = factory.firstStage(values, steps);
        if (first != null && first.updates() < 1) {
            return name + " has a first stage of stage1 = " + values.get("stage1")
                    + " of the steps, which is no update of " + steps
                    + "; write more training.steps, or a larger stage1";
        }
        return null;
    }
}
