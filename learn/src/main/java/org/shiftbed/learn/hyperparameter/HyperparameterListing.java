package org.shiftbed.learn.hyperparameter;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.algorithm.AlgorithmFactory;

/** What an algorithm can be tuned by, for listings: one block for each protocol, form and size of pictures that differ. */
public final class HyperparameterListing {
    /** The form that DomainBed's protocol does not have. */
    private static final String CONTROLLED = "controlled";

    private HyperparameterListing() {}

    /**
     * Hyperparameters that hold together.
     *
     * @param protocol of the study
     * @param form of the algorithm
     * @param pictures {@code small}, {@code large}, or {@code any}: which pictures the defaults and draws are for (a data set says which its are)
     * @param entries in declaration order, then options, which a trial has only where its study gives them
     */
    public record Block(Protocol protocol, String form, String pictures, List<Hyperparameter> entries) {
        public Block {
            entries = List.copyOf(entries);
        }
    }

    /** Every block of an algorithm, protocol controlled first. */
    public static List<Block> of(AlgorithmFactory algorithm) {
        List<Block> blocks = new ArrayList<>();
        for (Protocol protocol : List.of(Protocol.CONTROLLED, Protocol.DOMAINBED)) {
            for (String form : algorithm.info().forms()) {
                String elsewhere = protocol == Protocol.CONTROLLED ? AlgorithmFactory.AUTO_LR : CONTROLLED;
                if (form.equals(elsewhere)) {
                    continue;
                }
                List<Hyperparameter> small = entries(algorithm, protocol, form, true);
                List<Hyperparameter> large = entries(algorithm, protocol, form, false);
                if (small.equals(large)) {
                    blocks.add(new Block(protocol, form, "any", small));
                } else {
                    blocks.add(new Block(protocol, form, "small", small));
                    blocks.add(new Block(protocol, form, "large", large));
                }
            }
        }
        return blocks;
    }

    private static List<Hyperparameter> entries(
            AlgorithmFactory algorithm, Protocol protocol, String form, boolean small) {
        List<Hyperparameter> entries = new ArrayList<>(CommonHyperparameters.under(
                        protocol, algorithm.space(new AlgorithmFactory.SpaceContext("", small, form)))
                .entries());
        entries.addAll(algorithm.options(form));
        return entries;
    }
}
