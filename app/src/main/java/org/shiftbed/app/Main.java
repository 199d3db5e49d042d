package org.shiftbed.app;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** Where the program starts. */
public final class Main {
    private Main() {}

    /** @param arguments as in {@code shiftbed --help} */
    public static void main(String[] arguments) {
        Surroundings here = new Surroundings(
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                // The script that starts us has looked at stderr, where the progress bar is drawn.
                Boolean.getBoolean("shiftbed.terminal"),
                Path.of("").toAbsolutePath(),
                Map.copyOf(System.getenv()));
        int code = CommandLines.run(here, arguments);
        here.out().flush();
        here.err().flush();
        System.exit(code);
    }
}
