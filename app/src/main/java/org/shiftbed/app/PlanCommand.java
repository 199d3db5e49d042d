package org.shiftbed.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
        Map<String, List<PlannedTrial>> groups = new LinkedHashMap<>();
        for (PlannedTrial planned : plan.trials()) {
            String setting = planned.setting().isEmpty() ? "" : " (" + planned.setting() + ")";
            groups.computeIfAbsent(planned.trial().dataset() + ", " + planned.trial().shift() + setting, key -> new ArrayList<>())
                    .add(planned);
        }
        Columns columns = new Columns();
        columns.row("data set, shift", "trials", "updates", "training rows", "validation rows", "test rows");
        groups.forEach((key, trials) -> {
            PlannedTrial.Rows rows = trials.get(0).rows();
            long updates = trials.stream().mapToLong(trial -> trial.trial().steps()).sum();
            columns.row(
                    key,
                    String.valueOf(trials.size()),
                    String.valueOf(updates),
                    String.valueOf(rows.training()),
                    String.valueOf(rows.validation()),
                    String.valueOf(rows.test()));
        });
        columns.lines().forEach(here.out()::println);
        Refusals.print(plan, here.out());
        here.out().println(plan.trials().size() + " trials, " + plan.refused().size() + " of them refused");
        return ExitCodes.DONE;
    }
}
