package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.study.ExpectedStudy;
import org.shiftbed.study.ExpectedTrial;
import org.shiftbed.study.StudyStatus;
import org.shiftbed.study.TrialState;
import org.shiftbed.study.worker.WorkerSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code shiftbed retry DIR}: trials that failed, once more. */
@Command(
        name = "retry",
        description =
                "Trains trials that failed once more, from where they were saved last, and reports. The study file is"
                        + " not needed: the folder knows its trials.",
        footer = {
            "",
            "Exit code 1 when a trial of the study is still not there.",
            "",
            "Examples:",
            "  shiftbed retry runs/quickstart                     every trial that failed",
            "  shiftbed retry runs/quickstart --trial 9f0c1a2b3c4d5e6f"
        })
final class RetryCommand implements Callable<Integer> {
    private final Surroundings here;

    @Parameters(paramLabel = "DIR", description = "The folder of a study, as `shiftbed run` printed it.")
    private Path folder;

    @Option(names = "--failed", description = "Every trial that failed (the default without --trial).")
    private boolean failed;

    @Option(
            names = "--trial",
            paramLabel = "ID",
            description = "A trial of the study that failed or is missing; may be given several times.")
    private List<String> trials = new ArrayList<>();

    @Mixin
    private RunOptions running;

    RetryCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        Path root = here.path(folder.toString());
        ExpectedStudy study = ExpectedStudy.read(root);
        StudyStatus status = StudyStatus.of(root);
        Set<ExpectedTrial> wanted = new LinkedHashSet<>();
        for (String id : trials) {
            wanted.add(named(status, id));
        }
        if (failed || trials.isEmpty()) {
            status.trials().stream()
                    .filter(entry -> entry.state() == TrialState.FAILED)
                    .forEach(entry -> wanted.add(entry.trial()));
        }
        if (wanted.isEmpty()) {
            here.out().println("no trial has failed: nothing to retry");
            return status.complete() ? ExitCodes.DONE : ExitCodes.INCOMPLETE;
        }
        LocalSettings local = LocalSettings.read(root);
        Map<String, Object> told = new TreeMap<>(local.worker());
        told.put("save_every", running.saveEvery());
        WorkerSettings settings = WorkerSettings.forThisMachine(running.workers(), local.threads(), Map.of(), told);
        return new TrialsRun(here, root, study, settings, running.policy())
                .execute(List.copyOf(wanted), Map.of(), () -> {});
    }

    private static ExpectedTrial named(StudyStatus status, String id) {
        for (StudyStatus.Entry entry : status.trials()) {
            if (!entry.trial().id().equals(id)) {
                continue;
            }
            return switch (entry.state()) {
                case FAILED, MISSING, QUEUED -> entry.trial();
                case RUNNING -> throw new UserError("--trial: " + id + " is running; wait for it");
                case REFUSED ->
                    throw new UserError("--trial: " + id + " cannot be run: " + entry.cause()
                            + "; change the study file and run it again");
                case DONE, DIVERGED ->
                    throw new UserError("--trial: " + id + " has its result ("
                            + entry.state().text()
                            + "), and another attempt would give the same; remove its folder to train it anew");
            };
        }
        throw Names.unknown(
                "--trial",
                "trial",
                id,
                status.trials().stream().map(entry -> entry.trial().id()).toList());
    }
}
