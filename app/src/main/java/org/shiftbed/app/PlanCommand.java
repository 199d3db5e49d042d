package org.shiftbed.app;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.shiftbed.study.Plan;
import org.shiftbed.study.PlannedTrial;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code shiftbed plan STUDY.yaml}: what would run. */
@Command(
        name = "plan",
        description = "Says what run would do, writing nothing: how many trials, and which are refused.",
        footer = {"", "Examples:", "  shiftbed plan studies/quickstart.yaml", "  shiftbed plan study.yaml --tier paper"})
final class PlanCommand implements Callable<Integer> {
    private final Surroundings here;

    @Mixin
    private StudyOptions options;

    PlanCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() {
        Plan plan = options.plan(here);
        plan.warnings().forEach(warning -> here.err().println("warning: " + warning));
        Map<String, Integer> counts = new LinkedHashMap<>();
        Map<String, PlannedTrial> firsts = new LinkedHashMap<>();
        for (PlannedTrial planned : plan.trials()) {
            String setting = planned.setting().isEmpty() ? "" : " (" + planned.setting() + ")";
            String key = planned.trial().dataset() + ", " + planned.trial().shift() + setting;
            counts.merge(key, 1, Integer::sum);
            firsts.putIfAbsent(key, planned);
        }
        Columns columns = new Columns();
        columns.row("data and shift", "trials", "training rows", "evaluated rows");
        counts.forEach((key, count) -> {
            PlannedTrial first = firsts.get(key);
            columns.row(
                    key,
                    String.valueOf(count),
                    first == null ? "" : String.valueOf(first.trainingRows()),
                    first == null ? "" : String.valueOf(first.evaluatedRows()));
        });
        columns.lines().forEach(here.out()::println);
        Refusals.print(plan, here.out());
        here.out().println(plan.trials().size() + " trials, " + plan.refused().size() + " of them refused");
        return ExitCodes.DONE;
    }
}
