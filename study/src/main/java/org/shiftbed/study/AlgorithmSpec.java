package org.shiftbed.study;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.algorithm.AlgorithmFactory;

/**
 * A method of a study.
 *
 * @param name registered name
 * @param form one that the algorithm has
 * @param given hyperparameters that the study file fixes (a list of one) or lists
 * @param path field of the study file it stands in
 * @param title what tables call it; the name unless the file says {@code as}
 * @param network of its own, registered name; null: the study's
 * @param batch rows of its batches in all; 0: the study's
 */
public record AlgorithmSpec(
        String name,
        String form,
        Map<String, List<Object>> given,
        String path,
        String title,
        @Nullable String network,
        int batch) {
    public AlgorithmSpec {
        given = Values.sortedLists(given);
    }

    /** The same method with other hyperparameters. */
    AlgorithmSpec with(Map<String, List<Object>> others) {
        return new AlgorithmSpec(name, form, others, path, title, network, batch);
    }

    /** Whether its trials have the two stages of {@link AlgorithmFactory#AUTO_LR}. */
    boolean autoLr() {
        return form.equals(AlgorithmFactory.AUTO_LR);
    }
}
