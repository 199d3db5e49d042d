package org.shiftbed.study;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shiftbed.data.ImageShape;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.algorithm.AlgorithmFactory;
import org.shiftbed.learn.hyperparameter.HyperparameterValues;
import org.shiftbed.learn.network.NetworkFactory;

/** Refuses trials whose network would meet too few rows at a time: batch normalisation of one value has no variance. */
final class SingleRows {
    /** Beyond this many updates with a single row among those expected, a trial is more likely to fail than not. */
    private static final double LIKELY = Math.log(2);

    private SingleRows() {}

    /**
     * @param form of the algorithm
     * @param shares probability of each training environment per row of a batch, under protocol controlled
     * @param environments in training
     * @param batch rows of a batch in all; of each environment under DomainBed's protocol
     * @return why such a trial is not run, one line; null where it is
     */
    static @Nullable String refusal(
            AlgorithmFactory algorithm,
            String form,
            NetworkFactory network,
            ImageShape shape,
            HyperparameterValues hyperparameters,
            Protocol protocol,
            List<Double> shares,
            int environments,
            long batch,
            int steps) {
        if (network.fewestRows(shape, hyperparameters) < 2) {
            return null;
        }
        boolean apart = algorithm.environmentsApart(form);
        String needs = "network " + network.name() + " needs at least 2 rows of " + shape
                + " at a time, for its batch normalisation has one value a channel of each";
        String wayOut = "; take larger batches or pictures, freeze_bn: true, or a network without batch normalisation";
        if (protocol == Protocol.DOMAINBED) {
            boolean single = batch == 1 && (apart || environments == 1);
            return single ? needs + ", and batch_size is 1" + wayOut : null;
        }
        if (!apart) {
            return null;
        }
        double expected = 0;
        for (double share : shares) {
            expected += steps * batch * share * Math.pow(1 - share, batch - 1);
        }
        return expected <= LIKELY
                ? null
                : needs + "; " + algorithm.info().name() + " passes each environment by itself, and of training.batch "
                        + batch + " over " + shares.size()
                        + String.format(
                                Locale.ROOT,
                                " environments one has a single row in about %.0f of ",
                                Math.min(steps, Math.ceil(expected)))
                        + steps + " updates" + wayOut;
    }
}
