package org.shiftbed.app;

import java.io.PrintWriter;
import org.shiftbed.study.ExpectedStudy;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.Plan;

/** Names trials in words. */
final class Refusals {
    private Refusals() {}

    /** One line a refused trial, with its cause. */
    static void print(Plan plan, PrintWriter out) {
        for (ExpectedTrial trial : ExpectedStudy.of(plan).trials()) {
            if (trial.refused() != null) {
                out.println("refused " + describe(trial) + ": " + trial.refused());
            }
        }
    }

    /** For example {@code 9f0c… ERM on sprites under low-data (color, N=10), seed 0, draw 1}. */
    static String describe(ExpectedTrial trial) {
        String setting = trial.setting().isEmpty() ? "" : " (" + trial.setting() + ")";
        String held = trial.testEnvironments().isEmpty()
                ? ""
                : ", holding out "
                        + String.join(
                                " and ",
                                trial.testEnvironments().stream()
                                        .map(trial::environment)
                                        .toList());
        return trial.id() + " " + trial.algorithm() + " on " + trial.dataset() + " under " + trial.shift() + setting
                + held + ", seed " + trial.seed() + ", draw " + trial.hparamsSeed();
    }
}
