package org.shiftbed.report.aggregate;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * dev(o, d) of an ablation ({@code controlled-shifts.md} 5, figure 8): mean over seeds of one operation on a data set, minus the mean of that over all
 * operations there.
 */
public final class Deviation {
    private Deviation() {}

    /**
     * The deviation of one operation on one data set.
     *
     * @param scores their methods are the operations
     * @return a difference of accuracies in [-1, 1]; null where the operation has no number there
     */
    public static @Nullable Double of(Scores scores, String operation, String dataset, String setting) {
        List<Double> means = new ArrayList<>();
        Double own = null;
        for (String method : scores.methods()) {
            var accuracies = scores.of(method, dataset, setting);
            if (!accuracies.isEmpty()) {
                double mean = Scores.mean(accuracies.values());
                means.add(mean);
                own = method.equals(operation) ? (Double) mean : own;
            }
        }
        return own == null ? null : (Double) (own - Scores.mean(means));
    }
}
