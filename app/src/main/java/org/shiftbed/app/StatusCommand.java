package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.shiftbed.study.StudyStatus;
import org.shiftbed.study.Work;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code shiftbed status DIR}: how far a study is, and what went wrong. */
@Command(
        name = "status",
        description = "Says how far a study is, and names every trial that failed, was refused or diverged.",
        footer = {
            "",
            "Exit code 1 when a trial failed, was refused or is missing and no run is going on; one that diverged is a result.",
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
        StudyStatus status = StudyStatus.of(here.path(folder.toString()));
        here.out().println(status.study() + ": " + status.trials().size() + " trials: " + status.words());
        status.running().ifPresent(process -> here.out().println("a run is at work (process " + process + ")"));
        for (StudyStatus.Entry entry : status.trials()) {
            String name = entry.state().text() + " " + Refusals.describe(entry.trial());
            switch (entry.state()) {
                case FAILED, REFUSED -> here.out().println(name + ": " + entry.cause());
                case DIVERGED -> here.out().println(name + ": at step " + entry.step());
                case RUNNING -> here.out().println(name + ": " + running(entry));
                case QUEUED, MISSING -> {
                    if (entry.step() > 0) {
                        here.out()
                                .println(name + ": goes on from " + entry.step() + " of "
                                        + entry.trial().updates() + " updates");
                    }
                }
                default -> {}
            }
        }
        return status.complete() || status.running().isPresent() ? ExitCodes.DONE : ExitCodes.INCOMPLETE;
    }

    /** {@code 120 of 300 updates, on host a (process 17) since 2026-11-30T10:00:00Z, about 40 s left}. */
    private static String running(StudyStatus.Entry entry) {
        Work work = entry.work();
        String words = entry.step() + " of " + entry.trial().updates() + " updates";
        if (work == null) {
            return words;
        }
        String since = work.since().replaceFirst("\\.\\d+Z$", "Z");
        String left = Double.isNaN(work.left())
                ? ""
                : ", about " + TrainingProgress.words(Duration.ofSeconds(Math.round(work.left()))) + " left";
        String from = work.from() > 0 ? ", from " + work.from() + " of an earlier attempt" : "";
        return words + from + ", on " + work.host() + " (process " + work.process() + ") since " + since + left;
    }
}
