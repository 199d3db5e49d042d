package org.shiftbed.study.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.ExpectedTrial;

/**
 * {@code iid}: the best checkpoint by the mean out-split accuracy of the training environments ({@code domainbed-protocol.md} 7.2). Ties: the
 * first in file order, then the largest hparams_seed.
 */
final class TrainingDomainValidation implements Selection {
    @Override
    public String name() {
        return "iid";
    }

    @Override
    public String label() {
        return "training-domain validation set";
    }

    @Override
    public Set<Protocol> protocols() {
        return Set.of(Protocol.DOMAINBED);
    }

    @Override
    public boolean oracle() {
        return false;
    }

    @Override
    public boolean reads(ExpectedTrial trial) {
        return trial.testEnvironments().size() == 1;
    }

    @Override
    public Choice choose(Search search) {
        int held = search.testEnvironment();
        List<Choice.Picked> best = new ArrayList<>();
        for (List<Search.Run> member : search.members()) {
            List<Choice.Picked> checkpoints = new ArrayList<>();
            for (Search.Run run : member) {
                for (CheckpointRecord record : reads(run.trial()) ? run.records() : List.<CheckpointRecord>of()) {
                    Double validation = Ranking.meanOutAccuracy(record, held);
                    if (validation != null) {
                        checkpoints.add(new Choice.Picked(
                                run.trial().id(), record.step(), validation, record.inAccuracy(held)));
                    }
                }
            }
            Choice.Picked picked = Ranking.argMax(checkpoints);
            if (picked != null) {
                best.add(picked);
            }
        }
        return Choice.of(
                Ranking.lastOfEquals(best), 0, "no record has out-split accuracies of the training environments");
    }
}
