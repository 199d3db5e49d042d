package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.shiftbed.study.domainbed.Import;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code shiftbed import domainbed DIR}: DomainBed's output folders become a study's folder. */
@Command(
        name = "domainbed",
        description = "Takes in the output folders of a DomainBed sweep, finished or not, for `shiftbed report`.",
        footer = {
            "",
            "Example:",
            "  shiftbed import domainbed sweep/ --out runs/sweep",
            "  shiftbed report runs/sweep --style domainbed"
        })
final class ImportDomainBedCommand implements Callable<Integer> {
    private final Surroundings here;

    @Parameters(paramLabel = "DIR", description = "The folder that holds one folder a run.")
    private Path folder;

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "Where the study's folder is made.")
    private Path out;

    ImportDomainBedCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        Path target = here.path(out.toString());
        Import result = Import.from(here.path(folder.toString()), target);
        result.warnings().forEach(warning -> here.err().println("warning: " + warning));
        here.out()
                .println("Took in " + result.runs() + " runs (" + result.finished() + " finished) with "
                        + result.records() + " records. Next: shiftbed report " + target + " --style domainbed");
        return ExitCodes.DONE;
    }
}
