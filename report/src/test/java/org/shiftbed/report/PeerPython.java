package org.shiftbed.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Scripts of {@code bench/peer} through this machine's Python; a test that calls one is skipped where a module is not there. */
public final class PeerPython {
    private static final String PYTHON = System.getProperty("shiftbed.python", "/usr/bin/python3");

    private PeerPython() {}

    /**
     * What a script prints.
     *
     * @param modules that it imports, as after {@code import}
     * @param input lines for its standard input
     */
    public static String answer(String script, String modules, String input, String... arguments)
            throws IOException, InterruptedException {
        boolean there = has(modules);
        if (!there) {
            System.out.println("Skipped " + script + ": " + PYTHON + " cannot import " + modules);
        }
        assumeTrue(there, "no " + modules);
        List<String> command = new ArrayList<>(
                List.of(PYTHON, Path.of("..", "bench", "peer", script).toString()));
        command.addAll(List.of(arguments));
        Process python = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var in = python.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String answer = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(python.waitFor()).as("%s ended with", script).isZero();
        return answer;
    }

    private static boolean has(String modules) throws InterruptedException {
        try {
            Process python = new ProcessBuilder(PYTHON, "-c", "import " + modules)
                    .redirectErrorStream(true)
                    .start();
            python.getInputStream().readAllBytes();
            return python.waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
