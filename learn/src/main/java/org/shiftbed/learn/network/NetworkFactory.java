package org.shiftbed.learn.network;

import java.nio.file.Path;
import java.util.Set;
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

    /** Whether it takes rows of a table, vectors, as well as pictures. */
    default boolean takesVectors() {
        return false;
    }

    /** What pictures of this shape make unwise, as the end of a sentence about the network; null where nothing is. */
    default @Nullable String warns(ImageShape shape) {
        return null;
    }

    /** Whether there is no such network without a file of weights, so that a trial that has none is not run. */
    default boolean needsWeights() {
        return false;
    }

    /** Whether it normalises batches (Ioffe and Szegedy, 2015), so that there are running statistics to adapt. */
    default boolean normalisesBatches() {
        return false;
    }

    /** Whether its features are means over a feature map of more than one place, which {@link Network#map} gives. */
    default boolean poolsMap(ImageShape shape) {
        return false;
    }

    /** The hyperparameters that it reads, by name. */
    default Set<String> reads() {
        return Set.of();
    }

    /**
     * The fewest rows of such pictures that it can take at a time in training: 2 where batch normalisation would see one value of a channel of
     * one row, of which there is no variance.
     */
    default int fewestRows(ImageShape shape, HyperparameterValues hyperparameters) {
        return 1;
    }

    /**
     * A new network inside the caller's scope; its weights are retained.
     *
     * @throws org.shiftbed.base.UserError if it needs a file of weights and the request has none that it can use
     */
    Network create(Request request);

    /**
     * @param shape of an example
     * @param flatInput 0, or the length of a one-dimensional example that replaces {@code shape}
     * @param hyperparameters of the run; a network reads those that concern it
     * @param precision of weights
     * @param device {@code cpu} or {@code cuda:K}
     * @param draws of dropout masks
     * @param weights file that the network is made of; null where none is named. Only networks that {@link #needsWeights} read it
     */
    record Request(
            ImageShape shape,
            int flatInput,
            HyperparameterValues hyperparameters,
            Precision precision,
            String device,
            RandomDraws draws,
            @Nullable Path weights) {

        /** Without a file of weights. */
        public Request(
                ImageShape shape,
                int flatInput,
                HyperparameterValues hyperparameters,
                Precision precision,
                String device,
                RandomDraws draws) {
            this(shape, flatInput, hyperparameters, precision, device, draws, null);
        }

        /** Numbers of one example. */
        public int inputs() {
            return flatInput > 0 ? flatInput : shape.bytes();
        }
    }
}
