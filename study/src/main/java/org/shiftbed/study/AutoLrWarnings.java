package org.shiftbed.study;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Warns of trials of form {@code auto-lr} that are too short for their rate to fall three times, so that both stages run to their last update. */
final class AutoLrWarnings {
    /** A first loss, and two for each of three falls. */
    private static final int FEWEST = 7;

    private AutoLrWarnings() {}

    static List<String> of(Collection<PlannedTrial> trials) {
        Map<String, Integer> counts = new TreeMap<>();
        for (PlannedTrial planned : trials) {
            Trial trial = planned.trial();
            if (!trial.autoLr() || planned.refusal() != null) {
                continue;
            }
            int heard = checkpointsAfterTheLinearPhase(trial);
            if (heard < FEWEST) {
                counts.merge(
                        trial.algorithm() + " of form auto-lr: the rate goes by " + heard
                                + " checkpoints after the linear phase",
                        1,
                        Integer::sum);
            }
        }
        List<String> warnings = new ArrayList<>();
        counts.forEach((text, count) -> warnings.add(text + " in " + count + (count == 1 ? " trial" : " trials")
                + ", and needs at least " + FEWEST
                + " to fall three times; write a smaller checkpoint-every, or more steps"));
        return warnings;
    }

    private static int checkpointsAfterTheLinearPhase(Trial trial) {
        double linear = trial.hyperparameters().get("linear_steps") instanceof Number number ? number.doubleValue() : 0;
        int last = trial.steps() - 1;
        int count = 0;
        for (int step = 0; step <= last; step += trial.checkpointEvery()) {
            count += step + 1 > linear ? 1 : 0;
        }
        return count + (last % trial.checkpointEvery() != 0 && last + 1 > linear ? 1 : 0);
    }
}
