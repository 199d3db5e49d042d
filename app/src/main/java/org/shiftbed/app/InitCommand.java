package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.shiftbed.base.AtomicFiles;
import org.shiftbed.base.UserError;
import org.shiftbed.study.StudyTemplate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code shiftbed init NAME}: a commented study file to start from. */
@Command(
        name = "init",
        description = "Writes NAME.yaml, a study file with a comment at every field, into the current folder.",
        footer = {"", "Example:", "  shiftbed init colours"})
final class InitCommand implements Callable<Integer> {
    private final Surroundings here;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            defaultValue = "study",
            description = "Name of the study (default: ${DEFAULT-VALUE}); .yaml at its end is taken for the file's.")
    private String name;

    InitCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        String study = name.replaceFirst("\\.ya?ml$", "");
        String text = StudyTemplate.text(study);
        Path file = here.path(study + ".yaml");
        if (Files.exists(file)) {
            throw new UserError("init: " + file + " exists already; give another name, or move it away");
        }
        AtomicFiles.write(file, text);
        String quoted = file.toString().matches("[\\w./+-]+")
                ? file.toString()
                : "'" + file.toString().replace("'", "'\\''") + "'";
        here.out().println("Wrote " + quoted + ". Next: shiftbed plan " + quoted);
        return ExitCodes.DONE;
    }
}
