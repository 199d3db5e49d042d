package org.shiftbed.study.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.shiftbed.learn.Protocol;
import org.shiftbed.shift.Role;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.ExpectedTrial;

/**
 * {@code id}, {@code ood}, {@code reweighted}, {@code oracle-best}: the best checkpoint by one validation score of the records ({@code controlled-shifts.md} 1.6
 * and 4). Ties: the earliest step, then the first member of the search.
 *
 * @param name of the rule
 * @param label in words
 * @param field what it reads among the extras of a record
 * @param oracle whether that score looks at the test distribution
 * @param protocols whose records have the field
 */
record ValidationScore(String name, String label, String field, boolean oracle, Set<Protocol> protocols)
        implements Selection {
    private static final Set<Protocol> BOTH = Set.of(Protocol.CONTROLLED, Protocol.DOMAINBED);

    static final ValidationScore ID =
            new ValidationScore("id", "in-distribution validation set", "val_id", false, BOTH);
    static final ValidationScore OOD =
            new ValidationScore("ood", "out-of-distribution validation set", "val_ood", false, BOTH);
    static final ValidationScore ORACLE_BEST = new ValidationScore(
            "oracle-best", "validation pool of the test distribution (oracle)", "val_oracle_best", true, BOTH);

    /** Under DomainBed's protocol every training environment weighs the same already. */
    static final ValidationScore REWEIGHTED = new ValidationScore(
            "reweighted",
            "in-distribution validation set with the weights of the training parts",
            "val_reweighted",
            false,
            Set.of(Protocol.CONTROLLED));

    @Override
    public Optional<Role> validatesOn() {
        return equals(OOD) ? Optional.of(Role.VALIDATION_OOD) : Optional.empty();
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
