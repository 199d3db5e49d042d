package org.shiftbed.study.selection;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.ExpectedTrial;

/**
 * {@code auto-lr-iid}: as {@code iid}, for trials of two stages ({@code domainbed-protocol.md} 7.2 and 8.4). The records of a run that have equal args but for
 * {@code holdout_fraction} are merged into one, later fields over earlier ones: the mean out-split accuracy of the training environments is that of the last record
 * of the first stage, the accuracy on the test environment that of the last record of the second one. Ties: the largest hparams_seed. A run that lacks one
 * of the stages is left out.
 */
final class AutoLrTrainingDomainValidation implements Selection {
    /** The one argument in which the stages of a run differ. */
    private static final String HOLDOUT = "holdout_fraction";

    @Override
    public String name() {
        return "auto-lr-iid";
    }

    @Override
    public String label() {
        return "auto lr training-domain validation set";
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
        return trial.autoLr() && trial.testEnvironments().size() == 1;
    }

    @Override
    public boolean readsAutoLr() {
        return true;
    }

    @Override
    public Choice choose(Search search) {
        int held = search.testEnvironment();
        List<Choice.Picked> best = new ArrayList<>();
        for (List<Search.Run> member : search.members()) {
            List<Choice.Picked> merged = new ArrayList<>();
            for (Search.Run run : member) {
                for (CheckpointRecord record : reads(run.trial()) ? merged(run) : List.<CheckpointRecord>of()) {
                    Double validation = Ranking.meanOutAccuracy(record, held);
                    Double test = record.number(CheckpointRecord.FULL_DATA + "env" + held + "_in_acc");
                    if (validation != null && test != null) {
                        merged.add(new Choice.Picked(run.trial().id(), record.step(), validation, test));
                    }
                }
            }
            Choice.Picked picked = Ranking.argMax(merged);
            if (picked != null) {
                best.add(picked);
            }
        }
        return Choice.of(
                Ranking.lastOfEquals(best),
                0,
                "no run of this method has records of both stages of a learning rate that falls by itself (form auto-lr)");
    }

    private static List<CheckpointRecord> merged(Search.Run run) {
        Map<Map<String, Object>, Map<String, Object>> byArgs = new LinkedHashMap<>();
        for (CheckpointRecord record : run.records()) {
            Map<String, Object> args = new TreeMap<>(record.args());
            args.remove(HOLDOUT);
            byArgs.computeIfAbsent(args, key -> new TreeMap<>()).putAll(record.fields());
        }
        return byArgs.values().stream().map(CheckpointRecord::new).toList();
    }
}
