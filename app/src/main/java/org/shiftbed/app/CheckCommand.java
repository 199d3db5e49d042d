package org.shiftbed.app;

import java.util.concurrent.Callable;
import org.shiftbed.study.Plan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code shiftbed check STUDY.yaml}: all of the reading, none of the running. */
@Command(
        name = "check",
        description = "Reads a study file and its data as run would, writes nothing, and says what is wrong.",
        footer = {"", "Example:", "  shiftbed check studies/quickstart.yaml"})
final class CheckCommand implements Callable<Integer> {
    private final Surroundings here;

    @Mixin
    private StudyOptions options;

    CheckCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() {
        Plan plan = options.plan(here);
        plan.warnings().forEach(warning -> here.err().println("warning: " + warning));
        Refusals.print(plan, here.out());
        if (plan.runnable().isEmpty()) {
            here.err()
                    .println("shiftbed: " + options.file(here) + ": no trial of it can run: "
                            + plan.trials().size() + (plan.trials().size() == 1 ? " is" : " are all")
                            + " refused, for the reasons above");
            return ExitCodes.USER_ERROR;
        }
        here.out()
                .println(options.file(here) + " is in order: study '"
                        + plan.study().name() + "', "
                        + plan.trials().size() + (plan.trials().size() == 1 ? " trial" : " trials")
                        + (plan.refused().isEmpty() ? "" : ", " + plan.refused().size() + " of them refused"));
        return ExitCodes.DONE;
    }
}
