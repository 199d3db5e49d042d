package org.shiftbed.study;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.Transforms;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.hyperparameter.CommonHyperparameters;
import org.shiftbed.learn.network.NetworkFactory;

/** Warns of hyperparameters that a study writes and that change nothing in what it trains. */
final class UnreadWarnings {
    /** The side of the pictures for which DomainBed's switches choose a network. */
    private static final int CHOICE = 224;

    private UnreadWarnings() {}

    /**
     * @param name of a declared hyperparameter
     * @param declared names of all that the algorithm declares
     * @param form of the algorithm
     * @param named whether the study names the network
     * @param transforms family of the pictures
     * @return why it changes nothing, as the end of a sentence; null where it does
     */
    static @Nullable String why(
            String name,
            List<String> declared,
            AlgorithmFactory algorithm,
            String form,
            NetworkFactory network,
            boolean named,
            Protocol protocol,
            ImageShape shape,
            Transforms transforms) {
        if (CommonHyperparameters.OF_THE_CHOICE.contains(name)) {
            boolean chooses = protocol == Protocol.DOMAINBED && shape.height() == CHOICE && shape.width() == CHOICE;
            if (named || !chooses) {
                return named
                        ? "the study names the network, " + network.name()
                        : "the size of the pictures, " + shape + ", decides that the network is " + network.name();
            }
            return null;
        }
        if (CommonHyperparameters.OF_NETWORKS.contains(name)) {
            return network.reads().contains(name)
                    ? null
                    : "network " + network.name() + " does not read it"
                            + (network.reads().isEmpty()
                                    ? ""
                                    : ", it reads "
                                            + String.join(
                                                    ", ",
                                                    network.reads().stream()
                                                            .sorted()
                                                            .toList()));
        }
        if (name.equals(CommonHyperparameters.NORM) && algorithm.ownNetwork() != null) {
            return algorithm.info().name() + " trains a network of its own, which takes pixels in [0, 1]";
        }
        if (name.equals("data_augmentation") && protocol == Protocol.DOMAINBED) {
            return transforms == Transforms.NONE ? "the protocol never augments these pictures" : null;
        }
        if (!algorithm.ignores(form).contains(name)) {
            return null;
        }
        List<String> own =
                declared.stream().filter(each -> each.startsWith(name + "_")).toList();
        return algorithm.info().name() + " does not read it"
                + (own.isEmpty() ? "" : ", it reads " + String.join(", ", own));
    }
}
