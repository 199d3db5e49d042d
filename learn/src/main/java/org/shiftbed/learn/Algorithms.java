package org.shiftbed.learn;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
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
        if (reason != null) {
            throw new UserError("algorithm " + name + ": " + reason);
        }
        return factory.create(context);
    }

    private static Map<String, AlgorithmFactory> factories() {
        return Collections.unmodifiableMap(Services.byName(
                AlgorithmFactory.class, "algorithm", factory -> factory.info().name()));
    }
}
