package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that a study's folder holds, read once: what {@link Outcomes} and {@link Curves} are made from. Neither the study file nor the
 * data is needed.
 *
 * @param plan what was planned
 * @param runs one a expected trial, in order
 * @param warnings one line each: a cut last line, a line that is no record
 */
public record StudyResults(ExpectedStudy plan, List<Run> runs, List<String> warnings) {
    public StudyResults {
        runs = List.copyOf(runs);
        warnings = List.copyOf(warnings);
    }

    /**
     * A expected trial, where it stands, and its checkpoints.
     *
     * @param trial as planned
     * @param state where it stands
     * @param records in file order; empty unless its folder stands under {@code trials/}
     * @param cause why it was refused or failed; empty otherwise
     */
    public record Run(ExpectedTrial trial, TrialState state, List<CheckpointRecord> records, String cause) {
        public Run {
            records = List.copyOf(records);
        }
    }

    /**
     * Reads a study's folder.
     *
     * @throws org.shiftbed.base.UserError where there is no study, or its plan is damaged
     * @throws IOException where a file cannot be read
     */
    public static StudyResults read(Path root) throws IOException {
        ExpectedStudy plan = ExpectedStudy.read(root);
        StudyFolder folder = new StudyFolder(root);
        List<Run> runs = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        for (ExpectedTrial trial : plan.trials()) {
            TrialState state = folder.state(trial);
            RecordFile file = RecordFile.read(folder.trial(trial.id()));
            file.warnings().forEach(warning -> warnings.add("trials/" + trial.id() + "/" + warning));
            String cause = state == TrialState.REFUSED ? String.valueOf(trial.refused()) : "";
            if (state == TrialState.FAILED) {
                cause = folder.cause(trial.id()).orElse("the attempt left no cause");
            }
            runs.add(new Run(trial, state, file.records(), cause));
        }
        return new StudyResults(plan, runs, warnings);
    }
}
