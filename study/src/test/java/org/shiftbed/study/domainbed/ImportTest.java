package org.shiftbed.study.domainbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;
import org.shiftbed.study.Outcome;
import org.shiftbed.study.Outcomes;
import org.shiftbed.study.StudyResults;
import org.shiftbed.study.TrialState;
import org.shiftbed.study.selection.Selections;

class ImportTest {
    private static String line(int step, int hparamsSeed, double test, String validation) {
        return "{\"args\": {\"algorithm\": \"ERM\", \"dataset\": \"ColoredMNIST\", \"hparams_seed\": " + hparamsSeed
                + ", \"test_envs\": [0], \"trial_seed\": 0}, \"env0_in_acc\": " + test
                + ", \"env0_out_acc\": 0.5, \"env1_in_acc\": 0.5, \"env1_out_acc\": " + validation
                + ", \"env2_in_acc\": 0.5, \"env2_out_acc\": " + validation + ", \"loss\": NaN, \"step\": " + step
                + "}\n";
    }

    private static void run(Path source, String name, String text, boolean done) throws Exception {
        Path folder = Files.createDirectories(source.resolve(name));
        Files.writeString(folder.resolve("results.jsonl"), text);
        if (done) {
            Files.writeString(folder.resolve("done"), "done");
        }
    }

    @Test
    void everyDefectOfAFolderIsNamedAndTheRestIsTaken(@TempDir Path folder) throws Exception {
        Path source = folder.resolve("sweep");
        run(source, "c-good", line(0, 0, 0.25, "0.5"), true);
        run(source, "b-cut", line(0, 1, 0.5, "0.75") + line(100, 1, 0.9, "0.9").substring(0, 90), false);
        run(source, "a-empty", "", true);
        run(source, "d-strange", "{\"step\": 0, \"args\": {}}\n", true);
        Files.createDirectories(source.resolve("e-nothing"));
        Files.writeString(source.resolve("results.txt"), "a file beside the runs");

        Import imported = Import.from(source, folder.resolve("out"));

        assertThat(imported.runs()).isEqualTo(2);
        assertThat(imported.finished()).isEqualTo(1);
        assertThat(imported.records()).isEqualTo(2);
        assertThat(imported.warnings())
                .containsExactly(
                        "a-empty: left out, no results.jsonl with a record",
                        "b-cut: results.jsonl, line 2: the last line is cut and was left out",
                        "b-cut: not finished (it has no 'done'); its 1 records count in the style of DomainBed only",
                        "d-strange: left out, args: 'dataset' must be text, found null",
                        "e-nothing: left out, no results.jsonl with a record");
        StudyResults results = StudyResults.read(folder.resolve("out"));
        assertThat(results.runs()).extracting(run -> run.trial().id()).containsExactly("b-cut", "c-good");
        assertThat(results.runs())
                .extracting(StudyResults.Run::state)
                .containsExactly(TrialState.MISSING, TrialState.DONE);
        // The reference counts the partial run (D27), our own outcomes do not.
        Outcome own = Outcomes.of(results, List.of("iid")).get(0);
        assertThat(own.test()).isEqualTo(0.25);
        assertThat(own.finished()).isEqualTo(1);
        assertThat(own.planned()).isEqualTo(2);
        Collector collector = new Collector(results, Selections.require("iid", "test"));
        assertThat(collector.sweepAccuracies("ColoredMNIST", "ERM", 0)).containsEntry(0, 0.5);
        assertThat(collector.average("ColoredMNIST", "ERM")).isEmpty();
        assertThat(collector.averagesCell("ColoredMNIST", "ERM")).contains(new Collector.Cell(50, 0, 1));
    }

    @Test
    void aFolderWithoutRunsIsRefusedAndNothingIsWritten(@TempDir Path folder) throws Exception {
        Path source = Files.createDirectories(folder.resolve("sweep"));
        assertThatThrownBy(() -> Import.from(source, folder.resolve("out")))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("no run of DomainBed here");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void aCellIsThePopulationErrorOverTrials() {
        // domainbed-protocol.md A.5: 20.0 +/- 4.7.
        Collector.Cell cell = Collector.Cell.of(List.of(0.1, 0.2, 0.3)).orElseThrow();
        assertThat(String.format(java.util.Locale.ROOT, "%.1f +/- %.1f", cell.mean(), cell.error()))
                .isEqualTo("20.0 +/- 4.7");
        assertThat(Collector.Cell.of(List.of())).isEmpty();
    }

    @Test
    void unknownAlgorithmsComeAfterTheReferences() {
        assertThat(DomainBedRegistry.rows(List.of("Mine", "VREx", "ERM", "Another")))
                .containsExactly("ERM", "VREx", "Mine", "Another");
        assertThat(DomainBedRegistry.algorithms()).hasSize(34).doesNotHaveDuplicates();
        assertThat(DomainBedRegistry.datasets())
                .hasSize(18)
                .startsWith("Debug28")
                .endsWith("SpawriousM2M_hard");
    }

    @Test
    void aChosenCheckpointWhoseTestAccuracyIsNoNumberFillsNoPlace(@TempDir Path folder) throws Exception {
        Path source = folder.resolve("sweep");
        run(source, "a", line(0, 0, Double.NaN, "0.5"), true);
        Import.from(source, folder.resolve("out"));
        Outcome outcome = Outcomes.of(StudyResults.read(folder.resolve("out")), List.of("iid"))
                .get(0);
        assertThat(outcome.state()).isEqualTo(Outcome.State.NOT_EVALUATED);
        assertThat(outcome.test()).isNull();
        assertThat(outcome.reason())
                .isEqualTo("the test accuracy of trial a at step 0 is recorded as NaN, which is no number in [0, 1]");
    }

    @Test
    void aRunStartedAgainElsewhereIsOneRun(@TempDir Path folder) throws Exception {
        Path source = folder.resolve("sweep");
        String line = line(0, 0, 0.5, "0.5");
        run(source, "a", line + line.replace("\"algorithm\"", "\"data_dir\": \"/elsewhere\", \"algorithm\""), true);
        run(source, "b", line + line(100, 1, 0.5, "0.5"), true);
        Import imported = Import.from(source, folder.resolve("out"));
        assertThat(imported.records()).isEqualTo(2);
        assertThat(imported.warnings())
                .containsExactly(
                        "b: left out, its records are of several runs: args of step 100 differ from those of step 0");
    }
}
