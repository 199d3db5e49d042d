package org.shiftbed.learn.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Runs scripts of {@code bench/peer} with Debian's Python, or the one that the system property {@code shiftbed.python} names. */
public final class PeerScript {
    private PeerScript() {}

    /**
     * Runs a script with one argument, the folder it writes to. Skips the test where this machine has no python3-torch or python3-numpy, fails it
     * where the script fails.
     */
    public static void run(String script, Path folder) throws IOException, InterruptedException {
        String python = System.getProperty("shiftbed.python", "/usr/bin/python3");
        boolean there = present(python);
        if (!there) {
            System.out.println(
                    "Skipped " + script + ": " + python + " has no torch and numpy (python3-torch, python3-numpy)");
        }
        assumeTrue(there, "no python3-torch and python3-numpy");
        Path file = Path.of("..", "bench", "peer", script);
        Process process = start(List.of(python, file.toString(), folder.toString()));
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s ended with: %s", file, said).isZero();
        System.out.print(said);
    }

    private static boolean present(String python) throws InterruptedException {
        try {
            Process process = start(List.of(python, "-c", "import torch, numpy"));
            process.getInputStream().readAllBytes();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        return builder.start();
    }
}
