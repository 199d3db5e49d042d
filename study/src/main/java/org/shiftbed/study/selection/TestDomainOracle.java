package org.shiftbed.study.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.ExpectedTrial;

/**
 * {@code oracle}: the out-split accuracy of the test environment at the last step, no early stopping ({@code domainbed-protocol.md} 7.2). Ties:
 * the last in file order, then the largest hparams_seed. It looks at the test domain, so its numbers are no valid benchmark.
 */
final class TestDomainOracle implements Selection {
    @Override
    public String name() {
        return "oracle";
    }

    @Override
    public String label() {
        return "test-domain validation set (oracle)";
    }

    @Override
    public Set<Protocol> protocols() {
        return Set.of(Protocol.DOMAINBED);
    }

    @Override
    public boolean oracle() {
        return true;
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
            Choice.Picked last = null;
            for (Search.Run run : member) {
                for (CheckpointRecord record : reads(run.trial()) ? run.records() : List.<CheckpointRecord>of()) {
                    Double validation = record.outAccuracy(held);
                    if (validation != null && (last == null || record.step() >= last.step())) {
                        last = new Choice.Picked(run.trial().id(), record.step(), validation, record.inAccuracy(held));
                    }
                }
            }
            if (last != null) {
                best.add(last);
            }
        }
        return Choice.of(
                Ranking.lastOfEquals(best),
                best.size(),
                "no record has the out-split accuracy of the test environment");
    }
}
