package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.study.Plan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code shiftbed run STUDY.yaml}: plan, train, select, report; run again to go on. */
@Command(
        name = "run",
        description =
                "Plans a study, trains its trials, chooses among them and reports. Run again, it goes on where it stopped.",
        footer = {
            "",
            "Exit code 1 when a trial failed, was refused or is missing; one that diverged is a result, so 0 with a word on it.",
            "Ctrl-C or SIGTERM: trials are saved where they are within 8 seconds (twice: at once), exit code 130 or 143. Several",
            "runs of one study may share a folder, also on several machines: each trial is trained by one of them.",
            "",
            "Examples:",
            "  shiftbed run studies/quickstart.yaml",
            "  shiftbed run studies/quickstart.yaml --tier smoke --out runs/try",
            "  shiftbed run studies/colored-mnist.yaml --data-dir ~/data --workers 2"
        })
final class RunCommand implements Callable<Integer> {
    private final Surroundings here;

    @Mixin
    private StudyOptions options;

    @Option(names = "--out", paramLabel = "DIR", description = "The study's folder (default: runs/<study name>).")
    private @Nullable Path out;

    @Mixin
    private RunOptions running;

    @Option(
            names = "--executor",
            paramLabel = "NAME",
            defaultValue = "local",
            description = "Where trials run: local (default: ${DEFAULT-VALUE}).")
    private String executor;

    RunCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        checkExecutor(executor);
        Plan plan = options.plan(here);
        Path root = out == null ? here.path("runs").resolve(plan.study().name()) : here.path(out.toString());
        StudyRun run = new StudyRun(here, plan, root, options.dataFolder(here), options.device());
        return run.execute(running, Files.readString(options.file(here)));
    }

    private static void checkExecutor(String executor) {
        if (executor.equals("spark")) {
            throw new UserError("--executor: spark is not in this release; use local");
        }
        if (!executor.equals("local")) {
            throw Names.unknown("--executor", "executor", executor, List.of("local"));
        }
    }
}
