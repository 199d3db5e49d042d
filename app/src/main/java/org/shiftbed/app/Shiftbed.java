package org.shiftbed.app;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command above all commands. */
@Command(
        name = "shiftbed",
        versionProvider = Version.class,
        description = "Will a model still work when the world changes, and which method makes it hold?",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Examples:",
            "  shiftbed run studies/quickstart.yaml     train, choose, report; run again to go on",
            "  shiftbed audit --demo labtest            which shift hurts a fixed model most, on an embedded example",
            "  shiftbed init colours                    a commented study file to start from",
            "  shiftbed COMMAND --help                  options and examples of a command",
            "",
            "Exit codes: 0 done; 1 some trials failed or are missing; 2 what you gave is wrong; 3 a condition of --fail-if",
            "holds; 4 the evidence does not suffice to tell; 70 a fault of ours."
        })
final class Shiftbed implements Runnable {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Print this help.")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Print the version.")
    boolean version;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Print the stack trace of a fault.")
    boolean debug;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "which command? known: " + String.join(", ", spec.subcommands().keySet()));
    }
}
