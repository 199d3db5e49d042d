package org.shiftbed.study.selection;

import java.util.List;
import java.util.TreeMap;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.Records;

/**
 * The usable runs of one search: one data set, setting, method and seed; under DomainBed's protocol also one test environment.
 *
 * @param testEnvironment the environment that the number is about; -1 where none is held out
 * @param runs in the order of the plan (imported ones: in the order of folder names), diverged runs left out
 */
public record Search(int testEnvironment, List<Run> runs) {
    public Search {
        runs = List.copyOf(runs);
    }

    /**
     * A run with its checkpoints.
     *
     * @param trial as planned
     * @param records in file order
     */
    public record Run(ExpectedTrial trial, List<CheckpointRecord> records) {
        public Run {
            records = Records.copyOf(records);
        }

        /** Whether at most one environment is held out. */
        public boolean single() {
            return trial.testEnvironments().size() <= 1;
        }
    }

    /** The runs of each member of the search, ascending hparams_seed. */
    List<List<Run>> members() {
        TreeMap<Integer, List<Run>> members = new TreeMap<>();
        for (Run run : runs) {
            members.computeIfAbsent(run.trial().hparamsSeed(), seed -> new java.util.ArrayList<>())
                    .add(run);
        }
        return List.copyOf(members.values());
    }
}
