package org.shiftbed.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command in a process of its own, as a shell starts and ends it. */
class ServeProcessTest {
    @Test
    void aSignalEndsItWithoutAComplaint(@TempDir Path folder) throws IOException, InterruptedException {
        new MadeStudy(folder, "s", "CORAL");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.shiftbed.app.Main",
                        "serve",
                        folder.toString(),
                        "--port",
                        "0",
                        "--read-only"))
                .redirectErrorStream(true)
                .start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            String line = out.readLine();
            assertThat(line)
                    .startsWith("Serving ")
                    .contains("http://127.0.0.1:")
                    .endsWith("(Ctrl-C ends it)");
            // Not that of the process itself, which closes its output.
            process.toHandle().destroy();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
            assertThat(out.readLine()).isNull();
        } finally {
            process.destroyForcibly();
        }
    }
}
