package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.StudyResults;
import org.shiftbed.study.TrialState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code shiftbed status DIR}: how far a study is, and what went wrong. */
@Command(
        name = "status",
        description = "Says how far a study is, and names every trial that failed, was refused or diverged.",
        footer = {
            "",
            "Exit code 1 when a trial failed, was refused or is missing and no run is going on.",
            "",
            "Example:",
            "  shiftbed status runs/quickstart"
        })
final class StatusCommand implements Callable<Integer> {
    private final Surroundings here;

    @Parameters(paramLabel = "DIR", description = "The folder of a study, as `shiftbed run` printed it.")
    private Path folder;

    StatusCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        StudyResults results = StudyResults.read(here.path(folder.toString()));
        Map<TrialState, Integer> counts = new EnumMap<>(TrialState.class);
        for (StudyResults.Run run : results.runs()) {
            counts.merge(run.state(), 1, Integer::sum);
        }
        StringJoiner states = new StringJoiner(", ");
        counts.forEach((state, count) -> states.add(count + " " + state.text()));
        here.out().println(results.plan().study() + ": " + results.runs().size() + " trials: " + states);
        for (StudyResults.Run run : results.runs()) {
            switch (run.state()) {
                case FAILED, REFUSED ->
                    here.out().println(run.state().text() + " " + describe(run.trial()) + ": " + run.cause());
                case DIVERGED -> here.out().println(run.state().text() + " " + describe(run.trial()));
                default -> {}
            }
        }
        results.warnings().forEach(warning -> here.err().println("warning: " + warning));
        boolean incomplete = counts.containsKey(TrialState.FAILED)
                || counts.containsKey(TrialState.REFUSED)
                || counts.containsKey(TrialState.MISSING);
        return incomplete ? ExitCodes.INCOMPLETE : ExitCodes.DONE;
    }

    /** One trial in words. */
    static String describe(ExpectedTrial trial) {
        String setting = trial.setting().isEmpty() ? "" : " (" + trial.setting() + ")";
        String environments =
                trial.testEnvironments().isEmpty() ? "" : ", test environments " + trial.testEnvironments();
        return trial.id() + " " + trial.algorithm() + " on " + trial.dataset() + " under " + trial.shift() + setting
                + environments + ", seed " + trial.seed() + ", hyperparameters " + trial.hparamsSeed();
    }
}
