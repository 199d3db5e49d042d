package org.shiftbed.study.domainbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.study.Outcome;
import org.shiftbed.study.Outcomes;
import org.shiftbed.study.StudyResults;
import org.shiftbed.study.selection.Selections;

/** The public sample of DomainBed's results, where it is at hand: 40 runs, 200 records, and the table its collector prints. */
class SampleSweepTest {
    private static Path sample() {
        String given = System.getProperty("shiftbed.shared");
        for (Path at = Path.of("").toAbsolutePath(); given == null && at != null; at = at.getParent()) {
            if (Files.isDirectory(at.resolve("shared/golden/domainbed-sweep"))) {
                given = at.resolve("shared").toString();
            }
        }
        Path runs = Path.of(String.valueOf(given)).resolve("golden/domainbed-sweep/runs");
        assumeTrue(Files.isDirectory(runs), "the sample sweep is not at hand");
        return runs;
    }

    private static String cell(Collector collector, int environment) {
        Collector.Cell cell = collector.cell("VLCS", "ERM", environment).orElseThrow();
        return rounded(cell.mean()) + " +/- " + rounded(cell.error());
    }

    private static String rounded(double value) {
        return new BigDecimal(value).setScale(1, RoundingMode.HALF_EVEN).toPlainString();
    }

    @Test
    void everyCellAndAverageOfTheCollectorComesOut(@TempDir Path folder) throws Exception {
        Import imported = Import.from(sample(), folder.resolve("out"));
        assertThat(imported).isEqualTo(new Import(40, 40, 200, List.of()));
        StudyResults results = StudyResults.read(folder.resolve("out"));
        assertThat(results.warnings()).isEmpty();

        List<List<String>> expected = List.of(
                List.of("iid", "98.0 +/- 0.2", "64.2 +/- 0.8", "74.1 +/- 0.4", "77.1 +/- 0.2", "78.3", "78.3 +/- 0.0"),
                List.of("loo", "96.9 +/- 1.0", "64.4 +/- 0.9", "70.5 +/- 0.5", "76.7 +/- 0.1", "77.1", "77.1 +/- 0.1"),
                List.of(
                        "oracle",
                        "96.9 +/- 1.0",
                        "65.9 +/- 0.5",
                        "71.6 +/- 1.3",
                        "76.9 +/- 0.3",
                        "77.8",
                        "77.8 +/- 0.3"));
        for (List<String> row : expected) {
            Collector collector = new Collector(results, Selections.require(row.get(0), "test"));
            assertThat(collector.records()).isEqualTo(200);
            assertThat(collector.datasets()).containsExactly("VLCS");
            assertThat(collector.algorithms()).containsExactly("ERM");
            for (int environment = 0; environment < 4; environment++) {
                assertThat(cell(collector, environment)).as(row.get(0)).isEqualTo(row.get(1 + environment));
            }
            assertThat(rounded(collector.average("VLCS", "ERM").orElseThrow())).isEqualTo(row.get(5));
            Collector.Cell average = collector.averagesCell("VLCS", "ERM").orElseThrow();
            assertThat(rounded(average.mean()) + " +/- " + rounded(average.error()))
                    .isEqualTo(row.get(6));
            assertThat(rounded(collector.averagesAverage("ERM").orElseThrow())).isEqualTo(row.get(5));
        }
    }

    @Test
    void outcomesOfFinishedRunsAgreeWithTheCollector(@TempDir Path folder) throws Exception {
        Import.from(sample(), folder.resolve("out"));
        StudyResults results = StudyResults.read(folder.resolve("out"));
        List<Outcome> outcomes = Outcomes.of(results);
        // 4 environments, 2 trial seeds, 3 rules.
        assertThat(outcomes).hasSize(24);
        for (Outcome outcome : outcomes) {
            Collector collector = new Collector(results, Selections.require(outcome.selection(), "test"));
            double accuracy = Objects.requireNonNull(collector
                    .sweepAccuracies("VLCS", "ERM", outcome.environmentIndex())
                    .get(outcome.seed()));
            assertThat(outcome.state()).isEqualTo(Outcome.State.DONE);
            assertThat(outcome.test()).isCloseTo(accuracy, within(0.0));
            assertThat(outcome.environment())
                    .isEqualTo(List.of("C", "L", "S", "V").get(outcome.environmentIndex()));
            // Single runs of two hparams_seeds; leave-one-out reads three pairs each as well.
            assertThat(outcome.planned()).isEqualTo(outcome.selection().equals("loo") ? 8 : 2);
            assertThat(outcome.finished()).isEqualTo(outcome.planned());
            assertThat(outcome.testQueries()).isEqualTo(outcome.selection().equals("oracle") ? 2 : 0);
        }
    }
}
