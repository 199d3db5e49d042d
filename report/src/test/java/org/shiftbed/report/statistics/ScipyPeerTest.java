package org.shiftbed.report.statistics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same samples through scipy, on this machine; skipped where its Python has none. */
@Tag("peer")
class ScipyPeerTest {
    private static final String PYTHON = System.getProperty("shiftbed.python", "/usr/bin/python3");

    @Test
    void randomSamplesAgreeWithScipy() throws IOException, InterruptedException {
        boolean there = present();
        if (!there) {
            System.out.println("Skipped report_statistics.py: " + PYTHON + " has no scipy and numpy (python3-scipy)");
        }
        assumeTrue(there, "no python3-scipy");
        SplittableRandom random = new SplittableRandom(5);
        List<List<Double>> samples = new ArrayList<>();
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            List<Double> sample = new ArrayList<>();
            int n = 2 + random.nextInt(30);
            for (int k = 0; k < n; k++) {
                sample.add(random.nextDouble());
            }
            samples.add(sample);
            lines.append(String.join(" ", sample.stream().map(String::valueOf).toList()))
                    .append('\n');
        }
        Path script = Path.of("..", "bench", "peer", "report_statistics.py");
        Process python = new ProcessBuilder(PYTHON, script.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var in = python.getOutputStream()) {
            in.write(lines.toString().getBytes(StandardCharsets.UTF_8));
        }
        String answer = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(python.waitFor()).as("%s ended with", script).isZero();
        List<String> rows = answer.lines().toList();
        assertThat(rows).hasSameSizeAs(samples);
        for (int i = 0; i < samples.size(); i++) {
            String[] words = rows.get(i).split(" ", -1);
            Summary summary = requireNonNull(Summary.of(samples.get(i)));
            Summary.Spread spread = requireNonNull(summary.spread());
            double[] ours = {summary.mean(), spread.sd(), spread.se(), spread.low(), spread.high()};
            for (int k = 0; k < ours.length; k++) {
                assertThat(ours[k]).isCloseTo(Double.parseDouble(words[k]), within(1e-9));
            }
        }
    }

    private static boolean present() throws InterruptedException {
        try {
            Process python = new ProcessBuilder(PYTHON, "-c", "import scipy.stats, numpy")
                    .redirectErrorStream(true)
                    .start();
            python.getInputStream().readAllBytes();
            return python.waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
