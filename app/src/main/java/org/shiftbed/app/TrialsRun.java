package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.shiftbed.report.Format;
import org.shiftbed.report.StudyReport;
import org.shiftbed.report.Style;
import org.shiftbed.study.ExpectedStudy;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.LocalExecutor;
import org.shiftbed.study.RunPolicy;
import org.shiftbed.study.StudyStatus;
import org.shiftbed.study.TrialState;
import org.shiftbed.study.TrialStore;
import org.shiftbed.study.worker.WorkerSettings;

/** Trials of a study's folder, trained and reported: what {@code run}, {@code train} and {@code retry} have in common. */
final class TrialsRun {
    private final Surroundings here;
    private final Path root;
    private final ExpectedStudy study;
    private final WorkerSettings settings;
    private final RunPolicy policy;

    TrialsRun(Surroundings here, Path root, ExpectedStudy study, WorkerSettings settings, RunPolicy policy) {
        this.here = here;
        this.root = root;
        this.study = study;
        this.settings = settings;
        this.policy = policy;
    }

    /**
     * Trains what is not there yet, and reports.
     *
     * @param wanted trials of the study
     * @param documents as {@link TrialStore#open} takes them
     * @param opened called when the folder is ours, before anything is trained
     * @return exit code
     */
    int execute(List<ExpectedTrial> wanted, Map<String, String> documents, Opened opened) throws IOException {
        try (StopSignals signals = new StopSignals(here, Thread.currentThread())) {
            if (!train(wanted, documents, opened)) {
                stopped();
                return signals.exitCode() == 0 ? ExitCodes.INCOMPLETE : signals.exitCode();
            }
        }
        // From here on a signal ends the process as it ends any other: the report is made again by the next run.
        return report();
    }

    private void stopped() throws IOException {
        StudyStatus status = StudyStatus.of(root);
        long saved = status.trials().stream()
                .filter(entry -> entry.state() == TrialState.MISSING && entry.step() > 0)
                .count();
        here.err()
                .println("stopped: " + finished(status) + " of "
                        + status.trials().size() + " trials have ended"
                        + (saved == 0 ? "" : ", " + saved + (saved == 1 ? " is" : " are") + " saved on the way")
                        + "; the same command goes on from there");
    }

    /** What is told before the training. */
    interface Opened {
        void tell() throws IOException;
    }

    /** Whether training came to its end; false where it was interrupted. */
    private boolean train(List<ExpectedTrial> wanted, Map<String, String> documents, Opened opened) throws IOException {
        try (TrialStore store = TrialStore.open(root, study, documents)) {
            opened.tell();
            int refused = (int)
                    wanted.stream().filter(trial -> trial.refused() != null).count();
            boolean done = false;
            try (TrainingProgress progress = new TrainingProgress(here, refused)) {
                new LocalExecutor(settings, policy).run(store, wanted, progress);
                done = true;
            } catch (InterruptedException e) {
                here.err().flush();
            }
            // A thread that is interrupted still cannot write files, nor remove them.
            boolean late = Thread.interrupted();
            return done && !late;
        }
    }

    private int report() throws IOException {
        StudyReport report = StudyReport.read(root, List.of());
        Path page = report.write(root.resolve("report"));
        here.out().print(report.print(Style.OWN, Format.TEXT));
        report.warnings().forEach(warning -> here.err().println("warning: " + warning));
        StudyStatus status = StudyStatus.of(root);
        for (StudyStatus.Entry entry : status.trials()) {
            if (entry.state() == TrialState.FAILED) {
                here.out().println("failed " + Refusals.describe(entry.trial()) + ": " + entry.cause());
            } else if (entry.state() == TrialState.DIVERGED) {
                here.out().println("diverged " + Refusals.describe(entry.trial()) + ": at step " + entry.step());
            }
        }
        here.out().println();
        here.out().println("Report: " + page);
        int done = count(status, TrialState.DONE);
        if (done < status.trials().size()) {
            here.err()
                    .println("shiftbed: not every trial is done: of "
                            + status.trials().size() + ": " + status.words()
                            + "; the report counts them, `shiftbed status " + root + "` says why");
        }
        // A diverged trial is a result: something was found out about the method.
        return status.complete() ? ExitCodes.DONE : ExitCodes.INCOMPLETE;
    }

    private static int count(StudyStatus status, TrialState state) {
        return status.counts().getOrDefault(state, 0);
    }

    private static int finished(StudyStatus status) {
        return count(status, TrialState.DONE) + count(status, TrialState.DIVERGED);
    }
}
