package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shiftbed.study.Estimate;
import org.shiftbed.study.Plan;
import org.shiftbed.study.PlannedTrial;
import org.shiftbed.study.worker.WorkerSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code shiftbed plan STUDY.yaml}: what would run. */
@Command(
        name = "plan",
        description = {
            "Says what run would do, writing nothing: how many trials, which are refused, how long, how much disk.",
            "Time and disk are told from trials that are done in the study's folder already, of any tier."
        },
        footer = {"", "Examples:", "  shiftbed plan studies/quickstart.yaml", "  shiftbed plan study.yaml --tier paper"
        })
final class PlanCommand implements Callable<Integer> {
    private final Surroundings here;

    @Mixin
    private StudyOptions options;

    @Option(names = "--out", paramLabel = "DIR", description = "The study's folder (default: runs/<study name>).")
    private @Nullable Path out;

    PlanCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        Plan plan = options.sketch(here);
        plan.warnings().forEach(warning -> here.err().println("warning: " + warning));
        Map<String, List<PlannedTrial>> groups = new LinkedHashMap<>();
        for (PlannedTrial planned : plan.trials()) {
            String setting = planned.setting().isEmpty() ? "" : " (" + planned.setting() + ")";
            String key = planned.trial().dataset() + ", " + planned.trial().shift() + setting;
            groups.computeIfAbsent(key, any -> new ArrayList<>()).add(planned);
        }
        Columns columns = new Columns();
        columns.row("data set, shift", "trials", "updates", "training rows", "validation rows", "test rows");
        groups.forEach((key, trials) -> {
            PlannedTrial.Rows rows = trials.get(0).rows();
            boolean known = !plan.absent().containsKey(trials.get(0).trial().dataset());
            columns.row(
                    key,
                    grouped(trials.size()),
                    grouped(trials.stream()
                            .mapToLong(trial -> trial.trial().updates())
                            .sum()),
                    known ? grouped(rows.training()) : "-",
                    known ? grouped(rows.validation()) : "-",
                    known ? grouped(rows.test()) : "-");
        });
        columns.lines().forEach(here.out()::println);
        PlanTables.print(plan, here.out());
        plan.absent().forEach((dataset, why) -> here.out().println(dataset + ": " + why));
        Refusals.print(plan, here.out());
        here.out()
                .println(grouped(plan.trials().size()) + " trials, "
                        + grouped(plan.refused().size()) + " of them "
                        + (plan.absent().isEmpty() ? "" : "without data or ") + "refused. " + cost(plan));
        return ExitCodes.DONE;
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private String cost(Plan plan) throws IOException {
        Path root = out == null ? here.path("runs").resolve(plan.study().name()) : here.path(out.toString());
        Estimate estimate = Estimate.of(plan, root);
        if (plan.runnable().isEmpty()) {
            return "None of them can run.";
        }
        int left = estimate.trials() - estimate.finished();
        if (left == 0) {
            return "All that can run are done in " + root + ".";
        }
        if (estimate.seconds().isEmpty() || estimate.bytes().isEmpty()) {
            return String.format(
                    Locale.ROOT,
                    "The %d to run draw %,d pictures in training and evaluate %,d; how long that takes and how much disk it needs"
                            + " can be told once a trial of %s is done in %s, with the time of its updates.",
                    left,
                    estimate.imagesTrained(),
                    estimate.imagesEvaluated(),
                    String.join(", and one of ", estimate.unmeasured()),
                    root);
        }
        int workers = WorkerSettings.forThisMachine(0, plan.study().training().threads(), Map.of(), Map.of())
                .workers();
        Duration time = Duration.ofSeconds(Math.round(estimate.seconds().getAsDouble() / Math.min(workers, left)));
        return String.format(
                Locale.ROOT,
                "The %d to run take about %s with %d workers, and %.1f MB of disk, going by %d trials in %s.",
                left,
                TrainingProgress.words(time),
                workers,
                estimate.bytes().getAsDouble() / 1e6,
                estimate.measuredOn(),
                root);
    }
}
