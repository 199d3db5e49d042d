package org.shiftbed.app;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.study.ExpectedStudy;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.Plan;

/** Names trials in words. */
final class Refusals {
    private Refusals() {}

    /** More trials of one data set with the same cause are counted in place of listed. */
    private static final int LISTED = 20;

    /** One line a refused trial, with its cause; where a cause holds for many trials of a data set, one line for all of them; none for data that are not here. */
    static void print(Plan plan, PrintWriter out) {
        Map<String, List<ExpectedTrial>> causes = new LinkedHashMap<>();
        for (ExpectedTrial trial : ExpectedStudy.of(plan).trials()) {
            if (trial.refused() != null && !plan.absent().containsValue(trial.refused())) {
                causes.computeIfAbsent(trial.dataset() + "\n" + trial.refused(), unused -> new ArrayList<>())
                        .add(trial);
            }
        }
        for (List<ExpectedTrial> trials : causes.values()) {
            ExpectedTrial first = trials.get(0);
            if (trials.size() > LISTED) {
                out.println("refused " + trials.size() + " trials on " + first.dataset() + ": " + first.refused());
            } else {
                trials.forEach(trial -> out.println("refused " + describe(trial) + ": " + trial.refused()));
            }
        }
    }

    /** For example {@code 9f0c… ERM on sprites under low-data (color, N=10), seed 0, draw 1}. */
    static String describe(ExpectedTrial trial) {
        return trial.id() + " " + trial.words();
    }
}
