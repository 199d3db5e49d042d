package org.shiftbed.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands about data sets. */
@Command(
        name = "data",
        description = "Lists data sets, fetches them, looks into one, or decodes it into the cache.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  shiftbed data list",
            "  shiftbed data get PACS --data-dir ~/data",
            "  shiftbed data inspect sprites --set side=16"
        })
final class DataCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "data: which command? known: "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
