package org.shiftbed.app;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs commands in this process and keeps what they print. */
final class Terminal {
    private final Path folder;
    private final Map<String, String> environment;

    Terminal(Path folder) {
        this(folder, Map.of());
    }

    Terminal(Path folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = environment;
    }

    Path folder() {
        return folder;
    }

    /** @param code exit code */
    record Answer(int code, String out, String err) {
        List<String> errors() {
            return err.lines().toList();
        }
    }

    Answer run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Surroundings here =
                new Surroundings(new PrintWriter(out, true), new PrintWriter(err, true), false, folder, environment);
        int code = CommandLines.run(here, arguments);
        return new Answer(code, out.toString(), err.toString());
    }

    /** Every command with the words that lead to it, the root included as an empty list. */
    static List<List<String>> commands(Path folder) {
        List<List<String>> found = new ArrayList<>();
        Surroundings here = new Surroundings(
                new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()), false, folder, Map.of());
        collect(CommandLines.create(here), List.of(), found);
        return found;
    }

    private static void collect(picocli.CommandLine command, List<String> words, List<List<String>> found) {
        found.add(words);
        command.getSubcommands().forEach((name, sub) -> {
            List<String> longer = new ArrayList<>(words);
            longer.add(name);
            collect(sub, longer, found);
        });
    }
}
