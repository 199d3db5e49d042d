package org.shiftbed.learn.algorithm;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.Network;
import org.shiftbed.learn.network.NetworkFactory;
import org.shiftbed.learn.network.PreparedNetwork;
import org.shiftbed.learn.network.UnpooledNetwork;
import org.shiftbed.learn.weights.LoadReport;
import org.shiftbed.learn.weights.Pretrained;

/** Makes the featurizers of a run, and starts them from its file of weights where it has one. */
final class Backbones {
    private final AlgorithmFactory.Context context;
    private final NetworkFactory factory;
    private final Set<Network> started = Collections.newSetFromMap(new IdentityHashMap<>());

    Backbones(AlgorithmFactory.Context context) {
        this.context = context;
        this.factory = Networks.require(context.network(), "network");
    }

    /** One with random weights, which sees pixels in the run's {@link Norm}; examples of one dimension are no pictures. {@code unpooled}: with the features of its map. */
    Network random(ImageShape shape, boolean unpooled) {
        HyperparameterValues values = new HyperparameterValues(context.hyperparameters());
        Network made = factory.create(new NetworkFactory.Request(
                shape,
                context.flatInput(),
                values,
                context.precision(),
                context.device(),
                context.draws(),
                context.weights()));
        made = unpooled ? new UnpooledNetwork(made, shape) : made;
        Norm norm = context.flatInput() > 0 ? Norm.UNIT : Norm.of(values);
        return norm == Norm.UNIT ? made : new PreparedNetwork(made, norm::apply);
    }

    /** One more, started as the first is. */
    Network started(ImageShape shape) {
        Network made = random(shape, false);
        if (start(made, null) != null) {
            started.add(made);
        }
        return made;
    }

    /** Loads the file of weights, but for a network that was made of it; null where the run has none. */
    @Nullable
    LoadReport start(Network network, @Nullable Network head) {
        return context.weights() != null && factory.needsWeights()
                ? new LoadReport(List.copyOf(network.state().keySet()), Map.of(), Map.of(), List.of())
                : Pretrained.load(network, head, context.weights());
    }

    /** The names of those that {@link #started(ImageShape)} has started. */
    List<String> startedAmong(Map<String, Network> networks) {
        return networks.entrySet().stream()
                .filter(entry -> started.contains(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }
}
