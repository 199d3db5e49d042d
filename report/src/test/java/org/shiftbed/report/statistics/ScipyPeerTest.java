package org.shiftbed.report.statistics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shiftbed.report.PeerPython;

/** The same samples through scipy, on this machine; skipped where its Python has none. */
@Tag("peer")
class ScipyPeerTest {
    @Test
    void randomSamplesAgreeWithScipy() throws IOException, InterruptedException {
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
        String answer = PeerPython.answer("report_statistics.py", "scipy.stats, numpy", lines.toString());
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
}
