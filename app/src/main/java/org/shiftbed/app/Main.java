package org.shiftbed.app;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** Where the program starts. */
public final class Main {
    private Main() {}

    /** @param arguments as in {@code shiftbed --help} */
    public static void main(String[] arguments) {
        StandardOutput out = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        Surroundings here = new Surroundings(
                new PrintWriter(out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                // The script that starts us has looked at stderr, where the progress bar is drawn.
                Boolean.getBoolean("shiftbed.terminal"),
                Path.of("").toAbsolutePath(),
                Map.copyOf(System.getenv()));
        int code = CommandLines.run(here, arguments);
        here.out().flush();
        if (code == ExitCodes.DONE && out.lost()) {
            here.err().println("shiftbed: the answer could not be written to the standard output");
            code = ExitCodes.USER_ERROR;
        }
        here.err().flush();
        System.exit(code);
    }
}
