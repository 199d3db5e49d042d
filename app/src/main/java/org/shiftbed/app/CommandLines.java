package org.shiftbed.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.base.plugin.Plugins;
import picocli.CommandLine;

/** Builds the tree of commands, and turns whatever a command throws into one line and an exit code. */
final class CommandLines {
    private static final List<String> REFUSALS = List.of(
            "No space left on device",
            "not enough space",
            "Disk quota exceeded",
            "Read-only file system",
            "Permission denied");

    private CommandLines() {}

    /** The whole tree. */
    static CommandLine create(Surroundings here) {
        CommandLine data = new CommandLine(new DataCommand())
                .addSubcommand(new DataListCommand(here))
                .addSubcommand(new DataGetCommand(here))
                .addSubcommand(new DataInspectCommand(here))
                .addSubcommand(new DataPackCommand(here));
        CommandLine imports = new CommandLine(new ImportCommand()).addSubcommand(new ImportDomainBedCommand(here));
        CommandLine root = new CommandLine(new Shiftbed())
                .addSubcommand(new InitCommand(here))
                .addSubcommand(new CheckCommand(here))
                .addSubcommand(new PlanCommand(here))
                .addSubcommand(new RunCommand(here))
                .addSubcommand(new StatusCommand(here))
                .addSubcommand(new RetryCommand(here))
                .addSubcommand(new CleanCommand(here))
                .addSubcommand(new ReportCommand(here))
                .addSubcommand(new ServeCommand(here))
                .addSubcommand(AuditCommand.line(here))
                .addSubcommand(new TrainCommand(here))
                .addSubcommand(new ExportCommand(here))
                .addSubcommand(new ListCommand(here))
                .addSubcommand(data)
                .addSubcommand(imports);
        root.setOut(here.out());
        root.setErr(here.err());
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.setUsageHelpWidth(110);
        root.setAbbreviatedOptionsAllowed(false);
        root.setParameterExceptionHandler((problem, arguments) -> usage(here, problem));
        root.setExecutionExceptionHandler((problem, command, parsed) -> fault(here, problem, debug(command)));
        return root;
    }

    /** Runs one command line; never throws. */
    static int run(Surroundings here, String... arguments) {
        boolean debug = Arrays.asList(arguments).contains("--debug");
        try (Plugins.Use plugins = Plugins.read(here.environment().get(Plugins.VARIABLE), here::path)
                .use()) {
            try {
                return create(here).execute(arguments);
            } catch (RuntimeException | Error problem) {
                return fault(here, problem, debug);
            }
        } catch (RuntimeException problem) {
            return fault(here, problem, debug);
        }
    }

    private static boolean debug(CommandLine command) {
        CommandLine root = command;
        while (root.getParent() != null) {
            root = root.getParent();
        }
        return root.getCommandSpec().root().userObject() instanceof Shiftbed shiftbed && shiftbed.debug;
    }

    /** A mistake in the command line itself: one line, and where the help is. */
    private static int usage(Surroundings here, CommandLine.ParameterException problem) {
        CommandLine command = problem.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        String message = firstLine(problem);
        if (problem instanceof CommandLine.UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String found = unmatched.getUnmatched().get(0);
            message = unmatched(command, found);
        }
        here.err().println("shiftbed: " + message + " (see " + name + " --help)");
        return ExitCodes.USER_ERROR;
    }

    private static String unmatched(CommandLine command, String found) {
        if (found.startsWith("-")) {
            TreeSet<String> options = new TreeSet<>();
            command.getCommandSpec().options().forEach(option -> options.add(option.longestName()));
            String name = found.contains("=") ? found.substring(0, found.indexOf('=')) : found;
            return "unknown option '" + name + "'; " + Names.suggest(name, options);
        }
        TreeSet<String> commands = new TreeSet<>(command.getSubcommands().keySet());
        if (commands.isEmpty()) {
            return "one argument too many: '" + found + "'";
        }
        return "unknown command '" + found + "'; " + Names.suggest(found, commands);
    }

    /** Whatever a command threw. */
    static int fault(Surroundings here, Throwable problem, boolean debug) {
        if (debug) {
            problem.printStackTrace(here.err());
        }
        UserError mistake = mistake(problem);
        if (mistake != null) {
            here.err().println("shiftbed: " + firstLine(mistake));
            return ExitCodes.USER_ERROR;
        }
        IOException refusal = machine(problem);
        if (refusal != null) {
            here.err()
                    .println("shiftbed: the machine refused a file: " + firstLine(refusal)
                            + "; what is done is kept: make room or give access, and run the same command again");
            return ExitCodes.INCOMPLETE;
        }
        String where = debug ? "" : "; the details are in " + log(problem);
        here.err()
                .println("shiftbed: a fault of ours: " + problem.getClass().getSimpleName() + ": " + firstLine(problem)
                        + where);
        return ExitCodes.FAULT;
    }

    /** What the system says of a full, read-only or forbidden disk; null where the problem is another. */
    private static @Nullable IOException machine(Throwable problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof AccessDeniedException denied) {
                return denied;
            }
            String message = cause instanceof IOException ? String.valueOf(cause.getMessage()) : "";
            if (REFUSALS.stream().anyMatch(message::contains)) {
                return (IOException) cause;
            }
        }
        return null;
    }

    private static @Nullable UserError mistake(Throwable problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof UserError found) {
                return found;
            }
        }
        return Plugins.current().blame(problem).orElse(null);
    }

    private static String firstLine(Throwable problem) {
        String message = problem.getMessage();
        return message == null
                ? "no message"
                : message.strip().lines().findFirst().orElse("no message");
    }

    private static String log(Throwable problem) {
        try {
            Path file = Files.createTempFile("shiftbed-", ".log");
            try (PrintWriter writer = new PrintWriter(Files.newBufferedWriter(file))) {
                writer.println("Shiftbed " + Version.text() + ", Java " + Runtime.version() + ", "
                        + System.getProperty("os.name") + " " + System.getProperty("os.arch"));
                problem.printStackTrace(writer);
            }
            return file.toString();
        } catch (IOException | UncheckedIOException unwritable) {
            return "no file (" + unwritable.getMessage() + "); --debug prints them";
        }
    }
}
