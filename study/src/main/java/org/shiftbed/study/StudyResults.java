package org.shiftbed.study;

import java.io.IOException;
import java.nio.file.Path;
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
            records = Records.copyOf(records);
        }
    }

    /**
     * Reads a study's folder.
     *
     * @throws org.shiftbed.base.UserError where there is no study, or its plan is damaged
     * @throws IOException where a file cannot be read
     */
    public static StudyResults read(Path root) throws IOException {
        return new ResultsReader(root).read();
    }
}
