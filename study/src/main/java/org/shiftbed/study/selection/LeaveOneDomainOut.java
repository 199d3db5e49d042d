package org.shiftbed.study.selection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
            // Runs of one search have the same steps, nearly always: the next one is where it was in the run before.
            List<Step> inOrder = List.of();
            for (Search.Run run : member) {
                int next = 0;
                for (CheckpointRecord record : reads(run.trial()) ? run.records() : List.<CheckpointRecord>of()) {
                    if (!record.fullData()) {
                        int number = record.step();
                        boolean there = next < inOrder.size() && inOrder.get(next).number == number;
                        Step step = there ? inOrder.get(next) : steps.computeIfAbsent(number, Step::new);
                        step.add(run, record, search.testEnvironment());
                        next++;
                    }
                }
                if (inOrder.size() < steps.size()) {
                    inOrder = List.copyOf(steps.values());
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
        private final int number;
        private Search.@Nullable Run run;
        private @Nullable CheckpointRecord single;
        private int singles;
        /** By the environment that a run holds out as well; NaN is a value, so that what there is none of is told apart. */
        private double[] heldOut = new double[8];

        private boolean[] known = new boolean[8];

        Step(int number) {
            this.number = number;
        }

        void add(Search.Run run, CheckpointRecord record, int held) {
            List<Integer> test = run.trial().testEnvironments();
            if (test.size() == 1) {
                this.run = run;
                single = record;
                singles++;
                return;
            }
            int other = test.get(0) == held ? test.get(1) : test.get(0);
            Double accuracy = record.inAccuracy(other);
            if (accuracy != null) {
                if (other >= known.length) {
                    heldOut = Arrays.copyOf(heldOut, 2 * other);
                    known = Arrays.copyOf(known, 2 * other);
                }
                heldOut[other] = accuracy;
                known[other] = true;
            }
        }

        Choice.@Nullable Picked picked(int held) {
            if (singles != 1 || single == null || run == null) {
                return null;
            }
            int environments = single.environments();
            double[] accuracies = new double[environments];
            int n = 0;
            for (int i = 0; i < environments; i++) {
                if (i != held) {
                    if (i >= known.length || !known[i]) {
                        return null;
                    }
                    accuracies[n++] = heldOut[i];
                }
            }
            return environments < 2
                    ? null
                    : new Choice.Picked(
                            run.trial().id(), single.step(), NumpyMean.mean(accuracies, n), single.inAccuracy(held));
        }
    }
}
