package org.shiftbed.study.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.ExpectedTrial;

/**
 * {@code id}, {@code ood}, {@code oracle-best}: the best checkpoint by one validation score of the records ({@code controlled-shifts.md} 1.6
 * and 4). Ties: the earliest step, then the first member of the search.
 *
 * @param name of the rule
 * @param label in words
 * @param field what it reads among the extras of a record
 * @param oracle whether that score looks at the test distribution
 */
record ValidationScore(String name, String label, String field, boolean oracle) implements Selection {
    static final ValidationScore ID = new ValidationScore("id", "in-distribution validation set", "val_id", false);
    static final ValidationScore OOD =
            new ValidationScore("ood", "out-of-distribution validation set", "val_ood", false);
    static final ValidationScore ORACLE_BEST = new ValidationScore(
            "oracle-best", "validation pool of the test distribution (oracle)", "val_oracle_best", true);

    @Override
    public Set<Protocol> protocols() {
        return Set.of(Protocol.CONTROLLED, Protocol.DOMAINBED);
    }

    @Override
    public boolean reads(ExpectedTrial trial) {
        return trial.testEnvironments().size() <= 1;
    }

    @Override
    public Choice choose(Search search) {
        int queries = 0;
        List<Choice.Picked> best = new ArrayList<>();
        for (List<Search.Run> member : search.members()) {
            List<Choice.Picked> checkpoints = new ArrayList<>();
            for (Search.Run run : member) {
                for (CheckpointRecord record : reads(run.trial()) ? run.records() : List.<CheckpointRecord>of()) {
                    Double validation = record.extra(field);
                    if (validation != null) {
                        checkpoints.add(
                                new Choice.Picked(run.trial().id(), record.step(), validation, record.extra("test")));
                    }
                }
            }
            queries += checkpoints.size();
            // A score that is not a number never beats one that is: here the checkpoints are ranked as the members are.
            Choice.Picked picked = Ranking.firstOfEquals(checkpoints);
            if (picked != null) {
                best.add(picked);
            }
        }
        return Choice.of(Ranking.firstOfEquals(best), oracle ? queries : 0, "no record has " + field);
    }
}
