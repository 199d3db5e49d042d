package org.shiftbed.study;

import java.util.List;
import java.util.Map;
import org.shiftbed.learn.algorithm.AlgorithmFactory;

/**
 * A method of a study.
 *
 * @param name registered name
 * @param form one that the algorithm has
 * @param given hyperparameters that the study file fixes (a list of one) or lists
 * @param path field of the study file it stands in
 */
public record AlgorithmSpec(String name, String form, Map<String, List<Object>> given, String path) {
    public AlgorithmSpec {
        given = Values.sortedLists(given);
    }

    /** Whether its trials have the two stages of {@link AlgorithmFactory#AUTO_LR}. */
    boolean autoLr() {
        return form.equals(AlgorithmFactory.AUTO_LR);
    }
}
