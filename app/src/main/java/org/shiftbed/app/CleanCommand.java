package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.shiftbed.study.Cleaning;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code shiftbed clean DIR}: drops what can be made again or will never be asked for. */
@Command(
        name = "clean",
        description =
                "Drops weights that no rule of the study chose, checkpoints of attempts that are over, and the index, and"
                        + " says how much that freed. Records, predictions, logs and the weights of chosen trials stay.",
        footer = {
            "",
            "A search that is not complete keeps all of its weights. Where a run is at work nothing is dropped (exit code 2).",
            "",
            "Examples:",
            "  shiftbed clean runs/quickstart --dry-run",
            "  shiftbed clean runs/quickstart"
        })
final class CleanCommand implements Callable<Integer> {
    private final Surroundings here;

    @Parameters(paramLabel = "DIR", description = "The folder of a study, as `shiftbed run` printed it.")
    private Path folder;

    @Option(names = "--dry-run", description = "Say what would be dropped, and drop nothing.")
    private boolean dry;

    CleanCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        Cleaning cleaning = Cleaning.of(here.path(folder.toString()));
        Map<Cleaning.Kind, Long> bytes = new LinkedHashMap<>();
        long sum = 0;
        for (Cleaning.Kind kind : cleaning.found().keySet()) {
            bytes.put(kind, cleaning.bytes(kind));
            sum += cleaning.bytes(kind);
        }
        if (!dry) {
            cleaning.remove();
        }
        here.out()
                .println(
                        bytes.isEmpty()
                                ? "nothing to drop"
                                : (dry ? "would free " : "freed ") + DataPackCommand.size(sum));
        cleaning.found()
                .forEach((kind, paths) -> here.out()
                        .println("  " + DataPackCommand.size(bytes.getOrDefault(kind, 0L)) + "  " + kind.words()
                                + (paths.size() == 1 ? "" : " (" + paths.size() + ")")));
        return ExitCodes.DONE;
    }
}
