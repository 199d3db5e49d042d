package org.shiftbed.learn;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.base.plugin.Services;
import org.shiftbed.learn.algorithm.Algorithm;
import org.shiftbed.learn.algorithm.AlgorithmFactory;

/** The algorithms that the program and the plugins in use register, by name. Asking loads no natives. */
public final class Algorithms {
    private Algorithms() {}

    /** Their names, sorted. */
    public static Set<String> names() {
        return factories().keySet();
    }

    /** All of them, sorted by name. */
    public static Collection<AlgorithmFactory> all() {
        return factories().values();
    }

    /**
     * The algorithm of this name.
     *
     * @param place where the name stands, for the message
     * @throws UserError if there is none, with the nearest known name
     */
    public static AlgorithmFactory require(String name, String place) {
        Map<String, AlgorithmFactory> factories = factories();
        AlgorithmFactory found = factories.get(name);
        if (found == null) {
            throw Names.unknown(place, "algorithm", name, factories.keySet());
        }
        return found;
    }

    /**
     * A new algorithm inside the caller's scope.
     *
     * @param name registered
     * @throws UserError if there is none of this name, or it refuses this context
     */
    public static Algorithm create(String name, AlgorithmFactory.Context context) {
        AlgorithmFactory factory = require(name, "algorithm");
        String reason = factory.refuses(context.domains(), context.strict(), context.hyperparameters());
        if (reason == null && context.shape().isVector() && factory.needsPictures()) {
            reason = "works on pictures, and the data set is a table";
        }
        if (reason == null) {
            reason = factory.unfit(
                    context.shape(), Networks.require(context.network(), "network"), context.hyperparameters());
        }
        if (reason != null) {
            throw new UserError("algorithm " + name + ": " + reason);
        }
        return factory.create(context);
    }

    /**
     * The first stage of a training; null where it has one stage alone, or no algorithm of this name is registered.
     *
     * @param hyperparameters every declared one
     * @param steps of the study's training, at least 1
     */
    public static AlgorithmFactory.@Nullable FirstStage firstStage(
            String name, Map<String, Object> hyperparameters, int steps) {
        if (!hyperparameters.containsKey(AlgorithmFactory.STAGE)) {
            // Plans ask for each of many trials, and finding the factories takes a while.
            return null;
        }
        AlgorithmFactory factory = factories().get(name);
        return factory == null ? null : factory.firstStage(hyperparameters, steps);
    }

    /** Updates of a training, those of a {@link #firstStage} included. */
    public static long updates(String name, Map<String, Object> hyperparameters, int steps) {
        AlgorithmFactory.FirstStage first = firstStage(name, hyperparameters, steps);
        return first == null ? steps : first.updates(steps);
    }

    private static Map<String, AlgorithmFactory> factories() {
        return Collections.unmodifiableMap(Services.byName(
                AlgorithmFactory.class, "algorithm", factory -> factory.info().name()));
    }
}
