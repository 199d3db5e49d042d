package org.shiftbed.learn.network;

import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Precision;
import org.shiftbed.learn.algorithm.RandomDraws;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;

/**
 * Builds networks of one name. One line in {@code META-INF/services/org.shiftbed.learn.network.NetworkFactory} registers it; loading a factory
 * must not load natives.
 */
public interface NetworkFactory {

    /** The name in study files: lower case with hyphens. */
    String name();

    /** One line: what it is and for which pictures. */
    String summary();

    /** Why this network cannot take pictures of this shape, as the end of a sentence; null where it can. */
    @Nullable
    String refuses(ImageShape shape);

    /** What pictures of this shape make unwise, as the end of a sentence about the network; null where nothing is. */
    default @Nullable String warns(ImageShape shape) {
        return null;
    }

    /** A new network inside the caller's scope; its weights are retained. */
    Network create(Request request);

    /**
     * @param shape of an example
     * @param flatInput 0, or the length of a one-dimensional example that replaces {@code shape}
     * @param hyperparameters of the run; a network reads those that concern it
     * @param precision of weights
     * @param device {@code cpu} or {@code cuda:K}
     * @param draws of dropout masks
     */
    record Request(
            ImageShape shape,
            int flatInput,
            HyperparameterValues hyperparameters,
            Precision precision,
            String device,
            RandomDraws draws) {
        /** Numbers of one example. */
        public int inputs() {
            return flatInput > 0 ? flatInput : shape.bytes();
        }
    }
}
