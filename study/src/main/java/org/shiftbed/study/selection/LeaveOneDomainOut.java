package org.shiftbed.study.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shiftbed.learn.Protocol;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.ExpectedTrial;

/**
 * {@code loo}: the mean, over the training environments i, of the in-split accuracy of i in the run that holds out i as well
 * ({@code domainbed-protocol.md} 7.2). A step counts where it has exactly one record that holds out the test environment alone and, for every
 * other environment, a record that holds out both. Ties: the lowest step, then the largest hparams_seed.
 */
final class LeaveOneDomainOut implements Selection {
    @Override
    public String name() {
        return "loo";
    }

    @Override
    public String label() {
        return "leave-one-domain-out cross-validation";
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
        return !trial.testEnvironments().isEmpty() && trial.testEnvironments().size() <= 2;
    }

    @Override
    public boolean readsPairs() {
        return true;
    }

    @Override
    public Choice choose(Search search) {
        List<Choice.Picked> best = new ArrayList<>();
        for (List<Search.Run> member : search.members()) {
            TreeMap<Integer, Step> steps = new TreeMap<>();
            for (Search.Run run : member) {
                for (CheckpointRecord record : reads(run.trial()) ? run.records() : List.<CheckpointRecord>of()) {
                    if (!record.fullData()) {
                        steps.computeIfAbsent(record.step(), step -> new Step())
                                .add(run, record, search.testEnvironment());
                    }
                }
            }
            List<Choice.Picked> checkpoints = new ArrayList<>();
            for (Step step : steps.values()) {
                Choice.Picked picked = step.picked(search.testEnvironment());
                if (picked != null) {
                    checkpoints.add(picked);
                }
            }
            Choice.Picked picked = Ranking.argMax(checkpoints);
            if (picked != null) {
                best.add(picked);
            }
        }
        return Choice.of(
                Ranking.lastOfEquals(best),
                0,
                "no step has one run that holds out the test environment alone and, for every other environment, one that"
                        + " holds out both (test-environments: pairs)");
    }

    /** The records of one step of one member. */
    private static final class Step {
        private final List<Search.Run> runs = new ArrayList<>();
        private final List<CheckpointRecord> singles = new ArrayList<>();
        private final Map<Integer, Double> heldOut = new TreeMap<>();

        void add(Search.Run run, CheckpointRecord record, int held) {
            List<Integer> test = run.trial().testEnvironments();
            if (test.size() == 1) {
                runs.add(run);
                singles.add(record);
                return;
            }
            int other = test.get(0) == held ? test.get(1) : test.get(0);
            Double accuracy = record.inAccuracy(other);
            if (accuracy != null) {
                heldOut.put(other, accuracy);
            }
        }

        Choice.@Nullable Picked picked(int held) {
            if (singles.size() != 1) {
                return null;
            }
            CheckpointRecord single = singles.get(0);
            int environments = single.environments();
            List<Double> accuracies = new ArrayList<>();
            for (int i = 0; i < environments; i++) {
                if (i != held) {
                    Double accuracy = heldOut.get(i);
                    if (accuracy == null) {
                        return null;
                    }
                    accuracies.add(accuracy);
                }
            }
            return environments < 2
                    ? null
                    : new Choice.Picked(
                            runs.get(0).trial().id(),
                            single.step(),
                            NumpyMean.mean(accuracies),
                            single.inAccuracy(held));
        }
    }
}
