package org.shiftbed.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands that take in what other programs wrote. */
@Command(
        name = "import",
        description = "Takes in what another program wrote.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Example:", "  shiftbed import domainbed sweep/ --out runs/sweep"})
final class ImportCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "import: which program wrote it? known: "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
