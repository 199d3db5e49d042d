package org.shiftbed.study;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Networks;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.NetworkFactory;

/**
 * The network of a trial.
 *
 * @param network registered name
 * @param note where strictness chose another one than the hyperparameters ask for; null where it did not
 * @param refusal why there can be no such network, one line; null where there can
 */
record Backbone(
        String network, @Nullable String note, @Nullable String refusal) {

    /**
     * @param named network of the study; null where it names none
     * @param strict layers of the study
     * @param weights whether the study names a file of weights
     * @param registry holds the network
     * @throws org.shiftbed.base.UserError if the hyperparameters ask for what does not exist
     */
    static Backbone of(
            @Nullable String named,
            ImageShape shape,
            Protocol protocol,
            Map<String, Object> hyperparameters,
            List<String> strict,
            boolean weights,
            Registry registry) {
        HyperparameterValues values = new HyperparameterValues(hyperparameters);
        String network = named == null ? Networks.defaultFor(shape, protocol, values, Set.copyOf(strict)) : named;
        String note = null;
        if (named == null) {
            String asked = Networks.defaultFor(shape, protocol, values, Set.of());
            if (!asked.equals(network)) {
                note = "with layer network strict resnet50_augmix: true wins over " + asked
                        + ": true, as in the reference, so the network is " + network
                        + "; take network out of strict for " + asked;
            }
        }
        NetworkFactory factory = registry.network(network);
        String refusal = Networks.refusal(factory, shape);
        if (refusal == null && factory.needsWeights() && !weights) {
            refusal = "not run: no weights for " + network
                    + ", which is made of a TorchScript file that you bring; name it as 'weights: FILE'";
        }
        return new Backbone(network, note, refusal);
    }
}
